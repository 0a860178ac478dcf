// OAuth 2.1 without I/O: its errors, parameters, scopes, PKCE, and the tokens that are derived rather than stored.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { addSeconds } from '../../../kernel/clock.ts'
import { OAUTH_CONSENT_SECONDS, OAUTH_REFRESH_GRACE_SECONDS } from '../../../kernel/limits.ts'
import { OAUTH_SCOPE_DEFAULT, OAUTH_SCOPES, type OAuthScope } from '../../../kernel/oauth-scopes.ts'
import { parseUrl } from '../../../kernel/text/url.ts'

/** The words of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** Thrown where nothing was written; returned where a revocation must be kept, since a throw would undo it. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}

export type Parameters = {
  /** Undefined when absent or empty (RFC 6749 §3.1); a repeated one is refused. */
  one(name: string): string | undefined
  required(name: string): string
  /** For `resource`, which may stand several times. */
  all(name: string): string[]
}

export function readParameters(pairs: readonly (readonly [string, string])[]): Parameters {
  const all = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value)
  function one(name: string): string | undefined {
    const values = all(name)
    if (values.length > 1) throw new OAuthError('invalid_request', `${name} must be sent only once`)
    return values[0] === '' ? undefined : values[0]
  }
  function required(name: string): string {
    const value = one(name)
    if (value === undefined) throw new OAuthError('invalid_request', `${name} is required`)
    return value
  }
  return { one, required, all }
}

const isScope = (name: string): name is OAuthScope => (OAUTH_SCOPES as readonly string[]).includes(name)

/** What is asked for, each once and in our order; without a word, the default. */
export function readScopes(text: string | undefined): OAuthScope[] {
  const names = (text ?? '').split(' ').filter((name) => name !== '')
  if (names.length === 0) return [OAUTH_SCOPE_DEFAULT]
  if (!names.every(isScope))
    throw new OAuthError('invalid_scope', `scope must contain only these values: ${OAUTH_SCOPES.join(' and ')}`)
  return OAUTH_SCOPES.filter((scope) => names.includes(scope))
}

/** A refresh may ask for fewer scopes than were granted, never for more. */
export function narrowScopes(granted: readonly OAuthScope[], text: string | undefined): OAuthScope[] {
  if (text === undefined) return [...granted]
  const asked = readScopes(text)
  if (!asked.every((scope) => granted.includes(scope)))
    throw new OAuthError('invalid_scope', 'a refresh cannot request scopes that were not granted')
  return asked
}

/** RFC 8707: whatever names this service is good; there is one audience. */
export function assertOwnResources(resources: readonly string[], baseUrl: string): void {
  const isOurs = (text: string) => parseUrl(text)?.origin === baseUrl && !text.includes('#')
  if (!resources.every(isOurs))
    throw new OAuthError('invalid_target', `resource must be a URL of this service: ${baseUrl}`)
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** S256 and nothing else; a method that is not named is S256. */
export function readChallenge(challenge: string | undefined, method: string | undefined): string {
  if (challenge === undefined) throw new OAuthError('invalid_request', 'code_challenge is required (PKCE)')
  if (method !== undefined && method !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url')
  return challenge
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export const verifierMatches = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && equal(createHash('sha256').update(verifier).digest('base64url'), challenge)

export const TOKEN_PREFIXES = { code: 'fh_ac_', access: 'fh_at_', refresh: 'fh_rt_' } as const

/** The refresh token that follows another: known to whoever has the key, so that twins get the same one, stored nowhere. */
export const deriveSuccessor = (key: Buffer, refreshToken: string): string =>
  TOKEN_PREFIXES.refresh + createHmac('sha256', key).update(refreshToken).digest('hex')

/** What a presented refresh token deserves. `successorUsed` is null when there is no successor. */
export function judgeRefresh(
  token: { usedAt: Date | null; expiresAt: Date },
  family: { revokedAt: Date | null },
  successorUsed: boolean | null,
  now: Date,
): 'rotate' | 'repeat' | 'refuse' | 'revoke' {
  if (family.revokedAt !== null) return 'refuse'
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'refuse'
  const isRecent = now < addSeconds(token.usedAt, OAUTH_REFRESH_GRACE_SECONDS)
  return isRecent && successorUsed === false ? 'repeat' : 'revoke'
}

const ticketMac = (key: Buffer, session: string, at: string, request: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([session, at, request]))
    .digest('base64url')

/** Goes into the form on which a person agrees: it is good for that session, that request and ten minutes. */
export function consentTicket(key: Buffer, session: string, request: string, now: Date): string {
  const at = String(Math.floor(now.getTime() / 1000))
  return `${at}.${ticketMac(key, session, at, request)}`
}

export function isConsentTicket(key: Buffer, session: string, request: string, ticket: string, now: Date): boolean {
  const [, at = '', mac = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? []
  const ageSeconds = now.getTime() / 1000 - Number(at)
  return equal(ticketMac(key, session, at, request), mac) && ageSeconds <= OAUTH_CONSENT_SECONDS
}
