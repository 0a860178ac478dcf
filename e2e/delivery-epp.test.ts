// Deliveries over EPP, from the order of a live partner to the domain at another registrar: a started service and a simulated
// registry, whose log shows what the service sent.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Freehold } from '../packages/sdk/src/index.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { until } from '../packages/server/test/receiver.ts'
import { cleanUp, type Service, startService } from './process.ts'
import { type Registry, startRegistry } from './registry.ts'
import { usedPlace } from './used-service.ts'

/** What the registry has before the sale; someone may know it. */
const SELLERS_CODE = 'of-the-seller-1'

let registry: Registry
let service: Service
let db: Database
let operator: Freehold['operator']
let partner: Freehold

beforeAll(async () => {
  registry = await startRegistry()
  const place = await usedPlace()
  db = openPostgres({ url: place.DATABASE_URL, poolSize: 2 })
  service = await startService({ ...place, ...registry.env, RATE_LIMITS: 'off' })
  const { url: baseUrl } = service
  const { partner: seeded, operator: seat } = service.credentials()
  operator = new Freehold({ baseUrl, keyId: seeded.key_id, secret: seeded.secret, operatorToken: seat.token }).operator
  const email = 'ops@live-partner.example'
  const { partner_id } = await operator.partners.create({ name: 'Live partner', email, merchant_of_record: true })
  await operator.partners.approve(partner_id)
  const { key_id: keyId, secret } = await operator.credentials.issue(partner_id, {
    environment: 'live',
    scopes: ['search', 'buy', 'webhook'],
  })
  partner = new Freehold({ baseUrl, keyId, secret })
  await partner.delivery.set({ registrar_iana_id: 146, registrar_account: 'ACME-1042', contact_email: email })
})
afterAll(async () => {
  await cleanUp()
  await db?.close()
  await registry?.stop()
})

async function sell(domain: string) {
  await operator.listings.create({ environment: 'live', domain, price_cents: 250_000, currency: 'USD' })
  const sale = { domain, expected_price: 250_000, currency: 'USD', external_payment_ref: `cart-${domain}` }
  return (await partner.orders.record(sale, { idempotencyKey: randomUUID() })).public_id
}

type Order = Awaited<ReturnType<Freehold['orders']['get']>>

/** The service asks a registry every five minutes, and retries after seconds. Here, that time passes now. */
async function reach(id: string, what: string, isThere: (order: Order) => boolean): Promise<Order> {
  await until(what, async () => {
    await db.run(sql`
      update domain_deliveries set next_attempt_at = now() where order_id = ${id} and state in ('queued', 'waiting') and lease is null`)
    return isThere(await partner.orders.get(id))
  })
  return partner.orders.get(id)
}
const reachCode = (id: string) => reach(id, 'an auth code is ready', ({ transfer }) => transfer.auth_code_available)
const reachEnd = (id: string) => reach(id, 'the domain is delivered', ({ status }) => status === 'TRANSFER_COMPLETED')

const listSteps = async (id: string) =>
  (await operator.orders.delivery(id)).steps.map(({ step, outcome }) => `${step} ${outcome}`)

const listEvents = async (id: string) =>
  (await partner.events.list({ limit: 100 }).toArray())
    .filter(({ data }) => 'order' in data && data.order.public_id === id)
    .map(({ type }) => type)

