// What the consent page shows about an application and the scopes it requests.
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import type { Wish } from './service/authorize.ts'

const MEANINGS: Record<OAuthScope, string> = {
  'pricing:read': 'See marketplace prices in domain search results',
  'domains:manage': 'Manage your domains: transfer lock, auto-renew, privacy, name servers and listings for sale',
}

/** The redirect host identifies the application better than its self-chosen name. */
export function formatPlace(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return host === '' ? protocol.slice(0, -1) : host
}

export const consentProps = ({ client, redirectUri, scopes }: Wish) => ({
  clientName: client.name,
  place: formatPlace(redirectUri),
  wishes: scopes.map((scope) => ({ scope, text: MEANINGS[scope] })),
})
