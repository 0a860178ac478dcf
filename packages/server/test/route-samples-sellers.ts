// A good input for every route of sellers.
import { sql } from '../src/db/sql.ts'
import type { Id } from '../src/kernel/ids.ts'
import { giveDomains } from '../src/modules/domains/index.ts'
import type { TestService } from './harness.ts'
import { newPerson, type Person } from './person.ts'
import { freshDomain, type MakeSample, type World } from './route-sample-records.ts'

const TERMS = { price_cents: 250_000, currency: 'USD' }

/** A listing of the world's person that waits for its proof. */
async function newProof({ person }: World, service: TestService): Promise<{ listing_id: string }> {
  const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl, 'content-type': 'application/json' }
  const body = JSON.stringify({ domain: freshDomain(), ...TERMS })
  const { json } = await service.send({ method: 'POST', url: '/api/seller/listings', headers, body })
  return { listing_id: json.listing_id }
}

export const SELLER_SAMPLES: Record<string, MakeSample> = {
  'seller.listings.create': () => ({ body: { domain: freshDomain(), ...TERMS, accepts_offers: true } }),
  'seller.listings.list': () => ({ query: 'status=listed,pending_verification&limit=2' }),
  'seller.listings.get': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.change': async (world, service) => ({
    params: await newProof(world, service),
    body: { price_cents: 240_000 },
  }),
  'seller.listings.withdraw': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.verify': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.import': () => ({
    raw: { contentType: 'text/csv', text: `domain,price_cents,currency\n${freshDomain()},100,USD\n` },
  }),
  'seller.sales.list': () => ({ query: 'limit=2' }),
  'seller.balance': () => ({}),
  'seller.payouts.list': () => ({ query: 'limit=2' }),
  'seller.payouts.create': async ({ person }, service) => {
    const [user] = await service.db.many<{ id: Id<'user'> }>(sql`select id from users where email = ${person.email}`)
    const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl }
    await newPayee(service, { userId: user!.id, headers })
    return { body: { currency: 'USD' } }
  },
}

/** The statement of a payout. */
async function newStatement(userId: string, service: TestService): Promise<{ document_id: string }> {
  await service.operator('POST', `/sellers/${userId}/payouts`, {})
  const row = await service.db.one<{ id: string }>(sql`select id from documents where seller_id = ${userId}`)
  return { document_id: row!.id }
}

export const STATEMENT_SAMPLES: Record<string, MakeSample> = {
  'seller.statements.list': () => ({ query: 'limit=2' }),
  'seller.statements.get': async ({ person }, service) => {
    const [user] = await service.db.many<{ id: Id<'user'> }>(sql`select id from users where email = ${person.email}`)
    const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl }
    await newPayee(service, { userId: user!.id, headers })
    return { params: await newStatement(user!.id, service) }
  },
}

type Account = Pick<Person, 'userId' | 'headers'>

/** A seller with a domain on the market. */
async function newSeller(service: TestService, given?: Account): Promise<Account & { domain: string }> {
  const person = given ?? (await newPerson(service))
  const domain = freshDomain()
  await service.db.tx((tx) => giveDomains(tx, { accountId: person.userId, email: null }, [domain], service.clock.now()))
  const headers = { ...person.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ domain, ...TERMS })
  await service.send({ method: 'POST', url: '/api/seller/listings', headers, body })
  return { ...person, domain }
}

/** A seller whose sale is payable and who has a destination. The hold is cut short in the database. */
async function newPayee(service: TestService, given?: Account): Promise<Account> {
  const seller = await newSeller(service, given)
  const partner = await service.partner({ environment: 'live' })
  const order = { domain: seller.domain, expected_price: 250_000, currency: 'USD', external_payment_ref: 'r' }
  const headers = { 'idempotency-key': seller.domain }
  const { json } = await service.signed(partner, 'POST', '/api/partner/v1/orders', order, { headers })
  for (const action of ['start_transfer', 'complete_transfer'])
    await service.operator('POST', `/orders/${json.public_id}/${action}`)
  await service.db.run(
    sql`update seller_sales set payable_at = ${service.clock.now()} where order_id = ${json.public_id}`,
  )
  await service.background.runJobNow('sellers.follow_sales')
  await service.house()
  await service.operator('PUT', `/sellers/${seller.userId}/destination`, BANK)
  return seller
}

const BANK = { kind: 'manual', bank_reference: 'DE89370400440532013000' }

async function newPayout(service: TestService): Promise<{ payout_id: string }> {
  const { userId } = await newPayee(service)
  const { json } = await service.operator('POST', `/sellers/${userId}/payouts`, {})
  return { payout_id: json.payouts[0].payout_id }
}

/** A payout that Stripe refused. */
async function newRefused(service: TestService): Promise<{ payout_id: string }> {
  const payout = await newPayout(service)
  await service.db.run(sql`
    update seller_payouts set destination_kind = 'stripe_connect', destination_account = 'acct_1', transfer_state = 'refused'
    where id = ${payout.payout_id}`)
  return payout
}

export const OPERATOR_SELLER_SAMPLES: Record<string, MakeSample> = {
  'operator.sellers.list': () => ({ query: 'frozen=false&limit=2' }),
  'operator.sellers.get': async (_, service) => ({ params: { user_id: (await newSeller(service)).userId } }),
  'operator.sellers.listings': async (_, service) => ({
    params: { user_id: (await newSeller(service)).userId },
    query: 'limit=5',
  }),
  'operator.sellers.sales': async (_, service) => ({
    params: { user_id: (await newSeller(service)).userId },
    query: 'limit=2',
  }),
  'operator.sellers.destination': async (_, service) => ({
    params: { user_id: (await newSeller(service)).userId },
    body: BANK,
  }),
  'operator.sellers.freeze': async (_, service) => ({
    params: { user_id: (await newSeller(service)).userId },
    body: { reason: 'matrix' },
  }),
  'operator.sellers.unfreeze': async (_, service) => {
    const { userId } = await newSeller(service)
    await service.operator('POST', `/sellers/${userId}/freeze`, { reason: 'matrix' })
    return { params: { user_id: userId } }
  },
  'operator.sellers.pay_out': async (_, service) => ({
    params: { user_id: (await newPayee(service)).userId },
    body: { currency: 'USD' },
  }),
  'operator.sellers.verify_listing': async (world, service) => ({
    params: await newProof(world, service),
    body: { reason: 'matrix' },
  }),
  'operator.seller_payouts.list': () => ({ query: 'status=pending,paid&limit=2' }),
  'operator.seller_payouts.paid': async (_, service) => ({
    params: await newPayout(service),
    body: { reference: 'matrix' },
  }),
  'operator.seller_payouts.failed': async (_, service) => ({
    params: await newPayout(service),
    body: { reason: 'matrix' },
  }),
  'operator.seller_payouts.returned': async (_, service) => {
    const params = await newPayout(service)
    await service.operator('POST', `/seller-payouts/${params.payout_id}/paid`, { reference: 'matrix' })
    return { params, body: { reason: 'matrix' } }
  },
  'operator.seller_payouts.retry': async (_, service) => ({ params: await newRefused(service) }),
}
