// What people do on the market of a fresh service: they buy, dispute a payment, sell, make offers and change their domains. Through the
// forms and the API, so that their pages have something to show.
import { type Browser, openBrowser, overNetwork } from '../../packages/server/test/browser.ts'
import type { Service } from '../process.ts'
import { asOperator } from './as-operator.ts'

export type MarketActivity = {
  disputeId: string
  sellerId: string
  offerId: string
  listingId: string
  commandId: string
  sandboxMessage: string
  accountOrder: string
  accountOffer: string
  sellingOffer: string
  bulkChange: string
  soldName: string
  consentPath: string
}

const GOOD_CARD = '4242424242424242'
const DISPUTED_CARD = '4000000000000259'
const AMOUNT = { amount_cents: 90_000, currency: 'USD' }

async function call<ResponseBody>(browser: Browser, origin: string, url: string, body?: object): Promise<ResponseBody> {
  const { status, text } = await browser.request({
    method: body ? 'POST' : 'GET',
    url,
    headers: { origin, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (status >= 300) throw new Error(`${url}: ${status} ${text}`)
  return JSON.parse(text) as ResponseBody
}

/** Buys at the marketplace's checkout, with the form that its page has. */
async function buy(browser: Browser, domain: string, number: string, email: string): Promise<void> {
  const begun = await browser.post(`/domains/${domain}/buy`, {})
  const { pathname, search } = new URL(String(begun.headers.location), 'http://localhost')
  const page = await browser.open(pathname + search)
  const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const paid = await browser.post(pathname + search, { form, email, number, expiry: '12/35', cvc: '123' })
  if (paid.status !== 303) throw new Error(`${domain} was not bought: ${paid.status} ${paid.text}`)
}

/** An application that asks the person for access. */
async function registerApplication(service: Service): Promise<string> {
  const redirectUri = 'https://app.example/callback'
  const response = await fetch(`${service.url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Price watcher', redirect_uris: [redirectUri] }),
  })
  const { client_id } = (await response.json()) as { client_id: string }
  const challenge = { code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' }
  const query = { response_type: 'code', client_id, redirect_uri: redirectUri, ...challenge, state: 'xyz' }
  return `/oauth/authorize?${new URLSearchParams(query)}`
}

export async function makeMarketActivity(service: Service): Promise<MarketActivity> {
  const { user, portal } = service.credentials()
  const [person, other, guest] = [1, 2, 3].map(() => openBrowser(overNetwork(service.url))) as [
    Browser,
    Browser,
    Browser,
  ]
  await person.signIn(user)
  await other.signIn(portal)
  const ask = <ResponseBody>(browser: Browser, url: string, body?: object) =>
    call<ResponseBody>(browser, service.url, url, body)
  const operate = <ResponseBody>(path: string, body?: object) =>
    asOperator<ResponseBody>(service, body ? 'POST' : 'GET', path, body)

  const market = await ask<{ items: { domain: string }[] }>(guest, '/api/market/listings?limit=10&sort=price_asc')
  const [bought = '', disputed = ''] = market.items.map(({ domain }) => domain)
  await buy(person, bought, GOOD_CARD, user.email)
  await buy(guest, disputed, DISPUTED_CARD, 'guest@example.com')

  const terms = { price_cents: 250_000, currency: 'USD', accepts_offers: true }
  const listing = await operate<{ listing_id: string }>('/listings', {
    environment: 'live',
    domain: 'accepts-offers.com',
    ...terms,
  })
  const offer = await ask<{ offer_id: string }>(person, '/api/market/offers', {
    domain: 'accepts-offers.com',
    message: 'Is this possible?',
    ...AMOUNT,
  })
  await ask(person, '/api/seller/listings', { domain: 'demo-bakery.com', ...terms })
  const selling = await ask<{ offer_id: string }>(other, '/api/market/offers', { domain: 'demo-bakery.com', ...AMOUNT })
  const change = await ask<{ bulk_id: string }>(person, '/api/domains/bulk/set_lock', {
    domains: ['demo-studio.io', 'demo-garden.org', 'not-mine.com'],
    params: { locked: false },
  })

  const [{ orders }, { disputes }, { sellers }, commands, { messages }] = await Promise.all([
    ask<{ orders: { public_id: string }[] }>(person, '/api/account/orders'),
    operate<{ disputes: { dispute_id: string }[] }>('/disputes'),
    operate<{ sellers: { user_id: string }[] }>('/sellers'),
    operate<{ registry_commands: { command_id: string }[] }>('/registry-commands'),
    service.sdk().get<{ messages: { message_id: string }[] }>('/api/partner/v1/sandbox/mail'),
  ])
  return {
    disputeId: disputes[0]?.dispute_id ?? '',
    sellerId: sellers[0]?.user_id ?? '',
    offerId: offer.offer_id,
    listingId: listing.listing_id,
    commandId: commands.registry_commands[0]?.command_id ?? '',
    sandboxMessage: messages[0]?.message_id ?? '',
    accountOrder: orders[0]?.public_id ?? '',
    accountOffer: offer.offer_id,
    sellingOffer: selling.offer_id,
    bulkChange: change.bulk_id,
    soldName: bought,
    consentPath: await registerApplication(service),
  }
}
