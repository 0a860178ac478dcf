// Client ID Metadata Documents: a client whose ID is the https URL of a document that describes it.
import { CLIENT_DOCUMENT_URL_LENGTH_MAX } from '../../../kernel/limits.ts'
import { parseUrl } from '../../../kernel/text/url.ts'
import { isPlainHost } from '../../../kernel/text/web-host.ts'
import { type ClientMetadata, readClientMetadata } from './clients.ts'
import { OAuthError } from './grants.ts'

/** Whether a client ID claims to be a document at all. */
export const isDocumentUrl = (clientId: string): boolean => /^https:\/\//i.test(clientId)

/** Why no document can be there; null when one can. It is compared character by character, so it has one spelling. */
export function documentUrlProblem(clientId: string): string | null {
  const url = clientId.length <= CLIENT_DOCUMENT_URL_LENGTH_MAX ? parseUrl(clientId) : null
  if (url === null || url.href !== clientId || !isPlainHost(url.hostname))
    return 'must be an https URL in normalized form'
  if (url.username !== '' || url.password !== '' || url.hash !== '' || clientId.includes('#'))
    return 'must not have a user name, a password or a fragment'
  if (url.pathname === '/') return 'must have a path, such as /client.json'
  return null
}

const invalid = (description: string): OAuthError => new OAuthError('invalid_client_metadata', description)

/** What the document says of the client. A document that names another client proves nothing about this one. */
export function readClientDocument(text: string, url: string): ClientMetadata {
  let document: Record<string, unknown>
  try {
    document = JSON.parse(text)
  } catch {
    throw invalid('the document is not valid JSON')
  }
  const metadata = readClientMetadata(document)
  if (document.client_id !== url) throw invalid('client_id of the document must be its URL')
  const { token_endpoint_auth_method: method = 'none' } = document
  if (method !== 'none' || 'client_secret' in document)
    throw invalid('the client must be public: token_endpoint_auth_method none, and no client_secret')
  return metadata
}
