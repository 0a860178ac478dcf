// Reads that begin before their caller is admitted: the admission decides what is sent, whatever the read came to.
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { type Signed, sign } from '../../test/signer.ts'
import { AREAS } from '../areas/areas.ts'
import { partnerGuard } from '../areas/partner.ts'
import { type Database, type Db, sql } from '../db/sql.ts'
import { notFound } from '../kernel/errors.ts'
import type { Admission, Verdict } from './admission/admission.ts'
import { defineRoute, RawResponse, type Route } from './define-route.ts'
import { mountArea } from './pipeline.ts'
import { Strict } from './schema.ts'
import { createServer } from './server.ts'

const PATH = '/api/partner/v1/test-read'
const FOUND = { secret_data: 'of the partner' }

let service: TestService
let partner: TestPartner
let send: (request: Signed) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>

/** What the handler does, when it ran, and the offsets of the clocks that it saw. */
let handle: (db: Db) => unknown
let offsets: number[]
/** What happens to each question to the admission before its verdict is known, and the verdict then. */
let decide: (ask: () => Promise<Verdict>) => Promise<Verdict>
let waiting: number

const GRANTED: Verdict = { fresh: true, granted: true, sandboxOffsetSeconds: 0, remaining: 5, retryAfter: 0 }

const route = defineRoute({
  id: 'test.read',
  area: 'partner',
  method: 'GET',
  path: '/test-read',
  scope: 'search',
  summary: 'Read something',
  description: 'For this test.',
  returns: 'Something.',
  response: Strict({ secret_data: Type.String() }),
  readsAhead: true,
  handle: async ({ caller, db, reply }) => {
    offsets.push(caller.partner.sandboxOffsetSeconds)
    reply.header('x-found', 'yes')
    return (await handle(db)) as typeof FOUND
  },
})

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on' })
  // As many connections as the test wants, on either database.
  const connections = () => ({ busy: 1, idle: 1, waiting })
  const db: Database = { ...service.db, kind: 'postgres', connections }
  const deps = { ...service.deps, db }
  const admission: Admission = {
    ...service.deps.admission,
    admit: (asked, beside) => decide(() => service.deps.admission.admit(asked, beside)),
  }
  const app = createServer(deps)
  mountArea(app, deps, partnerGuard(deps, admission), [route])
  await app.ready()
  send = async ({ method, url, headers }) => {
    const reply = await app.inject({ method: method as 'GET', url, headers })
    return { status: reply.statusCode, headers: reply.headers, text: reply.body }
  }
})
beforeEach(async () => {
  partner = await service.partner()
  offsets = []
  handle = () => FOUND
  decide = (ask) => ask()
  waiting = 0
})

const read = () => send(sign(partner, 'GET', PATH, { now: service.clock.now() }))
const readCode = ({ text }: { text: string }) => JSON.parse(text).error?.code

