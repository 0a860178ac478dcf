// Tests retries, waits and the correction of the clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hangUp, json, type Loopback, refusal, startLoopback } from '../test/loopback.ts'
import { FreeholdError, RateLimitError, ServerError } from './errors.ts'
import { backOffMs, sleep } from './retry.ts'

let loopback: Loopback
beforeAll(async () => {
  loopback = await startLoopback()
})
afterAll(() => loopback.close())

const OK = json(200, { ok: true })
const DOWN = refusal(503, 'upstream_unavailable')
const of = (header: string) => loopback.arrived.map((one) => one.headers[header])

describe('a request that failed', () => {
  it('is retried twice with a new nonce and the same idempotency key and body', async () => {
    loopback.respondWith(DOWN, hangUp, json(201, { quote_id: 'quo_1' }))
    expect(await loopback.client().quotes.create({ domain: 'held.test' })).toEqual({ quote_id: 'quo_1' })
    expect(loopback.arrived).toHaveLength(3)
    expect(new Set(of('x-service-nonce')).size).toBe(3)
    expect(new Set(of('x-service-signature')).size).toBe(3)
    expect(new Set(of('idempotency-key')).size).toBe(1)
    expect(new Set(loopback.arrived.map((one) => one.body))).toEqual(new Set(['{"domain":"held.test"}']))
  })

  it('throws its own error after the last retry', async () => {
    loopback.respondWith(DOWN)
    await expect(loopback.client().me.get()).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(3)
    loopback.respondWith(DOWN)
    await expect(loopback.client({ maxRetries: 4 }).me.get()).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(5)
    loopback.respondWith(DOWN)
    await expect(loopback.client().me.get({ maxRetries: 0 })).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(1)
  })

  it.each([
    ['GET', 3],
    ['PUT', 3],
    ['DELETE', 3],
    ['PATCH', 1],
  ])('with %s goes out %i times', async (method, times) => {
    loopback.respondWith(DOWN)
    await expect(loopback.client().request({ method, path: '/x' })).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(times)
  })

  it('is retried as a POST only with a key or if it only reads', async () => {
    loopback.respondWith(DOWN)
    await expect(loopback.client().public.market.checkout({ domain: 'a.com' })).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(1)
    expect(of('idempotency-key')).toEqual([undefined])
    loopback.respondWith(DOWN)
    await expect(loopback.client().public.whois('a.com')).rejects.toBeInstanceOf(ServerError)
    expect(loopback.arrived).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 409, 422])('with status %i is not retried', async (status) => {
    loopback.respondWith(refusal(status, 'some_code'))
    await expect(loopback.client().me.get()).rejects.toBeInstanceOf(FreeholdError)
    expect(loopback.arrived).toHaveLength(1)
  })

  it('waits for a concurrent request with the same key', async () => {
    const busy = refusal(409, 'conflict', { reason: 'idempotency_in_progress', headers: { 'retry-after': '1' } })
    loopback.respondWith(busy, OK)
    expect(await loopback.client().quotes.create({ domain: 'a.test' })).toEqual({ ok: true })
    expect(loopback.waits).toEqual([1000])
  })

  it("ends immediately with the signal's reason when the caller aborts", async () => {
    loopback.respondWith(DOWN)
    const controller = new AbortController()
    const reason = new Error('enough')
    const abortInstead = async (ms: number, signal?: AbortSignal) => {
      controller.abort(reason)
      await sleep(ms, signal)
    }
    const call = loopback.client({ sleep: abortInstead }).me.get({ signal: controller.signal })
    await expect(call).rejects.toBe(reason)
    expect(loopback.arrived).toHaveLength(1)
  })
})

