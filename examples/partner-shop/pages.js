// Owns what the shop's pages look like.
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
    <header><a href="/">Corner Shop</a> <span>names for what you are about to begin</span></header>
    <main>${content}</main>
    <footer>An example of a partner's shop. No card is charged.</footer>
  </body>
</html>`

/** @param {string} value */
const searchForm = (value = '') => html`<form class="search" action="/" role="search">
  <input name="q" value="${value}" aria-label="What is it about?" placeholder="solar panels, coffee at home…" required maxlength="200">
  <button>Search</button>
</form>`

/** @param {{ query?: string, results?: SearchResult[] }} [found] */
export const searchPage = ({ query, results = [] } = {}) =>
  layout(
    query ?? 'Find a name',
    html`<h1>Find a name</h1>
${searchForm(query)}
${query ? resultList(query, results) : ideas}`,
  )

/** @param {string} query @param {SearchResult[]} results */
const resultList = (query, results) =>
  results.length > 0
    ? html`<ul class="names">${results.map(resultRow)}</ul>`
    : html`<p>Nothing for “${query}”. Try other words.</p>`

const ideas = html`<p>Say what it is about; we look for names that mean it. For example
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
${quote.status === 'active' ? wayToPay(quote) : whatBecameOf(quote)}`,
  )

/** @param {Quote} quote */
const wayToPay = ({ quote_id, domain, expires_at, expires_in }) => html`<p class="notice">
  Held for you at this price until <time datetime="${expires_at}">${timeOf(expires_at)}</time>, for another ${minutesOf(expires_in)}.
</p>
<section class="card">
  <h2>Pay here</h2>
  <form class="fields" method="post" action="/orders">
    <input type="hidden" name="quote_id" value="${quote_id}">
    <label>Name <input name="name" autocomplete="name" required maxlength="200"></label>
    <label>E-mail <input name="email" type="email" autocomplete="email" required maxlength="254"></label>
    <button>Pay and buy</button>
  </form>
</section>
<section class="card">
  <h2>Or pay at the marketplace</h2>
  <p>You pay by card on their page, and come back here.</p>
  <form method="post" action="/checkouts">
    <input type="hidden" name="domain" value="${domain}">
    <button class="quiet">Go to the checkout</button>
  </form>
</section>`

/** @param {Quote} quote */
const whatBecameOf = ({ status, domain, domain_unicode }) =>
  status === 'used'
    ? html`<p class="notice">This name was bought with this offer.</p>`
    : html`<p class="notice">This offer is over. The price may have changed since.</p>
<form method="post" action="/quotes">
  <input type="hidden" name="domain" value="${domain}">
  <button>Ask again for ${domain_unicode}</button>
</form>`

/** What a buyer reads of a state: a word or two, and a sentence. @type {Record<Order['status'], [short: string, sentence: string]>} */
const STATES = {
  EXTERNALLY_PAID: ['Paid', 'Paid. We are preparing the transfer.'],
  PAID: ['Paid', 'Paid. The transfer is being prepared.'],
  MANUAL_REVIEW: ['In review', 'Paid. Somebody looks at the order before the transfer begins.'],
  TRANSFER_IN_PROGRESS: ['On its way', 'The name is on its way to you.'],
  TRANSFER_COMPLETED: ['Delivered', 'The name is yours.'],
  SETTLED: ['Closed', 'The name is yours.'],
  REFUNDED: ['Refunded', 'You got your money back.'],
  CANCELLED: ['Cancelled', 'The order was cancelled, and you got your money back.'],
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
  <dt>State</dt><dd>${STATES[order.status][0]}</dd>
</dl>
<h2>What happened</h2>
<ol class="steps">${order.timeline.map(({ at, status }) => html`<li><time datetime="${at}">${timeOf(at)}</time> ${STATES[status][0]}</li>`)}</ol>
<p>Reload this page to see how far it is.</p>`,
  )

/** @param {CheckoutSession} session */
export const unpaidPage = ({ domain_unicode, status, checkout_url }) =>
  layout(
    domain_unicode,
    html`<h1>${domain_unicode}</h1>
<p class="notice">${status === 'processing' ? 'The bank has not answered yet. Reload this page in a moment.' : 'This name is not paid for.'}</p>
${status === 'open' && html`<p><a href="${checkout_url}">Back to the checkout</a></p>`}`,
  )

/** What buyers read in place of the service's words, by its finer word or its code. @type {Record<string, string>} */
const REASONS = {
  domain_sold: 'Somebody else bought this name. You were not charged.',
  domain_reserved: 'Somebody else is buying this name. Try again in ten minutes.',
  quote_expired: 'The ten minutes are over. You were not charged; please search for the name again.',
  quote_used: 'This offer was bought already.',
  idempotency_key_reused: 'This offer was bought already.',
  price_mismatch: 'The price has changed. You were not charged; please search for the name again.',
  not_found: 'There is no such thing here.',
  rate_limited: 'We are asked too much at the moment. Please try again in a minute.',
  connection_failed: 'The marketplace does not answer. Reload this page: nothing is bought or charged twice.',
  timeout: 'The marketplace does not answer. Reload this page: nothing is bought or charged twice.',
}

/** @param {{ message: string, code?: string, reason?: string | null, requestId?: string | null }} error */
export const errorPage = ({ message, code = '', reason, requestId }) =>
  layout(
    'That did not work',
    html`<h1>That did not work</h1>
<p class="notice bad">${REASONS[reason ?? ''] ?? REASONS[code] ?? message}</p>
${requestId && html`<p>If you write to us, name this number: <code>${requestId}</code></p>`}
<p><a href="/">Back to the search</a></p>`,
  )

/** @param {string} iso */
const timeOf = (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** @param {number} seconds */
function minutesOf(seconds) {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'minute' : `${minutes} minutes`
}
