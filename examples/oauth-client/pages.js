// Owns what the application's pages look like.
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
    <title>${title} · My Names</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">My Names</a> <span>everything you hold, on one page</span></header>
    <main>${content}</main>
    <footer>An example of an application that people let into their Freehold account.</footer>
  </body>
</html>`

const signInForm = html`<form method="post" action="/sign-in"><button>Sign in with Freehold</button></form>`

export const welcomePage = () =>
  layout(
    'Welcome',
    html`<h1>Which names do I have?</h1>
<p>Sign in with Freehold and agree, and we list your names and what you bought. We never see your password, and you can end it at any time.</p>
${signInForm}`,
  )

/** @param {{ account: Account, domains: OwnedDomain[], orders: Purchase[], scope: string, freshUntil: Date }} person */
export const homePage = ({ account, domains, orders, scope, freshUntil }) =>
  layout(
    'Your names',
    html`<h1>Your names</h1>
<p>Signed in as ${account.email}.</p>
${domains.length > 0 ? domainTable(domains) : html`<p class="notice">You have no names yet.</p>`}
<h2>What you bought</h2>
${orders.length > 0 ? orderTable(orders) : html`<p class="notice">Nothing yet.</p>`}
<h2>Permission</h2>
<dl>
  <dt>You gave us</dt><dd><code>${scope}</code></dd>
  <dt>This token is good until</dt><dd>${freshUntil.toISOString().slice(11, 19)} UTC, and is replaced before</dd>
</dl>
<div class="row">
  <form method="post" action="/refresh"><button class="quiet">Replace it now</button></form>
  <form method="post" action="/sign-out"><button class="quiet">Sign out and take it back</button></form>
</div>`,
  )

/** @param {OwnedDomain[]} domains */
const domainTable = (domains) => html`<div class="table"><table>
  <thead><tr><th>Name</th><th>Until</th><th>Renews itself</th></tr></thead>
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
  <thead><tr><th>Name</th><th>State</th><th class="number">Price</th></tr></thead>
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
    'That did not work',
    html`<h1>That did not work</h1>
<p class="notice bad">${message}</p>
${requestId && html`<p>If you write to us, name this number: <code>${requestId}</code></p>`}
${signInForm}`,
  )