describe('the wait', () => {
  it('follows Retry-After', async () => {
    loopback.respondWith(refusal(429, 'rate_limited', { headers: { 'retry-after': '7' } }), OK)
    await loopback.client().public.market.checkout({ domain: 'a.com' })
    expect(loopback.waits).toEqual([7000])
  })

  it('follows a Retry-After date', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString()
    loopback.respondWith((response) => response.writeHead(429, { 'retry-after': inTenSeconds }).end('busy'), OK)
    await loopback.client().me.get()
    expect(loopback.waits[0]).toBeGreaterThan(5000)
    expect(loopback.waits[0]).toBeLessThanOrEqual(10_000)
  })

  it('is skipped if Retry-After exceeds the limit', async () => {
    loopback.respondWith(refusal(429, 'rate_limited', { headers: { 'retry-after': '61' } }))
    await expect(loopback.client().me.get()).rejects.toMatchObject({ retryAfterSeconds: 61 })
    expect(loopback.waits).toEqual([])
    loopback.respondWith(refusal(429, 'rate_limited', { headers: { 'retry-after': '61' } }))
    await expect(loopback.client({ maxRetryAfterSeconds: 90 }).me.get()).rejects.toBeInstanceOf(RateLimitError)
    expect(loopback.waits).toEqual([61_000, 61_000])
  })

  it('doubles, half of it random, up to eight seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((retry) => backOffMs(retry, 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ])
    expect([0, 1, 9].map((retry) => backOffMs(retry, 0))).toEqual([250, 500, 4000])
  })
})

describe('a clock that is wrong', () => {
  const HOUR = 3600
  const now = () => Math.floor(Date.now() / 1000)
  const isInTime = (seconds: unknown) => Math.abs(Number(seconds) - now()) <= 300
  const refuseSkew = (response: Parameters<typeof OK>[0], request: Parameters<typeof OK>[1]) =>
    (isInTime(request.headers['x-service-timestamp']) ? OK : refusal(401, 'invalid_timestamp'))(response, request)

  it.each([-HOUR, HOUR])('by %i seconds is corrected once and stays corrected', async (skew) => {
    loopback.respondWith(refuseSkew)
    const freehold = loopback.client({ clock: () => Date.now() + skew * 1000 })
    expect(await freehold.quotes.create({ domain: 'a.test' })).toEqual({ ok: true })
    expect(loopback.arrived).toHaveLength(2)
    expect(new Set(of('idempotency-key')).size).toBe(1)
    expect(new Set(of('x-service-nonce')).size).toBe(2)
    await freehold.me.get()
    expect(loopback.arrived).toHaveLength(3)
  })

  it('is corrected for concurrent requests', async () => {
    loopback.respondWith(refuseSkew)
    const freehold = loopback.client({ clock: () => Date.now() - HOUR * 1000 })
    await Promise.all([1, 2, 3].map(() => freehold.me.get()))
    expect(loopback.arrived).toHaveLength(6)
  })

  it('is not corrected if the server sends no date or still rejects', async () => {
    loopback.respondWith(refusal(401, 'invalid_timestamp'))
    await expect(loopback.client().me.get()).rejects.toMatchObject({ code: 'invalid_timestamp' })
    expect(loopback.arrived).toHaveLength(1)
    loopback.respondWith(refusal(401, 'invalid_timestamp', { headers: { date: 'yesterday' } }))
    await expect(loopback.client({ clock: () => 0 }).me.get()).rejects.toMatchObject({ code: 'invalid_timestamp' })
    expect(loopback.arrived).toHaveLength(1)
    loopback.respondWith(refusal(401, 'invalid_timestamp'))
    await expect(loopback.client({ clock: () => 0 }).me.get()).rejects.toMatchObject({ code: 'invalid_timestamp' })
    expect(loopback.arrived).toHaveLength(2)
  })
})

describe('sleep', () => {
  it('ends after its time or with the reason of the signal', async () => {
    await expect(sleep(1)).resolves.toBeUndefined()
    const controller = new AbortController()
    const waiting = sleep(60_000, controller.signal)
    controller.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    await expect(sleep(1, controller.signal)).rejects.toThrow('over')
  })
})
