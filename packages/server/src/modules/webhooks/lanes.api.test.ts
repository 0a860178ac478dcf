// Receivers beside one another, workers beside one another, and workers that die.
import { afterEach, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner } from '../../../test/harness.ts'
import { createTestOutbound } from '../../../test/outbound.ts'
import { freePort } from '../../../test/ports.ts'
import { type Behaviour, type Receiver, respondWith, startReceiver, until } from '../../../test/receiver.ts'
import { createBackground } from '../../background.ts'
import { type Database, type Sql, sql } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'
import { createDispatcher, emitEvents } from './index.ts'

const service = await startTestService({}, { background: true })

const receivers: Receiver[] = []
async function receiver(behaviour?: Behaviour, port?: number): Promise<Receiver> {
  const one = await startReceiver(behaviour, port)
  receivers.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((one) => one.stop()))
})

async function registered(url: string): Promise<TestPartner> {
  const partner = await service.partner()
  const reply = await service.signed(partner, 'PUT', '/api/partner/webhooks', { url, secret: 'sixteen-or-longer' })
  expect(reply.status).toBe(200)
  return partner
}

function emit(partner: TestPartner, count: number, at = service.clock.now()) {
  const owner = { partnerId: partner.partnerId, environment: partner.environment } as Owner
  const events = Array.from({ length: count }, () => ({ type: 'order.recorded' as const, data: {} }))
  return service.db.tx((tx) => emitEvents(tx, owner, events, at, at))
}

const countDeliveries = async (partner: TestPartner, status: string): Promise<number> => {
  const row = await service.db.one<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries where partner_id = ${partner.partnerId} and status = ${status}`)
  return row!.count
}

describe('lanes', () => {
  it.each<[string, Behaviour | null]>([
    ['dead', null],
    ['silent', () => {}],
    ['failing', respondWith(500)],
  ])('a %s receiver with 1,000 waiting does not delay another', async (_, behaviour) => {
    const bad = behaviour ? (await receiver(behaviour)).url : `http://127.0.0.1:${await freePort()}/`
    const stuck = await registered(bad)
    await emit(stuck, 1000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const good = await receiver()
    const partner = await registered(good.url)
    await emit(partner, 100)
    await until('the good one is served', () => good.received.length >= 100)
    // Not by the clock, which a busy machine stretches: the stuck one has most of its own still before it.
    const tried = await service.db.one<{ count: number }>(sql`
      select count(*) as count from webhook_deliveries where partner_id = ${stuck.partnerId} and attempts > 0`)
    expect(tried!.count).toBeLessThan(500)
    expect(new Set(good.ids()).size).toBe(100)
    // Let the next test begin without this one's burden.
    await service.signed(stuck, 'DELETE', '/api/partner/webhooks')
  })

  it('delivers everything to a receiver that fails every other time', async () => {
    let calls = 0
    const flapping = await receiver((_, response) => void response.writeHead(calls++ % 2 === 0 ? 500 : 200).end())
    const partner = await registered(flapping.url)
    const ids = await emit(partner, 30)
    await until('all delivered', async () => {
      await service.signed(partner, 'POST', '/api/partner/v1/sandbox/clock/advance', { seconds: 400 })
      return (await countDeliveries(partner, 'succeeded')) === 30
    })
    expect(new Set(flapping.ids())).toEqual(new Set(ids))
    const attempts = await service.db.one<{ count: number }>(sql`
      select count(*) as count from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
      where d.partner_id = ${partner.partnerId}`)
    expect(attempts!.count).toBe(flapping.received.length)
  })

  it('waits for no clock that ran ahead, however far', async () => {
    const target = await receiver()
    const partner = await registered(target.url)
    const ahead = (seconds: number) => addSeconds(service.clock.now(), seconds)
    await emit(partner, 3, ahead(40 * 86_400))
    // A retry that was planned by a right clock keeps its time.
    await emit(partner, 1, ahead(86_400))
    await service.db.run(sql`
      update webhook_deliveries set failures = 9
      where partner_id = ${partner.partnerId} and next_attempt_at < ${ahead(2 * 86_400)}`)
    service.clock.advance(-60)
    await until('this process saw its clock go back', () => target.received.length === 3)
    await emit(partner, 2, ahead(3600))
    await service.background.runJobNow('webhooks.bring_forward')
    await until('another process had the wrong clock', () => target.received.length === 5)
    // A process whose clock is two days behind hurries nothing.
    service.clock.advance(-2 * 86_400)
    await service.background.runJobNow('webhooks.bring_forward')
    service.clock.advance(2 * 86_400)
    service.clock.advance(60)
    await until('all are written', async () => (await countDeliveries(partner, 'succeeded')) === 5)
    expect(await countDeliveries(partner, 'pending')).toBe(1)
  })

  it('ends what is under way when it stops, and leaves the rest', async () => {
    const slow = await receiver((_, response) => void setTimeout(() => response.end(), 400))
    const partner = await registered(slow.url)
    await emit(partner, 30)
    await until('some are under way', () => slow.received.length > 0)
    await service.background.stop()
    const sent = slow.received.length
    expect(await countDeliveries(partner, 'succeeded')).toBe(sent)
    const leases = await service.db.many(sql`select 1 as one from webhook_endpoints where leased_by is not null`)
    expect(leases).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(slow.received).toHaveLength(sent)
  })

  it('asks nothing of the database after a stop that came during its start', async () => {
    let isStopped = false
    const asked: string[] = []
    const note = (statement: Sql): Sql => {
      if (isStopped) asked.push(statement.text)
      return statement
    }
    const { db } = service
    const watched: Database = {
      ...db,
      many: (statement) => db.many(note(statement)),
      run: (statement) => db.run(note(statement)),
    }
    const dispatcher = createDispatcher({ ...service.deps, db: watched })
    const starting = dispatcher.start()
    await dispatcher.stop()
    isStopped = true
    await starting
    expect(asked).toEqual([])
  })
})

