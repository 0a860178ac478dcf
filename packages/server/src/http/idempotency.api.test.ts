// Idempotency keys: one write, one answer, however often and however simultaneously it is asked for.
import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { partnerGuard } from '../areas/partner.ts'
import { openPostgres } from '../db/postgres.ts'
import { type Database, sql, type Tx } from '../db/sql.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { IDEMPOTENCY_KEEP_SECONDS } from '../kernel/limits.ts'
import { defineRoute } from './define-route.ts'
import {
  computeFingerprint,
  createIdempotency,
  type HttpResponse,
  type IdempotentCall,
  readIdempotencyKey,
} from './idempotency.ts'
import { mountArea } from './pipeline.ts'
import { Strict } from './schema.ts'
import { createServer } from './server.ts'

const onPostgres = databaseKind === 'postgres'

let service: TestService
let partner: TestPartner
let db: Database
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  db = service.db
  await db.run(sql`create table writes (id bigserial primary key, note text)`)
})

let serial = 0
const freshKey = () => `key-${process.pid}-${serial++}`

const makeCall = (key: string, options: Partial<IdempotentCall> & { body?: string } = {}): IdempotentCall => ({
  owner: { partnerId: partner.partnerId as Id<'partner'>, environment: 'sandbox' },
  key,
  fingerprint: computeFingerprint('POST', '/api/partner/v1/x', Buffer.from(options.body ?? '{}')),
  keepForever: false,
  now: service.clock.now(),
  ...options,
})

const writing =
  (note: string, hold?: Promise<void>) =>
  async (tx: Tx): Promise<HttpResponse> => {
    const row = await tx.one<{ id: number }>(sql`insert into writes (note) values (${note}) returning id`)
    await hold
    return { status: 201, body: `{"id":${row?.id},  "note":"${note}"}` }
  }

const written = async (note: string): Promise<number> =>
  (await db.one<{ n: number }>(sql`select count(*) as n from writes where note = ${note}`))?.n ?? 0

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

describe('a key', () => {
  it('is 1 to 255 visible ASCII characters', () => {
    for (const good of ['a', 'A-z_0:9~!', '!'.repeat(255)]) expect(readIdempotencyKey(good)).toBe(good)
    for (const bad of ['a b', 'ä', 'x'.repeat(256), 'tab\t', '\u0000', ' lead', '\u007f'])
      expect(() => readIdempotencyKey(bad)).toThrow('visible ASCII')
    expect([readIdempotencyKey(undefined), readIdempotencyKey('')]).toEqual([undefined, undefined])
  })

  it('has a fingerprint of method, path and exact bytes', () => {
    const one = computeFingerprint('POST', '/a', Buffer.from('{}'))
    expect(computeFingerprint('POST', '/a', Buffer.from('{}')).equals(one)).toBe(true)
    for (const other of [
      computeFingerprint('PUT', '/a', Buffer.from('{}')),
      computeFingerprint('POST', '/b', Buffer.from('{}')),
      computeFingerprint('POST', '/a', Buffer.from('{ }')),
      computeFingerprint('POST', '/a', undefined),
    ])
      expect(other.equals(one)).toBe(false)
  })
})