describe('a read that begins before the admission', () => {
  it('runs beside it and is sent after it', async () => {
    let ranFirst = false
    decide = async (ask) => {
      await new Promise(setImmediate)
      ranFirst = offsets.length === 1
      return ask()
    }
    const response = await read()
    expect([response.status, ranFirst, response.headers['x-found']]).toEqual([200, true, 'yes'])
    expect(JSON.parse(response.text)).toEqual(FOUND)
    expect(offsets).toHaveLength(1)
    expect(response.headers.ratelimit).toMatch(/^"partner_reads";r=\d+;t=0$/)
  })

  it('reads with the question, and otherwise after the verdict', async () => {
    handle = async (db) => {
      const early = await db.one<{ text: string }>(sql`select 'early' as text`)
      const [late] = await db.many<{ text: string }>(sql`select 'late' as text`)
      return { secret_data: `${early?.text} ${late?.text}` }
    }
    expect(JSON.parse((await read()).text)).toEqual({ secret_data: 'early late' })
    decide = async () => GRANTED
    expect(JSON.parse((await read()).text)).toEqual({ secret_data: 'early late' })
  })

  it('answers what a statement of the read came to, and the next request is not affected', async () => {
    handle = (db) => db.one(sql`select 1 / ${0}::int as none`)
    expect((await read()).status).toBe(500)
    handle = () => FOUND
    expect((await read()).status).toBe(200)
  })

  it('is not sent to a caller above the rate limit', async () => {
    decide = async () => ({ ...GRANTED, granted: false, retryAfter: 7 })
    const response = await read()
    expect([response.status, readCode(response)]).toEqual([429, 'rate_limited'])
    expect([response.headers['x-found'], response.headers['retry-after']]).toEqual([undefined, '7'])
    expect(response.text).not.toContain(FOUND.secret_data)
    expect(offsets).toHaveLength(1)
  })

  it('is not sent to a replay', async () => {
    const request = sign(partner, 'GET', PATH, { now: service.clock.now() })
    expect((await send(request)).status).toBe(200)
    const replay = await send(request)
    expect([replay.status, readCode(replay), replay.headers['x-found']]).toEqual([401, 'replay_detected', undefined])
    expect(replay.text).not.toContain(FOUND.secret_data)
  })

  it.each([
    ['a 404', () => Promise.reject(notFound('Nothing here.'))],
    ['a crash', () => Promise.reject(new TypeError('a bug in the handler'))],
  ])('hides %s of its handler behind a refusal, also in the log', async (_, fail) => {
    handle = fail
    decide = async () => ({ ...GRANTED, granted: false, retryAfter: 7 })
    service.logged.length = 0
    expect((await read()).status).toBe(429)
    await new Promise(setImmediate)
    expect(service.logged.filter((line) => line.includes('request failed') || line.includes('a bug'))).toEqual([])
  })

  it('answers 404 and 500 of its handler after the admission', async () => {
    handle = () => Promise.reject(notFound('Nothing here.'))
    const missing = await read()
    expect([missing.status, readCode(missing)]).toEqual([404, 'not_found'])
    handle = () => Promise.reject(new TypeError('a bug in the handler'))
    expect((await read()).status).toBe(500)
  })

  it('gives 503 while admissions cannot be stored, whatever was read', async () => {
    decide = () =>
      Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }))
    const response = await read()
    expect([response.status, readCode(response)]).toEqual([503, 'upstream_unavailable'])
    expect(response.text).not.toContain(FOUND.secret_data)
  })

  it('runs again if the sandbox clock turns out to be another', async () => {
    decide = async () => ({ ...GRANTED, sandboxOffsetSeconds: 60 })
    expect((await read()).status).toBe(200)
    expect(offsets).toEqual([0, 60])
    expect((await read()).status).toBe(200)
    expect(offsets).toEqual([0, 60, 60])
  })

  it('closes a stream that nobody will read', async () => {
    const body = new Readable({ read() {} })
    handle = () => new RawResponse('text/csv', body)
    decide = async () => ({ ...GRANTED, fresh: false })
    expect((await read()).status).toBe(401)
    await new Promise(setImmediate)
    expect(body.destroyed).toBe(true)
  })
})

describe('a read waits for its admission', () => {
  const countWithRefusal = async () => {
    offsets = []
    decide = async () => ({ ...GRANTED, granted: false, retryAfter: 1 })
    await read()
    return offsets.length
  }

  it('after the last request of the key was refused, until one is admitted', async () => {
    expect(await countWithRefusal()).toBe(1)
    expect(await countWithRefusal()).toBe(0)
    decide = async () => GRANTED
    expect((await read()).status).toBe(200)
    expect(await countWithRefusal()).toBe(1)
  })

  it('while others wait for a connection', async () => {
    waiting = 1
    expect(await countWithRefusal()).toBe(0)
  })

  it('if its key lacks the scope or its partner is suspended', async () => {
    partner = await service.partner({ scopes: ['buy'] })
    const response = await read()
    expect([response.status, readCode(response), offsets]).toEqual([403, 'forbidden', []])
    partner = await service.partner()
    await service.operator('POST', `/partners/${partner.partnerId}/suspend`)
    expect([(await read()).status, offsets]).toEqual([403, []])
  })
})

it('only signed GET routes that write nothing read ahead', () => {
  const early = AREAS.flatMap((area) => area.routes as readonly Route[]).filter(({ readsAhead }) => readsAhead)
  expect(early.length).toBeGreaterThan(5)
  for (const { id, area, method, writes, prepare, limit } of early)
    expect([id, area, method, writes, prepare, limit]).toEqual([id, 'partner', 'GET', undefined, undefined, undefined])
})
