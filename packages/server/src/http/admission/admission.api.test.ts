// Rate limits: a bucket holds one minute's worth, is shared by all, and is never overdrawn.
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  databaseKind,
  startTestService,
  type TestPartner,
  type TestResponse,
  type TestService,
} from '../../../test/harness.ts'
import { sign } from '../../../test/signer.ts'
import { partnerGuard } from '../../areas/partner.ts'
import { openPostgres } from '../../db/postgres.ts'
import { sql } from '../../db/sql.ts'
import { sandboxOffset } from '../../modules/partners/index.ts'
import { defineRoute } from '../define-route.ts'
import { mountArea } from '../pipeline.ts'
import { Strict } from '../schema.ts'
import { createServer } from '../server.ts'
import { createAdmission } from './admission.ts'

const ME = '/api/partner/v1/me'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on' })
})
beforeEach(async () => {
  partner = await service.partner()
})

const limit = { name: 'test', capacity: 10, perSeconds: 60 }
const ask = (key: string, capacity = 10) => ({
  nonce: null,
  bucket: { key, limit: { ...limit, capacity } },
  partnerId: null,
  durable: false,
})
const age = (key: string, seconds: number) =>
  service.db.run(sql`update rate_buckets set at = at - make_interval(secs => ${seconds}) where bucket = ${key}`)
const reset = (response: TestResponse) => /t=(\d+)/.exec(response.headers.ratelimit ?? '')?.[1]

/** A token comes back every half second, which a busy machine may take for a request: from here on none does. */
const stopRefill = () =>
  service.db.run(
    sql`update rate_buckets set at = clock_timestamp() + interval '10 minutes' where bucket like ${`%:${partner.partnerId}:%`}`,
  )

