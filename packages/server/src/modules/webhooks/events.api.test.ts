// The event history: paging, and a cursor that never skips however many write meanwhile.
import { afterAll, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner } from '../../../test/harness.ts'
import { recogniseCluster } from '../../db/cluster.ts'
import { openPostgres } from '../../db/postgres.ts'
import { type Database, sql } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type EventType, emitEvents } from './index.ts'

const service = await startTestService()
const EVENTS = '/api/partner/v1/events'

const toOwner = ({ partnerId, environment }: TestPartner) => ({ partnerId, environment }) as Owner
const emit = (db: Database, partner: TestPartner, types: EventType[]) =>
  db.tx((tx) =>
    emitEvents(
      tx,
      toOwner(partner),
      types.map((type, n) => ({ type, data: { n } })),
      service.clock.now(),
      service.clock.now(),
    ),
  )
const read = async (partner: TestPartner, query = '') => service.signed(partner, 'GET', `${EVENTS}${query}`)

async function readAll(partner: TestPartner, limit = 200): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page: { events: { id: string }[]; next_cursor: string | null } = (
      await read(partner, `?limit=${limit}${cursor ? `&after_id=${cursor}` : ''}`)
    ).json
    if (page.events.length === 0) return ids
    ids.push(...page.events.map(({ id }) => id))
    cursor = page.next_cursor
  }
}

describe('the history', () => {
  it('answers null as cursor only when there is nothing and nothing was asked after', async () => {
    const partner = await service.partner()
    expect((await read(partner)).json).toEqual({ events: [], next_cursor: null, has_more: false })
    const [id] = await emit(service.db, partner, ['order.recorded'])
    await service.historyShown()
    const page = (await read(partner)).json
    expect(page).toMatchObject({
      events: [{ id, type: 'order.recorded', data: { n: 0 } }],
      next_cursor: id,
      has_more: false,
    })
    expect(Object.keys(page.events[0])).toEqual(['id', 'type', 'created_at', 'data'])
    expect((await read(partner, `?after_id=${id}`)).json).toEqual({ events: [], next_cursor: id, has_more: false })
  })

  it('is read backwards, and by type, by whoever looks back', async () => {
    const partner = await service.partner()
    const ids = await emit(service.db, partner, ['order.recorded', 'order.paid', 'order.recorded', 'order.settled'])
    await service.historyShown()
    const [first, second, third, fourth] = ids
    const listIds = (page: { json: { events: { id: string }[] } }) => page.json.events.map(({ id }) => id)
    const newest = await read(partner, '?order=newest&limit=2')
    expect(listIds(newest)).toEqual([fourth, third])
    expect(newest.json).toMatchObject({ next_cursor: third, has_more: true })
    expect(listIds(await read(partner, `?order=newest&after_id=${third}`))).toEqual([second, first])
    expect(listIds(await read(partner, '?type=order.recorded'))).toEqual([first, third])
    expect(listIds(await read(partner, '?type=order.paid,order.settled&order=newest'))).toEqual([fourth, second])
    for (const query of ['?type=nonsense', '?order=sideways']) expect((await read(partner, query)).status).toBe(400)
  })

  it('has pages of 50, or as many as asked up to 200, oldest first', async () => {
    const partner = await service.partner()
    const ids: string[] = []
    for (let round = 0; round < 6; round++)
      ids.push(
        ...(await emit(
          service.db,
          partner,
          Array.from({ length: 41 }, () => 'transfer.started' as const),
        )),
      )
    await service.historyShown()
    const countEvents = async (query: string) => (await read(partner, query)).json.events.length
    expect([
      await countEvents(''),
      await countEvents('?limit=7'),
      await countEvents('?limit=200'),
      await countEvents('?limit=1000'),
    ]).toEqual([50, 7, 200, 200])
    expect((await read(partner, '?limit=200')).json.has_more).toBe(true)
    expect(await readAll(partner, 33)).toEqual(ids)
    for (const bad of ['?limit=0', '?limit=-1', '?limit=x', '?after_id='])
      expect((await read(partner, bad)).status).toBe(400)
  })

  it("refuses a cursor that is not an event of one's own", async () => {
    const partner = await service.partner()
    const other = await service.partner()
    const [foreign] = await emit(service.db, other, ['order.held'])
    for (const cursor of [foreign, 'evt_00000000000000000000000000', 'nonsense', 'ord_x'])
      expect((await read(partner, `?after_id=${cursor}`)).status).toBe(400)
    expect((await read(partner)).json.events).toEqual([])
  })

  it('goes on in order after the data moved to another server', async () => {
    const partner = await service.partner()
    const before = await emit(service.db, partner, ['order.recorded', 'order.held'])
    // As if they had been written by a server that had counted much further.
    await service.db.run(sql`update events set xid = '99999999999'::xid8 where partner_id = ${partner.partnerId}`)
    await service.db.run(sql`delete from service_state where key = 'cluster'`)
    expect(await recogniseCluster(service.db, async () => 'the old server')).toBe(1)
    expect(await readAll(partner)).toEqual([])
    expect(await recogniseCluster(service.db, async () => 'the new server')).toBe(2)
    expect(await recogniseCluster(service.db, async () => 'the new server')).toBe(2)
    const after = await emit(service.db, partner, ['order.settled'])
    await service.historyShown()
    expect(await readAll(partner)).toEqual([...before, ...after])
    expect((await read(partner, `?after_id=${before[1]}`)).json.events).toMatchObject([{ id: after[0] }])
  })

  it('recognises its own server', async () => {
    const generation = await recogniseCluster(service.db)
    expect(await recogniseCluster(service.db)).toBe(generation)
  })
})

