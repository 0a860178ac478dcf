// Owns the shop's pages.
import { html, money } from './web.js'

/**
 * @typedef {import('@freehold/sdk').Quote} Quote
 * @typedef {import('@freehold/sdk').OrderDetail} Order
 * @typedef {import('@freehold/sdk').SearchResult} SearchResult
 * @typedef {import('@freehold/sdk').CheckoutSession} CheckoutSession
 */

/** @param {string} title @param {unknown} content */
const layout = (title, content) => html`<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Corner Shop</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">Corner Shop</a> <span>domains for your next project</span></header>
    <main>${content}</main>
    <footer>An example of a partner's shop. No real payments are taken.</footer>
  </body>
</html>`

/** @param {string} value */
const searchForm = (value = '') => html`<form class="search" action="/" role="search">
  <input name="q" value="${value}" aria-label="What is your project about?" placeholder="solar panels, coffee at home…" required maxlength="200">
  <button>Search</button>
</form>`

/** @param {{ query?: string, results?: SearchResult[] }} [found] */
export const searchPage = ({ query, results = [] } = {}) =>
  layout(
    query ?? 'Find a domain',
    html`<h1>Find a domain</h1>
${searchForm(query)}
${query ? resultList(query, results) : ideas}`,
  )

/** @param {string} query @param {SearchResult[]} results */
const resultList = (query, results) =>
  results.length > 0
    ? html`<ul class="names">${results.map(resultRow)}</ul>`
    : html`<p>No domains for “${query}”. Try other words.</p>`

const ideas = html`<p>Describe your project and we find matching domains. For example:
  <a href="/?q=solar+panels">solar panels</a>, <a href="/?q=a+bakery+that+delivers">a bakery that delivers</a>
  or <a href="/?q=learning+chess">learning chess</a>.</p>`

/** @param {SearchResult} result */
const resultRow = ({ domain, domain_unicode, price_cents, currency }) => html`<li>
  <strong>${domain_unicode}</strong>
  <span class="price">${money(price_cents, currency)}</span>
  <form method="post" action="/quotes">
    <input type="hidden" name="domain" value="${domain}">
    <button aria-label="Buy ${domain_unicode}">Buy</button>
  </form>
</li>`

/** @param {Quote} quote */
export const quotePage = (quote) =>
  layout(
    quote.domain_unicode,
    html`<h1>${quote.domain_unicode}</h1>
<p class="price large">${money(quote.price_cents, quote.currency)}</p>
${quote.status === 'active' ? wayToPay(quote) : describeOutcome(quote)}`,
  )

/** @param {Quote} quote */
const wayToPay = ({ quote_id, domain, expires_at, expires_in }) => html`<p class="notice">
  Reserved for you at this price until <time datetime="${expires_at}">${formatTime(expires_at)}</time> (${formatMinutes(expires_in)} left).
</p>
<section class="card">
  <h2>Pay here</h2>
  <form class="fields" method="post" action="/orders">
    <input type="hidden" name="quote_id" value="${quote_id}">
    <label>Name <input name="name" autocomplete="name" required maxlength="200"></label>
    <label>Email <input name="email" type="email" autocomplete="email" required maxlength="254"></label>
    <button>Pay now</button>
  </form>
</section>
<section class="card">
  <h2>Or pay at the marketplace</h2>
  <p>You pay by card on the marketplace's page and then return here.</p>
  <form method="post" action="/checkouts">
    <input type="hidden" name="domain" value="${domain}">
    <button class="quiet">Go to checkout</button>
  </form>
</section>`

/** @param {Quote} quote */
const describeOutcome = ({ status, domain, domain_unicode }) =>
  status === 'used'
    ? html`<p class="notice">You bought this domain with this offer.</p>`
    : html`<p class="notice">This offer has expired. The price may have changed.</p>
<form method="post" action="/quotes">
  <input type="hidden" name="domain" value="${domain}">
  <button>Get a new offer for ${domain_unicode}</button>
</form>`

/** What a buyer sees for each status: a label and a sentence. @type {Record<Order['status'], [short: string, sentence: string]>} */
const STATES = {
  EXTERNALLY_PAID: ['Paid', 'Paid. We are preparing the transfer.'],
  PAID: ['Paid', 'Paid. The transfer is being prepared.'],
  MANUAL_REVIEW: ['In review', 'Paid. We review the order before the transfer starts.'],
  TRANSFER_IN_PROGRESS: ['In transfer', 'The domain is being transferred to you.'],
  TRANSFER_COMPLETED: ['Delivered', 'The domain is yours.'],
  SETTLED: ['Completed', 'The domain is yours.'],
  REFUNDED: ['Refunded', 'Your payment was refunded.'],
  CANCELLED: ['Canceled', 'The order was canceled and your payment was refunded.'],
}

/** @param {Order} order */
export const orderPage = (order) =>
  layout(
    order.domain_unicode,
    html`<h1>${order.domain_unicode}</h1>
<p class="notice good">${STATES[order.status][1]}</p>
<dl>
  <dt>Order</dt><dd><code>${order.public_id}</code></dd>
  <dt>Price</dt><dd>${money(order.sale_price_cents, order.currency)}</dd>
  <dt>Status</dt><dd>${STATES[order.status][0]}</dd>
</dl>
<h2>History</h2>
<ol class="steps">${order.timeline.map(({ at, status }) => html`<li><time datetime="${at}">${formatTime(at)}</time> ${STATES[status][0]}</li>`)}</ol>
<p>Reload this page to see the current status.</p>`,
  )

/** @param {CheckoutSession} session */
export const unpaidPage = ({ domain_unicode, status, checkout_url }) =>
  layout(
    domain_unicode,
    html`<h1>${domain_unicode}</h1>
<p class="notice">${status === 'processing' ? 'The payment is being processed. Reload this page in a moment.' : 'This domain has not been paid for.'}</p>
${status === 'open' && html`<p><a href="${checkout_url}">Back to checkout</a></p>`}`,
  )

/** What buyers see instead of the API's messages, by error reason or code. @type {Record<string, string>} */
const REASONS = {
  domain_sold: 'Someone else bought this domain first. You were not charged.',
  domain_reserved: 'Someone else is buying this domain. Try again in ten minutes.',
  quote_expired: 'The offer has expired. You were not charged. Search for the domain again.',
  quote_used: 'This offer has already been used.',
  idempotency_key_reused: 'This offer has already been used.',
  price_mismatch: 'The price has changed. You were not charged. Search for the domain again.',
  not_found: 'Not found.',
  rate_limited: 'Too many requests. Try again in a minute.',
  connection_failed: 'The marketplace is unavailable. Reload this page: you are not charged twice.',
  timeout: 'The marketplace is unavailable. Reload this page: you are not charged twice.',
}

/** @param {{ message: string, code?: string, reason?: string | null, requestId?: string | null }} error */
export const errorPage = ({ message, code = '', reason, requestId }) =>
  layout(
    'Something went wrong',
    html`<h1>Something went wrong</h1>
<p class="notice bad">${REASONS[reason ?? ''] ?? REASONS[code] ?? message}</p>
${requestId && html`<p>If you contact us, include this request ID: <code>${requestId}</code></p>`}
<p><a href="/">Back to search</a></p>`,
  )

/** @param {string} iso */
const formatTime = (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** @param {number} seconds */
function formatMinutes(seconds) {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'minute' : `${minutes} minutes`
}
