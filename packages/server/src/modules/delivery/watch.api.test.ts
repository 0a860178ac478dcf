// Watching deliveries through RDAP, with an RDAP server on this machine: arrivals are proposed or confirmed, all else is not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import {
  makeRecord,
  NOT_FOUND,
  RDAP_TYPE,
  type RdapBehaviour,
  says,
  startRegistryDoubles,
} from '../../../test/registry-doubles.ts'
import { sql } from '../../db/sql.ts'
import { DELIVERY_WATCH_SECONDS } from '../../kernel/limits.ts'

const [GODADDY, GANDI] = [146, 81]

let doubles: Awaited<ReturnType<typeof startRegistryDoubles>>
type Watching = TestService & { registry: ReturnType<typeof doubles.registry> }
let proposing: Watching
let confirming: Watching
async function watch(env: Record<string, string>): Promise<Watching> {
  const registry = doubles.registry()
  return { ...(await startTestService(env, { registry })), registry }
}
beforeAll(async () => {
  doubles = await startRegistryDoubles()
  proposing = await watch({})
  confirming = await watch({ DELIVERY_CONFIRM: 'auto' })
})
afterAll(() => doubles.close())

const at = (domain: string, ianaId: number | null, more: object = {}): RdapBehaviour =>
  says(
    200,
    RDAP_TYPE,
    makeRecord(domain, {
      entities: [
        {
          roles: ['registrar'],
          ...(ianaId === null ? {} : { publicIds: [{ type: 'IANA Registrar ID', identifier: String(ianaId) }] }),
          vcardArray: ['vcard', [['fn', {}, 'text', `Registrar ${ianaId}`]]],
        },
      ],
      ...more,
    }),
  )

let number = 0
async function startDelivery(
  service: Watching,
  delivery: object = { registrar_iana_id: GODADDY, registrar_account: 'A-1' },
) {
  const partner = await service.partner({ environment: 'live' })
  const domain = `watched-${process.pid}-${number++}.com`
  await service.list('live', domain)
  const body = { external_payment_ref: 'r', domain, expected_price: 100_000, currency: 'USD', delivery }
  const headers = { 'idempotency-key': randomUUID() }
  const order = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
  const id: string = order.json.public_id
  await service.operator('POST', `/orders/${id}/start_transfer`)
  return { service, partner, domain, id }
}
type Started = Awaited<ReturnType<typeof startDelivery>>

/** A look with what RDAP says then, after the answer before was forgotten. */
async function look({ service }: Started, rdap: RdapBehaviour) {
  doubles.behaviour.rdap = rdap
  service.clock.advance(DELIVERY_WATCH_SECONDS * 64)
  service.registry.clock.advance(3_600_000)
  await service.background.runJobNow('delivery.watch_arrivals')
}
const read = async ({ service, id }: Started) => (await service.operator('GET', `/orders/${id}`)).json
const delivery = async ({ service, id }: Started) => (await service.operator('GET', `/orders/${id}/delivery`)).json
const listToConfirm = async ({ service }: Started): Promise<{ id: string }[]> =>
  (await service.operator('GET', '/queue')).json.transfers_to_confirm.items
const events = async (service: TestService, partner: TestPartner): Promise<string[]> =>
  (await service.signed(partner, 'GET', '/api/partner/v1/events')).json.events.map(({ type }: { type: string }) => type)

