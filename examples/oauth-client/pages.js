// Owns the application's pages.
import { html, money } from './web.js'

/**
 * @typedef {import('@freehold/sdk').Account} Account
 * @typedef {import('@freehold/sdk').OwnedDomain} OwnedDomain
 * @typedef {import('@freehold/sdk').Purchase} Purchase
 */

/** @param {string} title @param {unknown} content */
const layout = (title, content) => html`<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · My Domains</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">My Domains</a> <span>all your domains on one page</span></header>
    <main>${content}</main>
    <footer>An example application that uses Sign in with Freehold.</footer>
  </body>
</html>`

const signInForm = html`<form method="post" action="/sign-in"><button>Sign in with Freehold</button></form>`

export const welcomePage = () =>
  layout(
    'Welcome',
    html`<h1>See all your domains</h1>
<p>Sign in with Freehold to list your domains and purchases. We never see your password, and you can revoke access at any time.</p>
${signInForm}`,
  )

/** @param {{ account: Account, domains: OwnedDomain[], orders: Purchase[], scope: string, freshUntil: Date }} person */
export const homePage = ({ account, domains, orders, scope, freshUntil }) =>
  layout(
    'Your domains',
    html`<h1>Your domains</h1>
<p>Signed in as ${account.email}.</p>
${domains.length > 0 ? domainTable(domains) : html`<p class="notice">You have no domains yet.</p>`}
<h2>Purchases</h2>
${orders.length > 0 ? orderTable(orders) : html`<p class="notice">No purchases yet.</p>`}
<h2>Access</h2>
<dl>
  <dt>Scopes</dt><dd><code>${scope}</code></dd>
  <dt>Token expires at</dt><dd>${freshUntil.toISOString().slice(11, 19)} UTC; it is refreshed automatically before then</dd>
</dl>
<div class="row">
  <form method="post" action="/refresh"><button class="quiet">Refresh token</button></form>
  <form method="post" action="/sign-out"><button class="quiet">Sign out and revoke access</button></form>
</div>`,
  )

/** @param {OwnedDomain[]} domains */
const domainTable = (domains) => html`<div class="table"><table>
  <thead><tr><th>Domain</th><th>Expires</th><th>Auto-renewal</th></tr></thead>
  <tbody>${domains.map(
    ({ domain_unicode, expires_at, auto_renew }) => html`<tr>
    <td>${domain_unicode}</td>
    <td>${expires_at.slice(0, 10)}</td>
    <td>${auto_renew ? 'yes' : 'no'}</td>
  </tr>`,
  )}</tbody>
</table></div>`

/** @param {Purchase[]} orders */
const orderTable = (orders) => html`<div class="table"><table>
  <thead><tr><th>Domain</th><th>Status</th><th class="number">Price</th></tr></thead>
  <tbody>${orders.map(
    ({ domain_unicode, status, price_cents, currency }) => html`<tr>
    <td>${domain_unicode}</td>
    <td>${status.toLowerCase().replaceAll('_', ' ')}</td>
    <td class="number">${money(price_cents, currency)}</td>
  </tr>`,
  )}</tbody>
</table></div>`

/** @param {{ message: string, requestId?: string | null }} error */
export const errorPage = ({ message, requestId }) =>
  layout(
    'Something went wrong',
    html`<h1>Something went wrong</h1>
<p class="notice bad">${message}</p>
${requestId && html`<p>If you contact us, include this request ID: <code>${requestId}</code></p>`}
${signInForm}`,
  )
