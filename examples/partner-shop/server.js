// A shop that sells names: search, a quote that holds the price, and two ways to pay. Start it with `node server.js`.
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { Freehold, FreeholdError } from '@freehold/sdk'
import { endHold, holdFor } from './holds.js'
import { errorPage, orderPage, quotePage, searchPage, unpaidPage } from './pages.js'
import { authorise, cancel, capture } from './payments.js'
import { readSettings } from './settings.js'
import { field, money, PageError, page, redirect, serve, withCookie } from './web.js'

/** @typedef {import('./web.js').Handler} Handler */

const settings = readSettings()
const port = Number(process.env.PORT ?? 4001)
const shopUrl = process.env.SHOP_URL ?? `http://localhost:${port}`
const freehold = new Freehold(settings)

/** @type {Handler} */
async function search({ url }) {
  const query = url.searchParams.get('q')?.trim()
  if (!query) return page(searchPage())
  const { results } = await freehold.domains.search(query)
  return page(searchPage({ query, results }))
}

/** Holds a name for this visitor: ten minutes, firm price. @type {Handler} */
async function quote({ form, cookies }) {
  const asked = field(form, 'domain')
  const domain = domainToASCII(asked) || asked
  const visitor = cookies.visitor || randomUUID()
  const { quote_id } = await holdFor(domain, visitor, () => freehold.quotes.create({ domain }))
  return withCookie(redirect(`/quotes/${quote_id}`), 'visitor', visitor)
}

/** @type {Handler} */
const showQuote = async ({ params }) => page(quotePage(await freehold.quotes.get(params.id ?? '')))

/**
 * We take the money ourselves: set it aside, record the sale, then take it. The key is made of the quote, so that a second click,
 * or a retry after a crash, is answered with the same order.
 * @type {Handler}
 */
async function buy({ form }) {
  const quote = await freehold.quotes.get(field(form, 'quote_id'))
  const [email, name] = [field(form, 'email'), field(form, 'name')]
  const reference = `shop-${quote.quote_id}`
  authorise({ reference, amount: money(quote.price_cents, quote.currency), email })
  try {
    const order = await freehold.orders.record(
      { quote_id: quote.quote_id, external_payment_ref: reference, buyer: { email, name } },
      { idempotencyKey: reference },
    )
    capture(reference)
    endHold(quote.domain)
    return redirect(`/orders/${order.public_id}`)
  } catch (error) {
    if (isRefusal(error)) cancel(reference)
    throw error
  }
}

/** Reasons that speak of a sale that was made, by the same form sent before with other words in it. */
const SOLD_BEFORE = ['quote_used', 'idempotency_key_reused', 'idempotency_in_progress']

/** True when nothing was sold. After a lost connection we do not know, and keep the money aside. @param {unknown} error */
const isRefusal = (error) =>
  error instanceof FreeholdError &&
  error.status >= 400 &&
  error.status < 500 &&
  !SOLD_BEFORE.includes(error.reason ?? '')

/** The service takes the money, on a page of its own. @type {Handler} */
async function checkout({ form }) {
  const session = await freehold.checkoutSessions.create({
    domain: field(form, 'domain'),
    return_url: `${shopUrl}/paid`,
    cancel_url: `${shopUrl}/`,
  })
  return redirect(session.checkout_url)
}

/** Anybody can type this address: the session tells whether it was paid. @type {Handler} */
async function paid({ url }) {
  const session = await freehold.checkoutSessions.get(url.searchParams.get('session_id') ?? '')
  return session.order_public_id ? redirect(`/orders/${session.order_public_id}`) : page(unpaidPage(session))
}

/** @type {Handler} */
const showOrder = async ({ params }) => page(orderPage(await freehold.orders.get(params.id ?? '')))

/** Our own refusals and the service's, each with its status; of a fault of ours nobody sees more than that there was one. @param {unknown} error */
function showError(error) {
  if (error instanceof PageError) return page(errorPage({ message: error.message }), error.status)
  if (!(error instanceof FreeholdError)) {
    console.error(error)
    return page(errorPage({ message: 'Something went wrong here.' }), 500)
  }
  console.error(error.status, error.code, error.requestId)
  return page(errorPage(error), error.status >= 400 && error.status < 500 ? error.status : 502)
}

serve({
  port,
  formTarget: new URL(settings.baseUrl).origin,
  onError: showError,
  routes: {
    'GET /': search,
    'POST /quotes': quote,
    'GET /quotes/:id': showQuote,
    'POST /orders': buy,
    'GET /orders/:id': showOrder,
    'POST /checkouts': checkout,
    'GET /paid': paid,
  },
})
