// A partner's whole story of delivery against a service in production mode, without a human: in the sandbox with the simulated
// registrar, and live with a registry over EPP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Freehold } from '../packages/sdk/src/index.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { until } from '../packages/server/test/receiver.ts'
import { cleanUp } from './process.ts'
import { type Production, startProduction } from './production-service.ts'
import { type Registry, startRegistry } from './registry.ts'

let registry: Registry
let production: Production
let db: Database
let operator: Freehold['operator']

beforeAll(async () => {
  registry = await startRegistry()
  production = await startProduction('delivery', { ...registry.env, RATE_PARTNER_READS: '6000' })
  db = openPostgres({ url: production.databaseUrl, poolSize: 2 })
  const { url: baseUrl } = production.service
  operator = new Freehold({ baseUrl, operatorToken: production.token }).operator
})
afterAll(async () => {
  await cleanUp()
  await db?.close()
  await registry?.stop()
})

type Order = Awaited<ReturnType<Freehold['orders']['get']>>

const openPartner = async (environment: 'sandbox' | 'live'): Promise<Freehold> =>
  new Freehold({ baseUrl: production.service.url, ...(await production.issueKey(environment)) })

async function reach(partner: Freehold, id: string, what: string, isThere: (order: Order) => boolean): Promise<Order> {
  let order: Order | undefined
  await until(what, async () => {
    order = await partner.orders.get(id)
    return isThere(order)
  })
  return order!
}

const listEvents = async (partner: Freehold, id: string): Promise<string[]> =>
  (await partner.events.list({ limit: 200 }).toArray())
    .filter(({ data }) => 'order' in data && data.order.public_id === id)
    .map(({ type }) => type)

const countReveals = async (id: string): Promise<number> =>
  (await operator.audit.list({ route: 'delivery.reveal_auth_code' }).toArray()).filter(({ input }) =>
    JSON.stringify(input).includes(id),
  ).length

it('in the sandbox: a push, a rejected account that the partner corrects, and an auth code', async () => {
  const partner = await openPartner('sandbox')
  await partner.delivery.set({ registrar_iana_id: 146, registrar_account: 'ACME-1', contact_email: 'ops@shop.example' })
  const { results } = await partner.domains.search('coffee')
  const names = results.map(({ domain }) => domain)
  const order = async (more: object = {}): Promise<string> => {
    const { quote_id } = await partner.quotes.create({ domain: names.shift()! })
    const sale = { quote_id, external_payment_ref: randomUUID(), ...more }
    return (await partner.orders.record(sale, { idempotencyKey: randomUUID() })).public_id
  }
  const isDelivered = ({ status }: Order) => status === 'TRANSFER_COMPLETED'

  const pushed = await order()
  await partner.sandbox.orders.startTransfer(pushed)
  const { transfer } = await reach(partner, pushed, 'the push is done', isDelivered)
  expect(transfer).toMatchObject({ method: 'push', registrar: 146, account: 'ACME-1', attempts: 1, next_step: null })

  const refused = await order({ delivery: { registrar_iana_id: 146, registrar_account: 'sim-refused' } })
  await partner.sandbox.orders.startTransfer(refused)
  const failed = await reach(partner, refused, 'the registrar rejects it', (one) => one.transfer.state === 'failed')
  expect([failed.status, failed.transfer.next_step]).toEqual([
    'EXTERNALLY_PAID',
    { who: 'partner', what: 'Correct where the domain is delivered.' },
  ])
  await partner.orders.setDelivery(refused, { registrar_iana_id: 146, registrar_account: 'ACME-2' })
  await partner.sandbox.orders.startTransfer(refused)
  expect((await reach(partner, refused, 'it arrives', isDelivered)).transfer.account).toBe('ACME-2')
  await expect
    .poll(() => listEvents(partner, refused))
    .toEqual(expect.arrayContaining(['transfer.failed', 'order.transfer_completed', 'transfer.completed']))

  const coded = await order({ delivery: { method: 'auth_code' } })
  await partner.sandbox.orders.startTransfer(coded)
  await reach(partner, coded, 'the code is ready', (one) => one.transfer.auth_code_available)
  const { auth_code } = await partner.orders.authCode(coded)
  expect(auth_code.length).toBeGreaterThan(8)
  expect(await countReveals(coded)).toBe(1)
  await partner.sandbox.clock.advance({ seconds: 6 * 86_400 })
  await reach(partner, coded, 'the domain left with the code', isDelivered)
  await expect(partner.orders.authCode(coded)).rejects.toMatchObject({ reason: 'auth_code_unavailable' })
  expect(JSON.stringify(await partner.events.list({ limit: 200 }).toArray())).not.toContain(auth_code)
})

it('live over EPP: an account that the registry cannot push to, lost responses, and an auth code', async () => {
  const partner = await openPartner('live')
  await partner.delivery.set({ registrar_iana_id: 146, registrar_account: 'ACME-1', contact_email: 'ops@shop.example' })
  const domain = 'fault-lost-response-story.com'
  registry.addDomain('freehold', domain, 'of-the-seller-1')
  await operator.listings.create({ environment: 'live', domain, price_cents: 250_000, currency: 'USD' })
  const sale = { domain, expected_price: 250_000, currency: 'USD', external_payment_ref: 'cart-1' }
  const { public_id: id } = await partner.orders.record(sale, { idempotencyKey: randomUUID() })
  /** Questions to the registry come every five minutes. Here, that time passes now. */
  const hasten = () =>
    db.run(sql`
      update domain_deliveries set next_attempt_at = now()
      where order_id = ${id} and state in ('queued', 'waiting') and lease is null`)
  const reachSoon = (what: string, isThere: (order: Order) => boolean): Promise<Order> =>
    reach(partner, id, what, (order) => {
      void hasten()
      return isThere(order)
    })

  const ready = await reachSoon('the code is ready', ({ transfer }) => transfer.auth_code_available)
  expect(ready.transfer.next_step).toEqual({
    who: 'partner',
    what: 'Transfer the domain to a registrar with the auth code.',
  })
  const { auth_code: authCode } = await partner.orders.authCode(id)
  expect(await countReveals(id)).toBe(1)
  const other = registry.connect('other')
  await other.requestTransfer({ name: domain, authCode }, { transaction: 'buyer-1' })
  const delivered = await reachSoon('the domain arrived', ({ status }) => status === 'TRANSFER_COMPLETED')
  expect(delivered.transfer).toMatchObject({ state: 'completed', auth_code_available: false, next_step: null })
  await expect(partner.orders.authCode(id)).rejects.toMatchObject({ reason: 'auth_code_unavailable' })
  expect(registry.listChanges(domain)).toEqual(['domain:update', 'domain:transfer:approve'])
  const events = [
    'order.recorded',
    'order.transfer_started',
    'transfer.started',
    'transfer.action_required',
    'order.transfer_completed',
    'transfer.completed',
  ]
  await expect.poll(() => listEvents(partner, id)).toEqual(events)
})