// The background of the service is stopped from here on: these tests bring their own workers.
describe.runIf(databaseKind === 'postgres')('several workers', () => {
  const workers: ReturnType<typeof createBackground>[] = []
  async function startWorkers(count: number) {
    for (let n = 0; n < count; n++)
      workers.push(createBackground({ ...service.deps, outbound: createTestOutbound({ allowLoopback: true }) }))
    await Promise.all(workers.map((worker) => worker.start()))
  }
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  })

  it('share the receivers: every event arrives, and workers do not repeat each other', async () => {
    const targets = await Promise.all(Array.from({ length: 6 }, () => receiver()))
    const partners = await Promise.all(targets.map(({ url }) => registered(url)))
    await startWorkers(3)
    const emitted = await Promise.all(
      partners.map(async (partner) => (await Promise.all(Array.from({ length: 10 }, () => emit(partner, 20)))).flat()),
    )
    await until('all', () => targets.every(({ received }) => received.length >= 200))
    await until('all written', async () =>
      (await Promise.all(partners.map((one) => countDeliveries(one, 'succeeded')))).every((n) => n === 200),
    )
    for (const [index, target] of targets.entries()) {
      // On a machine that stands still for longer than a lease, the next worker takes over and may repeat what was under way. Workers
      // that did not share would send everything three times.
      expect(target.received.length).toBeLessThan(300)
      expect(new Set(target.ids())).toEqual(new Set(emitted[index]))
    }
  })

  it('take over from one that died', async () => {
    const target = await receiver()
    const partner = await registered(target.url)
    await emit(partner, 5)
    await service.db.run(sql`
      update webhook_endpoints set leased_by = 'wrk_dead', leased_until = now() + interval '2 seconds'
      where partner_id = ${partner.partnerId}`)
    const started = performance.now()
    await startWorkers(2)
    await until('takeover', () => target.received.length === 5)
    expect(performance.now() - started).toBeGreaterThan(1500)
  })

  it('find what another process wrote, without a nudge', async () => {
    const target = await receiver()
    const partner = await registered(target.url)
    await startWorkers(2)
    await service.db.run(sql`
      select emit_event('evt_00000000000000000000000001', 'dlv_00000000000000000000000001', ${partner.partnerId}, 'sandbox',
                        'order.recorded', now(), now(), '{}'::json)`)
    await until('found', () => target.received.length === 1)
  })
})
