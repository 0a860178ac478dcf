// Records for the samples of routes: each maker brings one to the state that a route needs.
import { sql } from '../src/db/sql.ts'
import { newId } from '../src/kernel/ids.ts'
import type { Owner } from '../src/kernel/owner.ts'
import { issueStatement } from '../src/modules/documents/index.ts'
import { queueMail } from '../src/modules/mail/index.ts'
import { openBrowser, overInject } from './browser.ts'
import type { TestPartner, TestService } from './harness.ts'
import { type Account, newAccount, newApplication } from './oauth.ts'
import type { Person } from './person.ts'
import { GOOD_CARD, openShop } from './shop.ts'

/** What the samples may refer to; made once per test file. `live` is the same partner's other key. */
export type World = {
  partner: TestPartner
  live: TestPartner
  listingId: string
  domain: string
  importId: string
  /** A person, their session, and the token of an application that they let do everything. */
  person: Account & { cookie: string }
  accessToken: string
  /** An owner of the partner. */
  owner: Person
}

export type Sample = {
  params?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  body?: unknown
  /** For routes that read a stream. */
  raw?: { contentType: string; text: string }
}

export type MakeSample = (world: World, service: TestService) => Sample | Promise<Sample>

let serial = 0
/** Another one each time. */
export const nextNumber = (): number => serial++
export const freshDomain = (): string => `matrix-${process.pid}-${nextNumber()}.com`

export const newPartner = async (service: TestService): Promise<Sample> => ({
  params: { partner_id: (await service.partner()).partnerId },
})
export const newKey = async (service: TestService): Promise<Sample> => ({
  params: { key_id: (await service.partner()).keyId },
})
/** An order of the world's partner, moved as far as the route needs it. */
export async function newOrder({ partner }: World, service: TestService, ...moves: string[]): Promise<string> {
  const domain = freshDomain()
  await service.list('sandbox', domain)
  const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'matrix' }
  const order = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, {
    headers: { 'idempotency-key': domain },
  })
  for (const move of moves) await service.operator('POST', `/orders/${order.json.public_id}/${move}`)
  return order.json.public_id as string
}

/** One order to hold. */
export const newBulkAction = async (world: World, service: TestService) => ({
  action: 'hold',
  order_ids: [await newOrder(world, service)],
  idempotency_key: `bulk-${nextNumber()}`,
})

/** A person who is signed in and has let an application do everything. */
export async function newPerson(service: TestService): Promise<Pick<World, 'person' | 'accessToken'>> {
  const transport = overInject(service)
  const account = await newAccount(service)
  const browser = openBrowser(transport)
  await browser.signIn(account)
  const application = await newApplication(transport)
  const tokens = await application.obtainTokens(account, { scope: 'pricing:read domains:manage' })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { person: { ...account, cookie }, accessToken: tokens.access_token }
}

/** Where a live name of our own pages is paid. */
export async function beginPurchase(service: TestService): Promise<string> {
  const { domain } = await service.list('live', freshDomain())
  const begun = await service.send({
    method: 'POST',
    url: '/api/market/checkout',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  })
  return begun.json.checkout_url
}

/** A live name that the world's person bought on our own pages. */
export async function newPurchase({ person }: Pick<World, 'person'>, service: TestService): Promise<string> {
  await service.house()
  const shop = openShop(service)
  const url = await beginPurchase(service)
  await shop.payForm(url, GOOD_CARD, { email: person.email }, { cookie: person.cookie })
  return shop.readOrderId(url)
}

/** A live order that nobody has claimed. */
export async function newGuestOrder(service: TestService): Promise<string> {
  const shop = openShop(service)
  const { checkout_url } = await shop.session(await service.partner({ environment: 'live' }))
  await shop.payForm(checkout_url)
  return shop.readOrderId(checkout_url)
}

export const orderAfter =
  (...moves: string[]): MakeSample =>
  async (world, service) => ({
    params: { public_id: await newOrder(world, service, ...moves) },
    body: { note: 'matrix' },
  })

