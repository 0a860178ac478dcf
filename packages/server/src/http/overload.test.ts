// How many are let in: everybody while answers are quick, fewer when even the quickest waited, all again soon after.
import net from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { createValve, refuseOverload, type Valve } from './overload.ts'
import { PAGE_READ_HEADERS } from './page-reads.ts'

/** So many arrive at once, and each is answered after `tookMs`, `rounds` times in a row. Answers how many were refused. */
function pour(
  valve: Valve,
  { from, arriving, tookMs, rounds }: Record<'from' | 'arriving' | 'tookMs' | 'rounds', number>,
) {
  let now = from
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const entered = Array.from({ length: arriving }, () => valve.enter(now)).filter(Boolean).length
    refused += arriving - entered
    now += tookMs
    for (let one = 0; one < entered; one++) valve.leave(now, tookMs)
  }
  return { refused, now }
}

describe('the valve', () => {
  it('refuses nobody while the quickest answers are quick, however many come', () => {
    expect(pour(createValve(), { from: 0, arriving: 900, tookMs: 140, rounds: 50 }).refused).toBe(0)
  })

  it('refuses nobody of 128 at a time, however slow', () => {
    expect(pour(createValve(), { from: 0, arriving: 128, tookMs: 3000, rounds: 50 }).refused).toBe(0)
  })

  it('lets in no more than are answered in their time while a queue stands, but never fewer than 128', () => {
    const valve = createValve()
    const { now } = pour(valve, { from: 0, arriving: 1000, tookMs: 1000, rounds: 20 })
    const { refused } = pour(valve, { from: now, arriving: 1000, tookMs: 1000, rounds: 1 })
    expect(refused).toBe(872)
  })

  it('lets everybody in again within seconds after the queue is gone', () => {
    const valve = createValve()
    const { now } = pour(valve, { from: 0, arriving: 1000, tookMs: 1000, rounds: 20 })
    const recovering = pour(valve, { from: now, arriving: 150, tookMs: 50, rounds: 100 })
    expect(recovering.now - now).toBe(5000)
    expect(pour(valve, { from: recovering.now, arriving: 240, tookMs: 50, rounds: 10 }).refused).toBe(0)
  })

  it('learns nothing from clients that hang up, however long they held on', () => {
    const valve = createValve()
    for (let one = 0; one < 300; one++) valve.enter(0)
    for (let one = 0; one < 300; one++) valve.leave(30_000, null)
    expect(pour(valve, { from: 30_000, arriving: 900, tookMs: 50, rounds: 10 }).refused).toBe(0)
  })

  it('gives the place of a client that hung up to the next', () => {
    const valve = createValve()
    const { now } = pour(valve, { from: 0, arriving: 1000, tookMs: 1000, rounds: 20 })
    for (let one = 0; one < 128; one++) expect(valve.enter(now)).toBe(true)
    expect(valve.enter(now)).toBe(false)
    valve.leave(now, null)
    expect(valve.enter(now)).toBe(true)
  })

  /** Two hundred come together and wait; then one is answered every 10 ms, and another comes. Counts who was refused. */
  function keepWaiting(valve: Valve, { from, forMs }: { from: number; forMs: number }): number {
    let refused = 0
    for (let one = 0; one < 200; one++) if (!valve.enter(from)) refused++
    for (let now = from + 500; now < from + forMs; now += 10) {
      valve.leave(now, 500)
      if (!valve.enter(now)) refused++
    }
    return refused
  }

  it('refuses nobody for a queue that is gone within two seconds', () => {
    expect(keepWaiting(createValve(), { from: 1000, forMs: 2000 })).toBe(0)
  })

  it('refuses once a queue has stood for longer', () => {
    expect(keepWaiting(createValve(), { from: 1000, forMs: 4000 })).toBeGreaterThan(0)
  })

  /**
   * Twice as many come as are answered, first come, first served. Every `fastEveryMs` one comes that waits for nothing.
   * Answers the longest queue, and the longest of the last ten seconds.
   */
  function overload(perSecond: number, { fastEveryMs = Number.POSITIVE_INFINITY } = {}) {
    const valve = createValve()
    const queue: number[] = []
    let longest = 0
    let longestAtEnd = 0
    let [arrived, answered, fastAt, fastLeavesAt] = [0, 0, fastEveryMs, Number.POSITIVE_INFINITY]
    for (let now = 0; now < 60_000; now++) {
      for (; arrived < (now * perSecond * 2) / 1000; arrived++) if (valve.enter(now)) queue.push(now)
      if (now >= fastAt) {
        fastAt += fastEveryMs
        if (valve.enter(now)) fastLeavesAt = now + 5
      }
      if (now === fastLeavesAt) valve.leave(now, 5)
      for (; answered < (now * perSecond) / 1000; answered++) {
        const entered = queue.shift()
        if (entered !== undefined) valve.leave(now, now - entered)
      }
      longest = Math.max(longest, queue.length)
      if (now >= 50_000) longestAtEnd = Math.max(longestAtEnd, queue.length)
    }
    return { longest, longestAtEnd }
  }

  it.each([
    { perSecond: 300, fastEveryMs: undefined },
    { perSecond: 300, fastEveryMs: 1500 },
    { perSecond: 300, fastEveryMs: 300 },
    { perSecond: 45, fastEveryMs: undefined },
    { perSecond: 45, fastEveryMs: 1500 },
    { perSecond: 30, fastEveryMs: undefined },
    { perSecond: 12, fastEveryMs: undefined },
  ])('keeps the queue short at twice of $perSecond a second, with a fast answer every $fastEveryMs ms', (load) => {
    const { longest, longestAtEnd } = overload(load.perSecond, load)
    // What may always enter, and three seconds of what comes too much.
    expect(longest).toBeLessThanOrEqual(128 + 3 * load.perSecond)
    expect(longestAtEnd).toBeLessThanOrEqual(128)
  })

  it('refuses nobody of a burst of 200 that is gone within two seconds, nor of the same burst later', () => {
    const valve = createValve()
    let refused = 0
    for (let from = 0; from < 60_000; from += 5000) {
      for (let one = 0; one < 200; one++) if (!valve.enter(from)) refused++
      for (let one = 1; one <= 200; one++) valve.leave(from + one * 9.5, one * 9.5)
    }
    expect(refused).toBe(0)
  })

  it('forgets a queue that did not last, also when hardly anybody comes afterwards', () => {
    const valve = createValve()
    expect(keepWaiting(valve, { from: 1000, forMs: 1900 })).toBe(0)
    for (let one = 0; one < 200; one++) valve.leave(2900, 500)
    valve.enter(60_000)
    valve.leave(60_010, 10)
    expect(keepWaiting(valve, { from: 61_000, forMs: 1900 })).toBe(0)
  })

  it('does not take slow routes for a queue while few are under way', () => {
    const valve = createValve()
    expect(pour(valve, { from: 0, arriving: 100, tookMs: 400, rounds: 50 }).refused).toBe(0)
    expect(pour(valve, { from: 20_000, arriving: 900, tookMs: 50, rounds: 1 }).refused).toBe(0)
  })

  it('has no patience with a queue that comes back while the limit still grows', () => {
    const valve = createValve()
    const { now } = pour(valve, { from: 0, arriving: 1000, tookMs: 1000, rounds: 20 })
    const calm = pour(valve, { from: now, arriving: 100, tookMs: 50, rounds: 20 })
    expect(keepWaiting(valve, { from: calm.now, forMs: 2000 })).toBeGreaterThan(0)
  })

  it('does not take a few slow answers for a queue', () => {
    const valve = createValve()
    expect(pour(valve, { from: 0, arriving: 9, tookMs: 9000, rounds: 20 }).refused).toBe(0)
    expect(pour(valve, { from: 200_000, arriving: 900, tookMs: 50, rounds: 1 }).refused).toBe(0)
  })
})

