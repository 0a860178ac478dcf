// What an application says of itself when it registers (RFC 7591), and what of it is kept.
import { CLIENT_NAME_LENGTH_MAX, REDIRECT_URIS_MAX } from '../../../kernel/limits.ts'
import { OAuthError } from './grants.ts'
import { redirectUriProblem } from './redirects.ts'

export type ClientMetadata = { name: string; redirectUris: string[] }

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export const RESPONSE_TYPES = ['code'] as const

/** Control characters, and those that turn the direction of writing: the name is shown to whoever is asked to agree. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u

function readName(name: unknown): string {
  if (name === undefined) return 'Unnamed application'
  if (typeof name !== 'string' || name.trim() === '' || name.length > CLIENT_NAME_LENGTH_MAX || HIDDEN.test(name))
    throw new OAuthError(
      'invalid_client_metadata',
      `client_name must be 1 to ${CLIENT_NAME_LENGTH_MAX} characters of plain text`,
    )
  return name.trim()
}

function readRedirectUris(uris: unknown): string[] {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be an array of 1 to ${REDIRECT_URIS_MAX} URIs`)
  for (const uri of uris) {
    const problem = redirectUriProblem(uri)
    if (problem !== null) throw new OAuthError('invalid_redirect_uri', problem)
  }
  return [...new Set(uris as string[])]
}

/** What is asked for may be more than we do (we answer what holds), but must contain what we do. */
function assertOffers(metadata: Record<string, unknown>, field: string, offered: string): void {
  const asked = metadata[field]
  if (asked === undefined) return
  if (!Array.isArray(asked) || !asked.includes(offered))
    throw new OAuthError('invalid_client_metadata', `${field} must be an array that contains ${offered}`)
}

/** Members that we do not know are ignored, as RFC 7591 §2 says. */
export function readClientMetadata(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OAuthError('invalid_client_metadata', 'the body must be a JSON object')
  const metadata = body as Record<string, unknown>
  const redirectUris = readRedirectUris(metadata.redirect_uris)
  const name = readName(metadata.client_name)
  assertOffers(metadata, 'grant_types', 'authorization_code')
  assertOffers(metadata, 'response_types', 'code')
  return { name, redirectUris }
}