describe('a bucket', () => {
  it('grants exactly its capacity to 200 who ask at once', async () => {
    const key = randomUUID()
    const verdicts = await Promise.all(Array.from({ length: 200 }, () => service.deps.admission.admit(ask(key, 50))))
    expect(verdicts.filter(({ granted }) => granted)).toHaveLength(50)
    expect(verdicts.filter(({ granted }) => granted).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 50 }, (_, index) => 49 - index),
    )
  })

  it('takes several tokens at a time, alone and among others, and never more than it has', async () => {
    const key = randomUUID()
    const take = (amount: number) => {
      const asked = ask(key)
      return service.deps.admission.admit({ ...asked, bucket: { ...asked.bucket, amount } })
    }
    expect(await take(4)).toMatchObject({ granted: true, remaining: 6 })
    const verdicts = await Promise.all([take(1), take(3), take(1)])
    expect(verdicts.map(({ granted }) => granted)).toEqual([true, true, true])
    expect(await take(5)).toMatchObject({ granted: false, remaining: 0 })
    expect(await take(1)).toMatchObject({ granted: false })
  })

  it('gives all tokens that are asked for together or none, and says when there are enough', async () => {
    const key = randomUUID()
    const take = (amount: number) => {
      const asked = ask(key)
      return service.deps.admission.admit({ ...asked, bucket: { ...asked.bucket, amount, isWhole: true } })
    }
    expect(await take(4)).toMatchObject({ granted: true, remaining: 6 })
    const refused = await take(8)
    expect([refused.granted, refused.retryAfter]).toEqual([false, 12])
    expect((await Promise.all([take(5), take(7), take(1)])).map(({ granted }) => granted)).toEqual([true, false, true])
    await age(key, 48)
    expect(await take(8)).toMatchObject({ granted: true })
  })

  it('refills over its period, and never above its capacity', async () => {
    const key = randomUUID()
    const take = async (count: number) => {
      const verdicts = await Promise.all(Array.from({ length: count }, () => service.deps.admission.admit(ask(key))))
      return verdicts.filter(({ granted }) => granted).length
    }
    expect(await take(12)).toBe(10)
    await age(key, 18)
    expect(await take(12)).toBe(3)
    await age(key, 3600)
    expect(await take(12)).toBe(10)
  })

  it('says in whole seconds when the next token comes', async () => {
    const key = randomUUID()
    for (let count = 0; count < 10; count++) await service.deps.admission.admit(ask(key))
    const refused = await service.deps.admission.admit(ask(key))
    expect([refused.granted, refused.retryAfter]).toEqual([false, 6])
    await age(key, refused.retryAfter)
    expect((await service.deps.admission.admit(ask(key))).granted).toBe(true)
  })

  it('is not charged by another key of the same batch', async () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
    const asked = Array.from({ length: 60 }, (_, index) => ask([one, two, three][index % 3]!))
    const verdicts = await Promise.all(asked.map((each) => service.deps.admission.admit(each)))
    for (const key of [one, two, three])
      expect(verdicts.filter(({ granted }, index) => granted && asked[index]!.bucket.key === key)).toHaveLength(10)
  })

  it('takes a new capacity when the setting changes', async () => {
    const key = randomUUID()
    for (let count = 0; count < 10; count++) await service.deps.admission.admit(ask(key))
    await age(key, 3600)
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => service.deps.admission.admit(ask(key, 20))))
    expect(verdicts.filter(({ granted }) => granted)).toHaveLength(20)
  })

  it('does not go wrong when the database clock goes back', async () => {
    const key = randomUUID()
    for (let count = 0; count < 9; count++) await service.deps.admission.admit(ask(key))
    await age(key, -3600)
    expect((await service.deps.admission.admit(ask(key))).granted).toBe(true)
    expect((await service.deps.admission.admit(ask(key))).granted).toBe(false)
  })

  it.runIf(databaseKind === 'embedded')(
    'is written once for eight concurrent callers, who then read, over one connection',
    async () => {
      const sizes: number[] = []
      const metrics = { admissionBatch: { observe: (size: number) => sizes.push(size) } } as never
      const admission = createAdmission({ ...service.deps, metrics, clockOffset: sandboxOffset })
      const readOften = async () => {
        for (let count = 0; count < 50; count++) {
          await admission.admit({
            ...ask(randomUUID()),
            nonce: randomUUID(),
            signedAt: service.clock.now().getTime() / 1000,
          })
          await service.db.one(sql`select 1 as one`)
        }
      }
      await Promise.all(Array.from({ length: 8 }, readOften))
      // All eight in each write: 50. Four in each: 100.
      expect(sizes.length).toBeLessThan(75)
    },
  )

  it.runIf(databaseKind === 'postgres')('is shared by two services on one PostgreSQL database', async () => {
    const other = openPostgres({ url: service.url!, poolSize: 3 })
    const second = createAdmission({ ...service.deps, db: other, clockOffset: sandboxOffset })
    const key = randomUUID()
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? second : service.deps.admission).admit(ask(key, 60))),
    )
    expect(verdicts.filter(({ granted }) => granted)).toHaveLength(60)
    await other.close()
  })

  it.runIf(databaseKind === 'postgres')(
    'and the nonces beside it survive two services that write the same ones in any order',
    async () => {
      const other = openPostgres({ url: service.url!, poolSize: 3 })
      const second = createAdmission({ ...service.deps, db: other, clockOffset: sandboxOffset })
      const nonces = Array.from({ length: 100 }, () => randomUUID())
      const keys = [randomUUID(), randomUUID()]
      const run = (admission: typeof second, order: string[]) =>
        Promise.all(order.map((nonce, index) => admission.admit({ ...ask(keys[index % 2]!, 1000), nonce })))
      const verdicts = await Promise.all([run(service.deps.admission, nonces), run(second, [...nonces].reverse())])
      expect(verdicts.flat().filter(({ fresh }) => fresh)).toHaveLength(100)
      await other.close()
    },
  )
})