it('delivers by auth code, and approves the transfer that the other registrar requests with it', async () => {
  const domain = 'story-of-a-brand.com'
  registry.addDomain('freehold', domain, SELLERS_CODE)
  const market = registry.connect('freehold')
  await market.updateDomain({ name: domain, addStatuses: ['clientTransferProhibited'] }, { transaction: 'lock' })
  const id = await sell(domain)
  const ready = await reachCode(id)
  expect(ready.status).toBe('TRANSFER_IN_PROGRESS')
  expect(ready.transfer).toMatchObject({
    method: 'auth_code',
    next_step: { who: 'partner', what: 'Transfer the domain to a registrar with the auth code.' },
  })
  const { auth_code: authCode } = await partner.orders.authCode(id)
  expect(authCode).not.toBe(SELLERS_CODE)

  const other = registry.connect('other')
  const asked = await other.requestTransfer({ name: domain, authCode }, { transaction: 'buyer-1' })
  expect(asked).toMatchObject({ kind: 'pending', value: 'pending' })
  const delivered = await reachEnd(id)
  expect(await other.readDomain(domain, { transaction: 'buyer-2' })).toMatchObject({ value: { isOurs: true } })
  expect(await other.readMessage({ transaction: 'buyer-3' })).toMatchObject({ value: { transfer: 'clientApproved' } })

  expect(delivered.transfer).toMatchObject({ state: 'completed', auth_code_available: false, next_step: null })
  expect(delivered.timeline.map(({ event }) => event)).toEqual([
    'order.recorded',
    'order.transfer_started',
    'transfer.action_required',
    'order.transfer_completed',
  ])
  await expect(partner.orders.authCode(id)).rejects.toMatchObject({ reason: 'auth_code_unavailable' })
  await expect
    .poll(() => listEvents(id))
    .toEqual([
      'order.recorded',
      'order.transfer_started',
      'transfer.started',
      'transfer.action_required',
      'order.transfer_completed',
      'transfer.completed',
    ])
  expect(await listSteps(id)).toEqual(['push refused', 'unlock done', 'set_auth_code done', 'release done'])
})

it('sends nothing twice when responses are lost after the registry did what they answer', async () => {
  const domain = 'fault-lost-response-1.com'
  registry.addDomain('freehold', domain, SELLERS_CODE)
  const id = await sell(domain)
  await reachCode(id)
  const { auth_code: authCode } = await partner.orders.authCode(id)
  // The buyer's registrar loses its response, too.
  const other = registry.connect('other')
  expect((await other.requestTransfer({ name: domain, authCode }, { transaction: 'lost-1' })).kind).toBe('unknown')
  await reachEnd(id)
  const sent = registry.log.filter(
    ({ client, object, action }) => client === 'freehold' && object === domain && !/info|query/.test(action),
  )
  expect(sent.map(({ action, isApplied, fault }) => [action, isApplied, fault])).toEqual([
    ['domain:update', true, 'lost-response'],
    ['domain:transfer:approve', true, 'lost-response'],
  ])
  // The log of the registry and the steps of the delivery name the same commands.
  const { steps } = await operator.orders.delivery(id)
  expect(steps.slice(1).map(({ transaction }) => transaction)).toEqual(sent.map((one) => one.clientTransaction))
  expect(await listSteps(id)).toEqual(['push refused', 'set_auth_code done', 'release done'])
})

it('brings a domain over from another registrar, and gives it a code that the seller does not know', async () => {
  const domain = 'brand-example.com'
  registry.addDomain('other', domain, SELLERS_CODE)
  const id = await sell(domain)
  await reach(id, 'an operator is needed', ({ transfer }) => transfer.next_step?.what.includes('operator') === true)
  await operator.orders.retryDelivery(id, { auth_code: SELLERS_CODE })
  const other = registry.connect('other')
  const isAsked = () => registry.listChanges(domain).includes('domain:transfer:request')
  await reach(id, 'the transfer is requested', isAsked)
  await other.decideTransfer(domain, 'approve', { transaction: 'seller-1' })
  await reachCode(id)
  const { auth_code: authCode } = await partner.orders.authCode(id)
  expect(authCode).not.toBe(SELLERS_CODE)
  const third = registry.connect('third')
  const refused = await third.requestTransfer({ name: domain, authCode: SELLERS_CODE }, { transaction: 'buyer-4' })
  expect(refused).toMatchObject({ kind: 'refused', code: 2202 })
  await third.requestTransfer({ name: domain, authCode }, { transaction: 'buyer-5' })
  await reachEnd(id)
  expect(await third.readDomain(domain, { transaction: 'buyer-6' })).toMatchObject({ value: { isOurs: true } })
  expect(registry.listChanges(domain)).toEqual(['domain:transfer:request', 'domain:update', 'domain:transfer:approve'])
})