describe('a write under a key', () => {
  it('runs once and replays byte for byte, with its status', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    const first = await run(makeCall(key), writing(key))
    const second = await run(makeCall(key), writing(key))
    expect([first.replayed, second.replayed, second.status, second.body]).toEqual([false, true, 201, first.body])
    expect(await written(key)).toBe(1)
  })

  it('runs once for 50 twins at once, and gives all of them the same bytes', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    const responses = await Promise.all(Array.from({ length: 50 }, () => run(makeCall(key), writing(key))))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await written(key)).toBe(1)
  })

  it('holds one connection for all its twins of one process', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    let most = 0
    let open = 0
    const counting: Database = {
      ...db,
      tx: async (work) => {
        most = Math.max(most, ++open)
        try {
          return await db.tx(work)
        } finally {
          open--
        }
      },
    }
    const counted = createIdempotency(counting)
    await Promise.all(Array.from({ length: 20 }, () => counted(makeCall(key), writing(key))))
    expect(most).toBe(1)
    expect((await run(makeCall(key), writing(key))).replayed).toBe(true)
  })

  it('refuses another body or path under the same key with 409, and changes nothing', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    await run(makeCall(key), writing(key))
    for (const other of [
      makeCall(key, { body: '{"a":1}' }),
      makeCall(key, { fingerprint: computeFingerprint('POST', '/other', Buffer.from('{}')) }),
    ]) {
      const error = await failure(run(other, writing(key)))
      expect([error?.code, error?.reason, error?.status]).toEqual(['conflict', 'idempotency_key_reused', 409])
    }
    expect(await written(key)).toBe(1)
  })

  it('keeps partners and environments apart', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    const other = await service.partner()
    await run(makeCall(key), writing(key))
    for (const owner of [
      { partnerId: other.partnerId as Id<'partner'>, environment: 'sandbox' as const },
      { partnerId: partner.partnerId as Id<'partner'>, environment: 'live' as const },
    ])
      expect((await run(makeCall(key, { owner, body: 'else' }), writing(key))).replayed).toBe(false)
    expect(await written(key)).toBe(3)
  })

  it('leaves the key free when it fails, and nothing of itself', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    const failed = await failure(
      run(makeCall(key), async (tx) => {
        await tx.run(sql`insert into writes (note) values (${key})`)
        throw new ApiError('price_mismatch')
      }),
    )
    expect(failed?.code).toBe('price_mismatch')
    expect(await written(key)).toBe(0)
    const retried = await run(makeCall(key, { body: 'another body' }), writing(key))
    expect([retried.replayed, await written(key)]).toEqual([false, 1])
  })

  it('lets a waiting twin run when the first fails', async () => {
    const run = createIdempotency(db)
    const key = freshKey()
    const [first, second] = await Promise.all([
      failure(run(makeCall(key), () => Promise.reject(new ApiError('conflict')))),
      run(makeCall(key), writing(key)),
    ])
    expect([first?.code, second.replayed, await written(key)]).toEqual(['conflict', false, 1])
  })

  it('is forgotten after 30 days, and never where it is kept for ever', async () => {
    const run = createIdempotency(db)
    const [key, kept] = [freshKey(), freshKey()]
    const start = service.clock.now()
    const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
    await run(makeCall(key, { now: start }), writing(key))
    await run(makeCall(kept, { now: start, keepForever: true }), writing(kept))
    const before = await run(makeCall(key, { now: after(IDEMPOTENCY_KEEP_SECONDS - 1) }), writing(key))
    const later = await run(makeCall(key, { now: after(IDEMPOTENCY_KEEP_SECONDS), body: 'other' }), writing(key))
    expect([before.replayed, later.replayed]).toEqual([true, false])
    expect(
      (await run(makeCall(key, { now: after(IDEMPOTENCY_KEEP_SECONDS + 5), body: 'other' }), writing(key))).replayed,
    ).toBe(true)
    expect((await run(makeCall(kept, { now: after(20 * 365 * 86_400) }), writing(kept))).replayed).toBe(true)
  })

  it('answers idempotency_in_progress when the first takes longer than the twin may wait', async () => {
    const run = createIdempotency(db, { waitSeconds: 0.2 })
    const key = freshKey()
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const first = run(makeCall(key), writing(key, held))
    const error = await failure(run(makeCall(key), writing(key)))
    expect([error?.status, error?.code, error?.reason, error?.headers['retry-after']]).toEqual([
      409,
      'conflict',
      'idempotency_in_progress',
      '1',
    ])
    finish()
    expect((await first).replayed).toBe(false)
    expect((await run(makeCall(key), writing(key))).replayed).toBe(true)
  })
})

