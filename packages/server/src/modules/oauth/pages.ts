// What the consent page shows about an application and the scopes it requests.
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import type { Wish } from './service/authorize.ts'

const MEANINGS: Record<OAuthScope, string> = {
  'pricing:read': 'See marketplace prices in domain search results',
  'domains:manage': 'Manage your domains: transfer lock, auto-renew, privacy, nameservers and listings for sale',
}

const isWeb = (protocol: string): boolean => protocol === 'https:' || protocol === 'http:'

/** The redirect host identifies the application better than its self-chosen name. Of an app on the device, only its scheme does. */
export function formatPlace(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return isWeb(protocol) ? host : protocol.slice(0, -1)
}

export const consentProps = ({ client, redirectUri, scopes }: Wish) => ({
  clientName: client.name,
  place: formatPlace(redirectUri),
  target: redirectUri,
  publisher: client.documentUrl === null ? null : new URL(client.documentUrl).host,
  isApp: !isWeb(new URL(redirectUri).protocol),
  wishes: scopes.map((scope) => ({ scope, text: MEANINGS[scope] })),
})