describe('the registrar of record becomes the expected one', () => {
  it('is proposed to operators, who confirm it', async () => {
    const started = await startDelivery(proposing)
    await look(started, at(started.domain, GANDI))
    expect(await delivery(started)).toMatchObject({
      registrar_of_record: { registrar_iana_id: GANDI, name: `Registrar ${GANDI}`, arrived_at: null },
    })
    // As a connector leaves it that waits for a registrar.
    await proposing.db.run(sql`update domain_deliveries set state = 'waiting' where order_id = ${started.id}`)
    expect((await listToConfirm(started)).map(({ id }) => id)).not.toContain(started.id)
    await look(started, at(started.domain, GODADDY))
    const order = await read(started)
    expect(order.status).toBe('TRANSFER_IN_PROGRESS')
    expect(order.transfer.next_step).toEqual({ who: 'marketplace', what: 'Confirm the delivery.' })
    expect(order.timeline.at(-1)).toMatchObject({
      event: 'transfer.action_required',
      message: 'RDAP shows the domain at Registrar 146 (IANA ID 146). An operator confirms the delivery.',
    })
    expect((await delivery(started)).registrar_of_record.arrived_at).not.toBeNull()
    expect((await listToConfirm(started)).map(({ id }) => id)).toContain(started.id)
    const lines = order.timeline.length
    await look(started, at(started.domain, GODADDY))
    expect((await read(started)).timeline, 'proposed once').toHaveLength(lines)
    await proposing.operator('POST', `/orders/${started.id}/delivery/confirm`)
    expect((await read(started)).status).toBe('TRANSFER_COMPLETED')
  })

  it('is confirmed by the service with DELIVERY_CONFIRM=auto', async () => {
    const started = await startDelivery(confirming)
    await look(started, at(started.domain, GANDI))
    await look(started, at(started.domain, GODADDY))
    const order = await read(started)
    expect(order.status).toBe('TRANSFER_COMPLETED')
    expect(order.timeline.at(-1)).toMatchObject({
      actor: 'system',
      message: expect.stringContaining('RDAP shows the domain at Registrar 146 (IANA ID 146).'),
    })
    await confirming.historyShown()
    expect(await events(confirming, started.partner)).toContain('transfer.completed')
    expect((await delivery(started)).state).toBe('done')
  })

  it('is seen at the first look when the registry dates the transfer after the start', async () => {
    const started = await startDelivery(confirming)
    const eventDate = new Date(confirming.clock.now().getTime() + 60_000).toISOString()
    await look(started, at(started.domain, GODADDY, { events: [{ eventAction: 'transfer', eventDate }] }))
    expect((await read(started)).status).toBe('TRANSFER_COMPLETED')
  })

  it('is not proposed any longer when the domain went elsewhere', async () => {
    const started = await startDelivery(proposing)
    for (const ianaId of [GANDI, GODADDY, GANDI]) await look(started, at(started.domain, ianaId))
    expect((await delivery(started)).registrar_of_record).toMatchObject({ registrar_iana_id: GANDI, arrived_at: null })
  })

  it('after a transfer to our registrar, which comes before the push, is left to operators', async () => {
    const started = await startDelivery(confirming)
    await confirming.db.run(
      sql`update domain_deliveries set method = 'registrar_transfer' where order_id = ${started.id}`,
    )
    for (const ianaId of [GANDI, GODADDY]) await look(started, at(started.domain, ianaId))
    expect((await read(started)).status).toBe('TRANSFER_IN_PROGRESS')
    expect((await delivery(started)).registrar_of_record.arrived_at).not.toBeNull()
  })
})

describe('nothing is confirmed', () => {
  it.each<[string, (domain: string) => RdapBehaviour[]]>([
    ['by another registrar', (domain) => [at(domain, GANDI), at(domain, 1068)]],
    ['when the domain was at that registrar before', (domain) => [at(domain, GODADDY), at(domain, GODADDY)]],
    ['by a registrar without an ID', (domain) => [at(domain, GANDI), at(domain, null)]],
    ['by a record of another domain', (domain) => [at(domain, GANDI), at('other.com', GODADDY)]],
    ['when the registry does not know the domain', (domain) => [at(domain, GANDI), NOT_FOUND]],
    ['by an error', (domain) => [at(domain, GANDI), says(500, null, '')]],
    [
      'by an old transfer',
      (domain) => [at(domain, GODADDY, { events: [{ eventAction: 'transfer', eventDate: '2020-01-01T00:00:00Z' }] })],
    ],
  ])('%s', async (_, looks) => {
    const started = await startDelivery(confirming)
    for (const rdap of looks(started.domain)) await look(started, rdap)
    expect((await read(started)).status).toBe('TRANSFER_IN_PROGRESS')
    expect((await delivery(started)).registrar_of_record?.arrived_at ?? null).toBeNull()
  })

  it('where the target names no registrar', async () => {
    const started = await startDelivery(confirming, { method: 'auth_code' })
    for (const ianaId of [GANDI, GODADDY]) await look(started, at(started.domain, ianaId))
    expect((await read(started)).status).toBe('TRANSFER_IN_PROGRESS')
    expect((await delivery(started)).registrar_of_record.registrar_iana_id).toBe(GODADDY)
  })

  it('by what was seen before the transfer was started again', async () => {
    const started = await startDelivery(proposing)
    await look(started, at(started.domain, GANDI))
    for (const action of ['fail_transfer', 'start_transfer'])
      await proposing.operator('POST', `/orders/${started.id}/${action}`)
    expect((await delivery(started)).registrar_of_record).toBeNull()
    await look(started, at(started.domain, GODADDY))
    expect((await delivery(started)).registrar_of_record.arrived_at).toBeNull()
  })
})

it('asks less often after failures', async () => {
  const started = await startDelivery(proposing)
  await look(started, says(500, null, ''))
  doubles.asked.length = 0
  const waits = async (seconds: number) => {
    proposing.registry.clock.advance(3_600_000)
    proposing.clock.advance(seconds)
    await proposing.background.runJobNow('delivery.watch_arrivals')
    return doubles.asked.filter((url) => url.endsWith(started.domain)).length
  }
  expect(await waits(DELIVERY_WATCH_SECONDS * 2 - 10), 'not yet').toBe(0)
  expect(await waits(20), 'after twice the time').toBe(1)
  expect(await waits(DELIVERY_WATCH_SECONDS * 4 - 10), 'not yet').toBe(1)
  expect(await waits(20), 'after four times the time').toBe(2)
})