export async function newQuote({ partner }: World, service: TestService): Promise<Sample> {
  const domain = freshDomain()
  await service.list('sandbox', domain)
  const quote = await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
  if (quote.status !== 201) throw new Error(`no quote: ${quote.text}`)
  return { params: { quote_id: quote.json.quote_id } }
}

export const SHOP = { return_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/back' }
export async function newCheckout({ partner }: World, service: TestService): Promise<Sample> {
  const { domain } = await service.list('sandbox', freshDomain())
  const session = await service.signed(partner, 'POST', '/api/partner/v1/checkout-session', { domain, ...SHOP })
  return { params: { session_id: session.json.session_id } }
}

export const newListing = async (service: TestService): Promise<Sample> => ({
  params: { listing_id: (await service.list('sandbox', freshDomain())).listing_id },
})

/** As the service withdraws one. */
export async function newWithdrawn(service: TestService): Promise<Sample> {
  const sample = await newListing(service)
  const id = sample.params!.listing_id!
  await service.db.run(sql`update listings set status = 'withdrawn' where id = ${id}`)
  await service.db.run(sql`
    insert into listing_withdrawals (listing_id, withdrawn_at, reason, detail) values (${id}, now(), 'expired', 'It expired.')`)
  return sample
}

export const REGISTRATION = {
  url: 'https://hooks.matrix.example/in',
  secret: 'sixteen-or-longer',
  event_types: ['order.recorded'],
}

export async function registered({ partner }: World, service: TestService): Promise<Sample> {
  await service.signed(partner, 'PUT', '/api/partner/webhooks', REGISTRATION)
  return {}
}

const ENDPOINTS = '/api/partner/v1/webhooks/endpoints'

/** By key of a partner, so by environment: the endpoint that is read, and stays. */
const keptEndpoints = new Map<string, string>()

/** Room for another endpoint: a partner has at most ten. */
export async function withoutEndpoints({ partner }: World, service: TestService): Promise<void> {
  const { json } = await service.signed(partner, 'GET', ENDPOINTS)
  for (const { endpoint_id: id, default: isDefault } of json.endpoints)
    if (!isDefault && id !== keptEndpoints.get(partner.keyId))
      await service.signed(partner, 'DELETE', `${ENDPOINTS}/${id}`)
}

export async function newEndpoint(world: World, service: TestService): Promise<Sample> {
  await withoutEndpoints(world, service)
  const { json } = await service.signed(world.partner, 'POST', ENDPOINTS, REGISTRATION)
  return { params: { endpoint_id: json.endpoint_id } }
}

export async function keptEndpoint(world: World, service: TestService): Promise<Sample> {
  const known = keptEndpoints.get(world.partner.keyId)
  if (known && (await service.signed(world.partner, 'GET', `${ENDPOINTS}/${known}`)).status === 200)
    return { params: { endpoint_id: known } }
  const sample = await newEndpoint(world, service)
  keptEndpoints.set(world.partner.keyId, sample.params!.endpoint_id!)
  return sample
}

export async function newDelivery(world: World, service: TestService): Promise<Sample> {
  await registered(world, service)
  const delivery = await service.signed(world.partner, 'POST', '/api/partner/v1/webhooks/test')
  return { params: { delivery_id: delivery.json.delivery_id } }
}

/** A closed statement of the world's partner, with one delivered order on it. */
export async function newStatement(world: World, service: TestService): Promise<string> {
  await newOrder(world, service, 'start_transfer', 'complete_transfer')
  const run = await service.signed(world.partner, 'POST', '/api/partner/v1/sandbox/settlements/run')
  return run.json.settlements[0].settlement_id as string
}

/** A commission statement of the world's partner that comes to nothing, in either environment. */
export async function newDocument({ partner }: World, service: TestService): Promise<Sample> {
  const now = service.clock.now()
  const settlementId = newId('settlement', now)
  const nothing = { orders_count: 0, gross_sold_cents: 0, commission_retained_cents: 0, adjustments_cents: 0 }
  const period = { period_start: now.toISOString(), period_end: now.toISOString(), due_at: null }
  const totals = { ...period, ...nothing, amount_owed_cents: 0, commission_earned_cents: 0 }
  const { partnerId, environment } = partner
  const owner = { partnerId, environment } as Owner
  await service.db.tx((tx) => issueStatement(tx, { settlementId, owner, currency: 'USD', totals, now }))
  const row = await service.db.one<{ id: string }>(sql`select id from documents where settlement_id = ${settlementId}`)
  return { params: { document_id: row!.id } }
}

/** The receipt of an order. */
export async function findReceipt(service: TestService, orderId: string): Promise<Sample> {
  const row = await service.db.one<{ id: string }>(sql`select id from documents where order_id = ${orderId}`)
  return { params: { document_id: row!.id } }
}

/** Commission of the world's partner that is payable: a sale at the checkout, delivered and settled. */
export async function newCommission(
  world: World,
  service: TestService,
): Promise<{ partner_id: string; kind: string; environment: string }> {
  const { params } = await newCheckout(world, service)
  await service.signed(world.partner, 'POST', `/api/partner/v1/sandbox/checkout-session/${params!.session_id}/pay`)
  const { json } = await service.signed(world.partner, 'GET', '/api/partner/v1/orders?status=PAID&limit=1')
  for (const move of ['start_transfer', 'complete_transfer'])
    await service.operator('POST', `/orders/${json.orders[0].public_id}/${move}`)
  await service.signed(world.partner, 'POST', '/api/partner/v1/sandbox/settlements/run')
  return { partner_id: world.partner.partnerId, kind: 'commission', environment: 'sandbox' }
}

export const payoutAfter =
  (...moves: string[]): MakeSample =>
  async (world, service) => {
    const made = await service.operator('POST', '/payouts', await newCommission(world, service))
    const { payout_id } = made.json.payouts[0]
    for (const move of moves) await service.operator('POST', `/payouts/${payout_id}/${move}`)
    return { params: { payout_id }, body: { reference: 'wire 1' } }
  }

/** A case of the world's partner, moved as many steps as the route needs. */
async function newCase({ partner }: World, service: TestService, steps = 0): Promise<Sample> {
  const body = {
    domain: `case-${process.pid}-${serial++}.test`,
    tier: 'managed',
    buyer_email: 'b@matrix.example',
    budget: 50_000,
  }
  const opened = await service.signed(partner, 'POST', '/api/partner/v1/brokerage', body)
  const { case_id } = opened.json
  for (let step = 0; step < steps; step++) await service.operator('POST', `/brokerage/${case_id}/advance`)
  return { params: { case_id } }
}

export const caseAfter =
  (steps: number, body?: unknown): MakeSample =>
  async (world, service) => ({ ...(await newCase(world, service, steps)), ...(body === undefined ? {} : { body }) })

/** A message, of a partner's sandbox or of nobody. */
/** With a link that operators may give to the buyer. */
export async function newClaimMail(service: TestService): Promise<Sample> {
  const data = { domain: 'quickwheels.com', orderId: 'ORD-1', priceCents: 125_000, currency: 'USD' }
  const mail = { template: 'claim', to: `m${nextNumber()}@matrix.example`, secret: 'fh_cl_sample', data } as const
  const id = await service.db.tx((tx) => queueMail(service.deps, tx, mail, service.clock.now()))
  return { params: { message_id: id } }
}

export async function newMail(service: TestService, owner?: Owner): Promise<Sample> {
  const mail = {
    template: 'account_exists',
    to: `m${nextNumber()}@matrix.example`,
    ...(owner ? { owner } : {}),
  } as const
  const id = await service.db.tx((tx) => queueMail(service.deps, tx, mail, service.clock.now()))
  return { params: { message_id: id } }
}
