// How many are let in: everybody while answers are quick, fewer when even the quickest waited, all again soon after.
import Fastify from 'fastify'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { createValve, refuseOverload, type Valve } from './overload.ts'

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

  it('does not take a few slow answers for a queue', () => {
    const valve = createValve()
    expect(pour(valve, { from: 0, arriving: 9, tookMs: 9000, rounds: 20 }).refused).toBe(0)
    expect(pour(valve, { from: 200_000, arriving: 900, tookMs: 50, rounds: 1 }).refused).toBe(0)
  })
})

describe('a process that has too much to do', () => {
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
