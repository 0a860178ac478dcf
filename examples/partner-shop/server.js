// A shop that sells domains: search, a quote that reserves the price, and two ways to pay. Start it with `node server.js`.
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { Freehold, FreeholdError } from '@freehold/sdk'
import { endHold, holdFor } from './holds.js'
import { errorPage, orderPage, quotePage, searchPage, unpaidPage } from './pages.js'
import { authorize, cancel, capture } from './payments.js'
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

/** Reserves a domain for this visitor for ten minutes at a firm price. @type {Handler} */
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
 * The shop collects the payment: authorize it, record the order, then capture it. The idempotency key is derived from the quote,
 * so a second click or a retry after a crash returns the same order.
 * @type {Handler}
 */
async function buy({ form }) {
  const quote = await freehold.quotes.get(field(form, 'quote_id'))
  const [email, name] = [field(form, 'email'), field(form, 'name')]
  const reference = `shop-${quote.quote_id}`
  authorize({ reference, amount: money(quote.price_cents, quote.currency), email })
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

/** Reasons that mean an earlier submission of this form has already recorded the order. */
const SOLD_BEFORE = ['quote_used', 'idempotency_key_reused', 'idempotency_in_progress']

/** True when nothing was sold. After a connection error the outcome is unknown, so the authorization is kept. @param {unknown} error */
const isRefusal = (error) =>
  error instanceof FreeholdError &&
  error.status >= 400 &&
  error.status < 500 &&
  !SOLD_BEFORE.includes(error.reason ?? '')

/** The marketplace collects the payment on its own page. @type {Handler} */
async function checkout({ form }) {
  const session = await freehold.checkoutSessions.create({
    domain: field(form, 'domain'),
    return_url: `${shopUrl}/paid`,
    cancel_url: `${shopUrl}/`,
  })
  return redirect(session.checkout_url)
}

/** Anyone can open this URL, so check the session to see whether it was paid. @type {Handler} */
async function paid({ url }) {
  const session = await freehold.checkoutSessions.get(url.searchParams.get('session_id') ?? '')
  return session.order_public_id ? redirect(`/orders/${session.order_public_id}`) : page(unpaidPage(session))
}

/** @type {Handler} */
const showOrder = async ({ params }) => page(orderPage(await freehold.orders.get(params.id ?? '')))

/** Shows our own errors and those of the service. Details of unexpected errors are logged and not shown. @param {unknown} error */
function showError(error) {
  if (error instanceof PageError) return page(errorPage({ message: error.message }), error.status)
  if (!(error instanceof FreeholdError)) {
    console.error(error)
    return page(errorPage({ message: 'An unexpected error occurred. Please try again.' }), 500)
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