describe('a request', () => {
  /** A server whose valve writes down who enters and who leaves. */
  async function listen() {
    const events: string[] = []
    const valve: Valve = {
      enter: () => events.push('enter') > 0,
      leave: (_now, tookMs) => void events.push(tookMs === null ? 'hung up' : 'answered'),
    }
    const app = Fastify()
    refuseOverload(app, { log: pino({ level: 'silent' }), metrics: createMetrics({ process: false }) }, valve)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    app.get('/quick', async () => 'ok')
    app.get('/waits', async () => {
      await released
      return 'ok'
    })
    app.get('/streams', async (_request, reply) => reply.send(new Readable({ read() {} })))
    app.post('/json', async () => 'ok')
    app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
    app.post('/upload', { config: { streamed: true } }, async (request) => {
      for await (const _ of request.body as Readable);
      return 'ok'
    })
    const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const send = (text: string) => {
      const socket = net.connect(Number(url.port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`${text.replaceAll('\n', '\r\n')}`)
      return socket
    }
    return { app, events, send, release }
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

  it('with a body is not under way until the body has arrived', async () => {
    const { app, events, send } = await listen()
    const socket = send('POST /json HTTP/1.1\nhost: a\ncontent-type: application/json\ncontent-length: 2\n\n{')
    await settle()
    expect(events).toEqual([])
    socket.write('}')
    await expect.poll(() => events).toEqual(['enter', 'answered'])
    socket.destroy()
    await app.close()
  })

  it('whose body never arrives is not counted at all, nor is an upload that is read as it arrives', async () => {
    const { app, events, send } = await listen()
    const half = send('POST /json HTTP/1.1\nhost: a\ncontent-type: application/json\ncontent-length: 2\n\n{')
    const upload = send('POST /upload HTTP/1.1\nhost: a\ncontent-type: text/csv\ncontent-length: 9\n\nabc')
    await settle()
    half.destroy()
    upload.destroy()
    await settle()
    expect(events).toEqual([])
    await app.close()
  })

  it('that its client gives up is not counted as an answer', async () => {
    const { app, events, send, release } = await listen()
    const socket = send('GET /waits HTTP/1.1\nhost: a\n\n')
    await expect.poll(() => events).toEqual(['enter'])
    socket.destroy()
    await expect.poll(() => events).toEqual(['enter', 'hung up'])
    release()
    await settle()
    expect(events).toEqual(['enter', 'hung up'])
    await app.close()
  })

  it('is answered when its response begins, however slowly the client reads it', async () => {
    const { app, events, send } = await listen()
    const socket = send('GET /streams HTTP/1.1\nhost: a\n\n')
    await expect.poll(() => events).toEqual(['enter', 'answered'])
    socket.destroy()
    await settle()
    expect(events).toEqual(['enter', 'answered'])
    await app.close()
  })
})

describe('a process that has too much to do', () => {
  it('finishes the pages that it let in, with everything that they read', async () => {
    const app = Fastify()
    let isFull = false
    const deps = { log: pino({ level: 'silent' }), metrics: createMetrics({ process: false }) }
    refuseOverload(app, deps, { enter: () => !isFull, leave: () => {} })
    app.get('/api/read', async () => 'found')
    app.post('/api/write', async () => 'written')
    app.get('/page', async () => {
      isFull = true
      const read = await app.inject({ url: '/api/read', headers: PAGE_READ_HEADERS })
      const payload = { name: 'coffee' }
      const written = await app.inject({ method: 'POST', url: '/api/write', headers: PAGE_READ_HEADERS, payload })
      return [read.body, written.body]
    })
    expect((await app.inject('/page')).json()).toEqual(['found', 'written'])
    expect((await app.inject('/api/read')).statusCode).toBe(503)
    await app.close()
  })

  it('says at once when to come back, in no line of the log of its own, and still answers probes', async () => {
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    const app = Fastify()
    refuseOverload(app, { log, metrics: createMetrics({ process: false }) }, { enter: () => false, leave: () => {} })
    app.get('/healthz', { config: { routeId: 'system.health' } }, async () => 'ok')
    app.get('/orders', { config: { routeId: 'orders.list' } }, async () => 'ok')
    const refused = await app.inject('/orders')
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([
      503,
      '1',
      'upstream_unavailable',
    ])
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect(logged).toEqual([])
    await app.close()
  })
})
