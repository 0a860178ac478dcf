// Owns the affiliate's pages.
import { html, money } from './web.js'

/**
 * @typedef {import('@freehold/sdk').MarketMatch} MarketMatch
 * @typedef {import('@freehold/sdk').ReferralClicks} ReferralClicks
 * @typedef {import('@freehold/sdk').ReferralLink} ReferralLink
 * @typedef {import('@freehold/sdk').CommissionBalance} CommissionBalance
 */

/** @param {string} title @param {unknown} content */
const layout = (title, content) => html`<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Good Domains</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">Good Domains</a> <span>find the right name</span></header>
    <main>${content}</main>
    <footer>We earn a commission when you buy through our links. You pay the same price.</footer>
  </body>
</html>`

/** @param {{ query?: string, results?: MarketMatch[] }} [found] */
export const landingPage = ({ query, results = [] } = {}) =>
  layout(
    query ?? 'Find a domain',
    html`<h1>What is your project about?</h1>
<form class="search" action="/" role="search">
  <input name="q" value="${query}" aria-label="What is your project about?" placeholder="a bakery that delivers" required maxlength="200">
  <button>Find domains</button>
</form>
${query && (results.length > 0 ? html`<ul class="names">${results.map(resultRow)}</ul>` : html`<p>No domains for “${query}”. Try other words.</p>`)}
<p><a href="/market" rel="sponsored nofollow">See all domains for sale</a></p>`,
  )

/** @param {MarketMatch} result */
const resultRow = ({ domain, domain_unicode, price_cents, currency }) => html`<li>
  <strong>${domain_unicode}</strong>
  <span class="price">${money(price_cents, currency)}</span>
  <a class="button quiet" href="/go/${encodeURIComponent(domain)}" rel="sponsored nofollow" aria-label="View ${domain_unicode}">View</a>
</li>`

/** @param {{ clicks: ReferralClicks, balance: CommissionBalance[], links: ReferralLink[] }} numbers */
export const numbersPage = ({ clicks, balance, links }) =>
  layout(
    'Statistics',
    html`<h1>Statistics</h1>
<dl>
  <dt>Clicks</dt><dd>${clicks.total_clicks}</dd>
  <dt>Unique clicks (per visitor and day)</dt><dd>${clicks.unique_clicks}</dd>
  <dt>Bot clicks (not counted)</dt><dd>${clicks.bot_clicks_excluded}</dd>
  ${balance.length > 0 ? balance.map(balanceRows) : html`<dt>Commission</dt><dd>none yet</dd>`}
</dl>
<h2>Links</h2>
${links.length > 0 ? linkTable(links) : html`<p>No links yet. The first link is created when a visitor follows it.</p>`}`,
  )

/** @param {CommissionBalance} balance */
const balanceRows = ({ currency, accrued_cents, pending_cents, paid_out_cents }) => html`
  <dt>Accrued</dt><dd>${money(accrued_cents, currency)}</dd>
  <dt>Payable</dt><dd>${money(pending_cents, currency)}</dd>
  <dt>Paid out</dt><dd>${money(paid_out_cents, currency)}</dd>`

/** @param {ReferralLink[]} links */
const linkTable = (links) => html`<div class="table"><table>
  <thead><tr><th>Destination</th><th class="number">Clicks</th><th class="number">Sales</th></tr></thead>
  <tbody>${links.map(
    ({ destination_url, label, stats }) => html`<tr>
    <td><a href="${destination_url}">${label ?? new URL(destination_url).pathname}</a></td>
    <td class="number">${stats.clicks}</td>
    <td class="number">${stats.sales}</td>
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
<p><a href="/">Back to search</a></p>`,
  )