describe('partner requests', () => {
  it('get 429 for the 121st read within a minute, with everything a client needs to wait', async () => {
    const responses: TestResponse[] = []
    for (let round = 0; round < 3; round++)
      responses.push(...(await Promise.all(Array.from({ length: 40 }, () => service.signed(partner, 'GET', ME)))))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    // The minute goes on while we ask: put the bucket where 120 requests in no time would have left it.
    await service.db.run(
      sql`update rate_buckets set tokens = 0.25, at = clock_timestamp() where bucket = ${`partner_reads:${partner.partnerId}:${partner.environment}`}`,
    )
    const refused = await service.signed(partner, 'GET', ME)
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
    expect(refused.json.error.message).toBe(
      `Too many requests. Retry in ${refused.headers['retry-after']} second${refused.headers['retry-after'] === '1' ? '' : 's'}.`,
    )
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.headers['ratelimit-policy']).toBe('"partner_reads";q=120;w=60')
    expect(refused.headers.ratelimit).toBe('"partner_reads";r=0;t=1')
    expect(refused.headers['x-request-id']).toBe(refused.json.error.request_id)
  })

  it('count a read for every ten domains of a bulk availability request, or are refused whole', async () => {
    const bucket = `partner_reads:${partner.partnerId}:${partner.environment}`
    const check = (count: number) =>
      service.signed(partner, 'POST', '/api/partner/v1/availability', {
        domains: Array.from({ length: count }, (_, index) => `counted-${index}.com`),
      })
    const left = ({ headers }: TestResponse) => Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1])
    await service.signed(partner, 'GET', ME)
    await stopRefill()
    expect(left(await check(10))).toBe(118)
    expect(left(await check(11))).toBe(116)
    expect(left(await check(100))).toBe(106)
    await service.db.run(sql`update rate_buckets set tokens = 9 where bucket = ${bucket}`)
    const refused = await check(100)
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 1])
    expect(left(await check(90))).toBe(0)
  })

  it('are told what is left on every answer, also on one that fails later', async () => {
    const good = await service.signed(partner, 'GET', ME)
    expect([good.headers['ratelimit-policy'], good.headers.ratelimit, reset(good)]).toEqual([
      '"partner_reads";q=120;w=60',
      '"partner_reads";r=119;t=0',
      '0',
    ])
    await stopRefill()
    const bad = await service.signed(partner, 'GET', '/api/partner/v1/availability')
    expect([bad.status, bad.headers.ratelimit]).toEqual([400, '"partner_reads";r=118;t=0'])
  })

  it('share one limit among all keys of the partner in an environment', async () => {
    const issued = await service.operator('POST', `/partners/${partner.partnerId}/credentials`, {
      environment: 'sandbox',
      scopes: ['search'],
    })
    await service.signed(partner, 'GET', ME)
    await stopRefill()
    const second = await service.signed({ keyId: issued.json.key_id, secret: issued.json.secret }, 'GET', ME)
    expect(second.headers.ratelimit).toContain('r=118')
  })

  it('find their limits, and what is left of each, in GET /me', async () => {
    await service.signed(partner, 'GET', ME)
    await stopRefill()
    const { limits } = (await service.signed(partner, 'GET', ME)).json
    expect(limits).toEqual([
      { name: 'partner_reads', limit: 120, window_seconds: 60, remaining: 118 },
      { name: 'partner_writes', limit: 60, window_seconds: 60, remaining: 60 },
      { name: 'partner_search', limit: 60, window_seconds: 60, remaining: 60 },
    ])
  })

  it('pay nothing for a wrong signature, a stale timestamp or a replayed nonce', async () => {
    const request = sign(partner, 'GET', ME, { now: service.clock.now() })
    await service.send(request)
    await stopRefill()
    for (let round = 0; round < 5; round++) {
      expect((await service.send(request)).json.error.code).toBe('replay_detected')
      await service.signed({ ...partner, secret: 'wrong' }, 'GET', ME)
      await service.signed(partner, 'GET', ME, undefined, { timestamp: '1000000000' })
    }
    expect((await service.signed(partner, 'GET', ME)).headers.ratelimit).toContain('r=118')
  })

  it('are refused for the limit before the scope and before the input', async () => {
    const narrow = await service.partner({ scopes: ['webhook'] })
    await service.db.run(sql`insert into rate_buckets (bucket, capacity, per_second, tokens, granted, at)
      values (${`partner_reads:${narrow.partnerId}:${narrow.environment}`}, 120, 2, 0, 0, clock_timestamp() + interval '1 minute')`)
    expect((await service.signed(narrow, 'GET', '/api/partner/v1/availability?domain=..')).status).toBe(429)
  })
})