describe.runIf(databaseKind === 'postgres')('a reader beside many writers', () => {
  const WRITERS = 16
  const TRANSACTIONS = 40
  const writersDb = databaseKind === 'postgres' ? openPostgres({ url: service.url!, poolSize: WRITERS + 2 }) : undefined
  afterAll(() => writersDb?.close())

  it('sees each event once and misses none by following next_cursor', async () => {
    const db = writersDb as Database
    const partner = await service.partner()
    const written: string[] = []
    const pause = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most))
    const one = async () => {
      const now = service.clock.now()
      const event = { type: 'order.recorded', data: {} } as const
      const ids = await db.tx(async (tx) => {
        const first = await emitEvents(tx, toOwner(partner), [event], now, now)
        await pause(40)
        return [
          ...first,
          ...(Math.random() < 0.3 ? await emitEvents(tx, toOwner(partner), [event, event], now, now) : []),
        ]
      })
      written.push(...ids)
    }
    let writing = true
    const writers = Array.from({ length: WRITERS }, async () => {
      for (let n = 0; n < TRANSACTIONS; n++) {
        await one()
        if (Math.random() < 0.3) await pause(10)
      }
    })
    const done = Promise.all(writers).then(() => {
      writing = false
    })
    const seen: string[] = []
    /** What a cursor over ids would have seen: the control of this experiment. */
    const naive = new Set<string>()
    let cursor: string | null = null
    let last = ''
    for (let rounds = 0; writing || rounds < 3; rounds = writing ? 0 : rounds + 1) {
      const page: { events: { id: string }[]; next_cursor: string | null } = (
        await read(partner, `?limit=50${cursor ? `&after_id=${cursor}` : ''}`)
      ).json
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.next_cursor
      const rows: { id: string }[] = await db.many(sql`
        select id from events where partner_id = ${partner.partnerId} and id > ${last} order by id limit 50`)
      for (const { id } of rows) naive.add(id)
      last = rows.at(-1)?.id ?? last
    }
    await done
    await service.historyShown()
    // An event may show late, when another test's transaction is older; one that was skipped never shows.
    for (let tries = 0; tries < 100 && seen.length < written.length; tries++) {
      const rest = await readRest(partner, cursor)
      seen.push(...rest)
      cursor = rest.at(-1) ?? cursor
      if (seen.length < written.length) await pause(100)
    }
    expect(seen).toHaveLength(new Set(seen).size)
    const missed = written.filter((id) => !seen.includes(id))
    expect(
      await db.many(sql`
        select id, xid::text, generation, ${cursor} as cursor, pg_current_snapshot()::text as snapshot
        from events where id = any(${missed}) or (id = ${cursor} and ${missed.length > 0})`),
      'where the missed ones stand',
    ).toEqual([])
    expect(seen).toHaveLength(written.length)
    expect(written.length).toBeGreaterThanOrEqual(WRITERS * TRANSACTIONS)
    expect(naive.size).toBeLessThan(written.length)
  })

  async function readRest(partner: TestPartner, from: string | null): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = from; ; ) {
      const page: { events: { id: string }[]; next_cursor: string } = (
        await read(partner, `?limit=200&after_id=${cursor}`)
      ).json
      if (page.events.length === 0) return ids
      ids.push(...page.events.map(({ id }) => id))
      cursor = page.next_cursor
    }
  }
})
