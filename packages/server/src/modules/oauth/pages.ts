// The page on which a person lets an application in, or does not.
import { escapeHtml } from '../../http/plain-page.ts'
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import type { Wish } from './authorization-service.ts'

const MEANINGS: Record<OAuthScope, string> = {
  'pricing:read': 'See the real prices of names on the marketplace',
  'domains:manage': 'Manage your domains: renew, lock, list for sale, change name servers',
}

/** The host says more than a name that anybody can take. */
const placeOf = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri)
  return host === '' ? protocol.slice(0, -1) : host
}

export function consentPage(
  { client, redirectUri, scopes }: Wish,
  person: { email: string },
  hidden: { request: string; ticket: string },
): string {
  const wishes = scopes.map((scope) => `<li>${MEANINGS[scope]} <span class="soft">(${scope})</span></li>`).join('')
  return `<h1>Let ${escapeHtml(client.name)} in?</h1>
<p>The application calls itself <strong>${escapeHtml(client.name)}</strong>; anybody can take such a name. You will be sent to <strong>${escapeHtml(placeOf(redirectUri))}</strong>. It wants to:</p>
<ol>${wishes}</ol>
<form method="post" action="/oauth/authorize"><input type="hidden" name="request" value="${escapeHtml(hidden.request)}"><input type="hidden" name="ticket" value="${escapeHtml(hidden.ticket)}"><button type="submit" name="decision" value="allow">Allow</button><button type="submit" name="decision" value="deny" class="plain">Do not allow</button></form>
<p class="soft">You are signed in as ${escapeHtml(person.email)}. <a href="/account">Not you?</a></p>`
}