describe('writes, searches and replays', () => {
  const route = (id: string, more: object) =>
    defineRoute({
      id,
      area: 'partner',
      path: `/${id}`,
      scope: null,
      summary: 'Test',
      description: 'For tests.',
      returns: 'A test.',
      body: Strict({ n: Type.Integer() }),
      response: Strict({ n: Type.Integer() }),
      writes: true,
      handle: async (_: unknown, { body }: { body: { n: number } }) => ({ n: body.n }),
      ...more,
    } as never)
  const write = route('test-write', { method: 'POST', status: 201 })
  const search = route('test-search', {
    method: 'GET',
    body: undefined,
    writes: false,
    limit: 'partner_search',
    handle: () => ({ n: 1 }),
  })

  let send: (
    path: string,
    body?: unknown,
    key?: string,
  ) => Promise<{ status: number; headers: Record<string, unknown>; json: { error: { code: string } } }>
  beforeAll(async () => {
    const app = createServer(service.deps)
    mountArea(app, service.deps, partnerGuard(service.deps, service.deps.admission), [write, search])
    await app.ready()
    send = async (path, body, key) => {
      const method = body === undefined ? 'GET' : 'POST'
      const request = sign(partner, method, `/api/partner/v1${path}`, {
        now: service.clock.now(),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
      const reply = await app.inject({
        method,
        url: request.url,
        headers: request.headers,
        ...(request.body ? { payload: request.body } : {}),
      })
      return { status: reply.statusCode, headers: reply.headers, json: JSON.parse(reply.body) }
    }
  })
  const setTokens = (tokens: number) =>
    service.db.run(
      sql`update rate_buckets set tokens = ${tokens}, at = clock_timestamp() + interval '1 minute' where bucket = ${`partner_writes:${partner.partnerId}:${partner.environment}`}`,
    )
  const tokens = async () =>
    (
      await service.db.one<{ tokens: number }>(
        sql`select tokens from rate_buckets where bucket = ${`partner_writes:${partner.partnerId}:${partner.environment}`}`,
      )
    )?.tokens

  it('have buckets of their own', async () => {
    await service.signed(partner, 'GET', ME)
    await stopRefill()
    expect((await send('/test-write', { n: 1 })).headers.ratelimit).toBe('"partner_writes";r=59;t=0')
    expect((await send('/test-search')).headers.ratelimit).toBe('"partner_search";r=59;t=0')
    expect((await service.signed(partner, 'GET', ME)).headers.ratelimit).toContain('"partner_reads";r=118')
  })

  it('give a replay its token back', async () => {
    await send('/test-write', { n: 1 }, 'replayed')
    await setTokens(10)
    for (let round = 0; round < 5; round++) {
      const replay = await send('/test-write', { n: 1 }, 'replayed')
      expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([201, 'true'])
    }
    expect(await tokens()).toBe(10)
  })

  it('let a replay through an empty bucket, and mint no token for it', async () => {
    await send('/test-write', { n: 1 }, 'replayed')
    await setTokens(0)
    for (let round = 0; round < 5; round++) expect((await send('/test-write', { n: 1 }, 'replayed')).status).toBe(201)
    expect(await tokens()).toBe(0)
    expect((await send('/test-write', { n: 1 }, 'fresh-key')).status).toBe(429)
    expect((await send('/test-write', { n: 2 }, 'replayed')).status).toBe(429)
    expect((await send('/test-write', { n: 1 }, 'not a key')).status).toBe(429)
  })
})
