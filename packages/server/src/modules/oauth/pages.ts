// What the consent page says of an application and its wishes.
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import type { Wish } from './service/authorize.ts'

const MEANINGS: Record<OAuthScope, string> = {
  'pricing:read': 'See exact prices of domains on the marketplace',
  'domains:manage': 'Manage your domains: lock, list for sale, change name servers',
}

/** The host says more than a name that anybody can take. */
export function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return host === '' ? protocol.slice(0, -1) : host
}

export const consentProps = ({ client, redirectUri, scopes }: Wish) => ({
  clientName: client.name,
  place: placeOf(redirectUri),
  wishes: scopes.map((scope) => ({ scope, text: MEANINGS[scope] })),
})
