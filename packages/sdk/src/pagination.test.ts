// Tests that lists resolve to a page and iterate over all pages, and that following events misses none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arrived, json, type Loopback, type Respond, refusal, startLoopback } from '../test/loopback.ts'

let loopback: Loopback
beforeAll(async () => {
  loopback = await startLoopback()
})
afterAll(() => loopback.close())

/** Pages of two, with the number of the next row as cursor. */
const servePages =
  (count: number, wrap: (rows: string[], next: string | null) => unknown, cursor = 'cursor'): Respond =>
  (response, request) => {
    const from = Number(request.query[cursor] ?? 0)
    const rows = Array.from({ length: Math.min(2, count - from) }, (_, index) => `row ${from + index}`)
    const next = from + 2 < count ? String(from + 2) : null
    json(200, wrap(rows, next))(response, request)
  }

const orders = (count: number) =>
  servePages(count, (rows, next) => ({ orders: rows, next_cursor: next, has_more: next !== null }))
const queries = () => loopback.arrived.map((one: Arrived) => one.query)

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('a list', () => {
  it('resolves to its first page when awaited', async () => {
    loopback.respondWith(orders(5))
    expect(await loopback.client().orders.list({ status: ['PAID', 'SETTLED'], limit: 2 })).toEqual({
      orders: ['row 0', 'row 1'],
      next_cursor: '2',
      has_more: true,
    })
    expect(queries()).toEqual([{ status: 'PAID,SETTLED', limit: '2' }])
  })

  it('yields every item of every page when iterated, with the same filter', async () => {
    loopback.respondWith(orders(5))
    const rows = await collect(loopback.client().orders.list({ status: 'PAID' }))
    expect(rows).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4'])
    expect(queries()).toEqual([{ status: 'PAID' }, { status: 'PAID', cursor: '2' }, { status: 'PAID', cursor: '4' }])
  })

  it('requests pages lazily, once, and no more than needed', async () => {
    loopback.respondWith(orders(5))
    const list = loopback.client().orders.list()
    expect(loopback.arrived).toEqual([])
    expect((await list).has_more).toBe(true)
    expect(await list.toArray({ limit: 2 })).toEqual(['row 0', 'row 1'])
    expect(await list.toArray({ limit: 0 })).toEqual([])
    expect(loopback.arrived).toHaveLength(1)
    expect(await list.toArray()).toHaveLength(5)
    expect(loopback.arrived).toHaveLength(3)
    const sizes = (await collect(list.pages())).map((page) => page.orders.length)
    expect(sizes).toEqual([2, 2, 1])
  })

  it('may be empty', async () => {
    loopback.respondWith(orders(0))
    expect(await collect(loopback.client().orders.list())).toEqual([])
  })

  it('rejects when awaited or iterated after an error', async () => {
    loopback.respondWith(refusal(403, 'forbidden'))
    const freehold = loopback.client()
    await expect(freehold.orders.list()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(collect(freehold.orders.list())).rejects.toMatchObject({ code: 'forbidden' })
    expect(await freehold.orders.list().catch(() => 'caught')).toBe('caught')
    let ended = 0
    await expect(freehold.orders.list().finally(() => ended++)).rejects.toMatchObject({ code: 'forbidden' })
    expect(ended).toBe(1)
  })

  it('of the market reads the cursor from `page` and starts at the offset', async () => {
    loopback.respondWith(
      servePages(3, (items, next) => ({ items, page: { has_more: next !== null, next_cursor: next } })),
    )
    expect(await collect(loopback.client().public.market.listings({ tld: 'com', offset: 0 }))).toHaveLength(3)
    expect(queries()).toEqual([
      { tld: 'com', offset: '0' },
      { tld: 'com', cursor: '2' },
    ])
    expect(loopback.arrived[0]?.headers['x-service-signature']).toBeUndefined()
  })
})

describe('events', () => {
  /** A history that grows: how many events there are at each look. */
  const history = (...counts: number[]): Respond => {
    let look = 0
    return (response, request) => {
      const after = Number(request.query.after_id ?? 0)
      const count = counts[Math.min(look++, counts.length - 1)] ?? 0
      const ids = Array.from({ length: Math.min(2, count - after) }, (_, index) => String(after + index + 1))
      const next_cursor = ids.at(-1) ?? request.query.after_id ?? null
      json(200, { events: ids.map((id) => ({ id })), next_cursor, has_more: after + 2 < count })(response, request)
    }
  }

  it('are listed up to the last page, which also has a cursor', async () => {
    loopback.respondWith(history(3))
    const events = await collect(loopback.client().events.list({ type: ['order.recorded', 'order.paid'] }))
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(queries()).toEqual([
      { type: 'order.recorded,order.paid' },
      { type: 'order.recorded,order.paid', after_id: '2' },
    ])
  })

  it('are followed past the end, from a given event, until the signal', async () => {
    loopback.respondWith(history(3, 3, 3, 5))
    const controller = new AbortController()
    const seen: string[] = []
    const options = { afterId: '1', pollMs: 50, signal: controller.signal }
    for await (const { id } of loopback.client().events.follow(options)) {
      seen.push(id)
      if (id === '5') controller.abort()
    }
    expect(seen).toEqual(['2', '3', '4', '5'])
    expect(loopback.waits).toEqual([50, 50, 50])
    expect(queries().map((query) => query.after_id)).toEqual(['1', '3', '3', '3'])
  })

  it('are followed from an empty history, and a lasting failure is thrown', async () => {
    loopback.respondWith(
      json(200, { events: [], next_cursor: null, has_more: false }),
      history(1),
      refusal(403, 'forbidden'),
    )
    const seen: string[] = []
    const follow = async () => {
      for await (const { id } of loopback.client().events.follow({ type: 'order.paid' })) seen.push(id)
    }
    await expect(follow()).rejects.toMatchObject({ code: 'forbidden' })
    expect(seen).toEqual(['1'])
    expect(queries().map((query) => query.after_id)).toEqual([undefined, undefined, '1'])
  })

  it('are not followed after an abort, and end without an error during one', async () => {
    loopback.respondWith(() => {})
    expect(await collect(loopback.client().events.follow({ signal: AbortSignal.abort() }))).toEqual([])
    expect(loopback.arrived).toEqual([])
    const controller = new AbortController()
    const following = collect(loopback.client().events.follow({ signal: controller.signal }))
    controller.abort()
    expect(await following).toEqual([])
  })
})

describe('a report', () => {
  it('is available as CSV', async () => {
    loopback.respondWith(
      (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n1,2\r\n'),
    )
    const freehold = loopback.client()
    expect(await freehold.transactions.csv({ from: '2026-01-01' })).toBe('a,b\r\n1,2\r\n')
    expect(await freehold.settlements.linesCsv('stl_1')).toBe('a,b\r\n1,2\r\n')
    expect(loopback.arrived.map((one) => one.headers.accept)).toEqual(['text/csv', 'text/csv'])
  })
})