describe.runIf(onPostgres)('across processes', () => {
  it('a twin on another handle waits and replays', async () => {
    const other = openPostgres({ url: service.url!, poolSize: 2 })
    const [here, there] = [createIdempotency(db), createIdempotency(other)]
    const key = freshKey()
    const pause = new Promise<void>((resolve) => setTimeout(resolve, 300))
    const [first, second] = await Promise.all([
      here(makeCall(key), writing(key, pause)),
      new Promise((resolve) => setTimeout(resolve, 100)).then(() => there(makeCall(key), writing(key))),
    ])
    expect([first.replayed, second.replayed, second.body === first.body, await written(key)]).toEqual([
      false,
      true,
      true,
      1,
    ])
    await other.close()
  })

  it('a twin on another handle gives up after its wait, and the first is not disturbed', async () => {
    const other = openPostgres({ url: service.url!, poolSize: 2 })
    const [here, there] = [createIdempotency(db), createIdempotency(other, { waitSeconds: 1 })]
    const key = freshKey()
    const pause = new Promise<void>((resolve) => setTimeout(resolve, 2000))
    const first = here(makeCall(key), writing(key, pause))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const error = await failure(there(makeCall(key), writing(key)))
    expect([error?.code, error?.reason]).toEqual(['conflict', 'idempotency_in_progress'])
    expect((await first).replayed).toBe(false)
    await other.close()
  })

  it('runs once for 40 twins on four handles', async () => {
    const others = Array.from({ length: 4 }, () => openPostgres({ url: service.url!, poolSize: 3 }))
    const key = freshKey()
    const runs = others.map((handle) => createIdempotency(handle))
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => runs[index % 4]!(makeCall(key), writing(key))),
    )
    expect([new Set(responses.map(({ body }) => body)).size, await written(key)]).toEqual([1, 1])
    await Promise.all(others.map((handle) => handle.close()))
  })
})

describe('through a partner POST', () => {
  const echo = defineRoute({
    id: 'test.echo',
    area: 'partner',
    method: 'POST',
    path: '/test-echo',
    scope: null,
    summary: 'Test',
    description: 'For tests.',
    returns: 'A test.',
    body: Strict({ note: Type.String() }),
    status: 201,
    response: Strict({ id: Type.Integer(), note: Type.String() }),
    writes: true,
    handle: async ({ tx }, { body }) => {
      if (body.note === 'refuse') throw new ApiError('conflict')
      const row = await tx.one<{ id: number }>(sql`insert into writes (note) values (${body.note}) returning id`)
      return { id: row!.id, note: body.note }
    },
  })
  const must = defineRoute({
    ...(echo as never as Parameters<typeof defineRoute>[0]),
    id: 'test.must',
    path: '/test-must',
    idempotencyKey: 'required',
  })

  let post: (
    path: string,
    body: unknown,
    key?: string,
  ) => Promise<{
    status: number
    text: string
    headers: Record<string, unknown>
    json: { error?: { code: string; reason: string } }
  }>
  beforeAll(async () => {
    const app = createServer(service.deps)
    mountArea(app, service.deps, partnerGuard(service.deps, service.deps.admission), [echo, must])
    await app.ready()
    const { sign } = await import('../../test/signer.ts')
    post = async (path, body, key) => {
      const request = sign(partner, 'POST', `/api/partner/v1${path}`, {
        now: service.clock.now(),
        body: JSON.stringify(body),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
      const reply = await app.inject({
        method: 'POST',
        url: request.url,
        headers: request.headers,
        payload: request.body!,
      })
      return { status: reply.statusCode, text: reply.body, headers: reply.headers, json: JSON.parse(reply.body) }
    }
  })

  it('marks a replay and gives the same bytes to 30 concurrent twins', async () => {
    const key = freshKey()
    const responses = await Promise.all(Array.from({ length: 30 }, () => post('/test-echo', { note: key }, key)))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(29)
    expect(await written(key)).toBe(1)
  })

  it('runs every time without a key, and refuses where one is required', async () => {
    const note = freshKey()
    await post('/test-echo', { note })
    const again = await post('/test-echo', { note })
    expect([again.status, again.headers['idempotent-replayed'], await written(note)]).toEqual([201, undefined, 2])
    const refused = await post('/test-must', { note })
    expect([refused.status, refused.json.error?.code]).toEqual([400, 'missing_idempotency_key'])
  })

  it('refuses a malformed key with 400, another body with 409, and frees the key of a refused write', async () => {
    const key = freshKey()
    const malformed = await post('/test-echo', { note: key }, 'a b')
    expect([malformed.status, malformed.json.error?.code]).toEqual([400, 'validation_error'])
    expect((await post('/test-echo', { note: 'refuse' }, key)).status).toBe(409)
    expect((await post('/test-echo', { wrong: 1 }, key)).status).toBe(400)
    expect((await post('/test-echo', { note: key }, key)).status).toBe(201)
    const other = await post('/test-echo', { note: 'else' }, key)
    expect([other.status, other.json.error?.reason]).toEqual([409, 'idempotency_key_reused'])
    const path = await post('/test-must', { note: key }, key)
    expect([path.status, path.json.error?.reason]).toEqual([409, 'idempotency_key_reused'])
  })
})
