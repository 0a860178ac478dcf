// Walks the route table: whatever route is added later is covered by these rules from its first day.
import type { TSchema } from 'typebox'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { divided } from '../../test/divided.ts'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../test/harness.ts'
import { makeWorld, SAMPLES, type Sample, type World } from '../../test/route-samples.ts'
import { sign } from '../../test/signer.ts'
import { type Sql, sql } from '../db/sql.ts'
import { openApiDocument } from '../document.ts'
import { listScopes, type Route } from '../http/define-route.ts'
import { fullPath } from '../http/pipeline.ts'
import { mismatch } from '../http/validate.ts'
import { ERRORS } from '../kernel/errors.ts'
import { BODY_BYTES_MAX } from '../kernel/limits.ts'
import { SCOPES } from '../kernel/owner.ts'
import { AREAS } from './areas.ts'

type Json = Record<string, unknown>
type Request = { method: string; url: string; headers: Record<string, string>; body?: string }

const ALL = AREAS.flatMap((area) => area.routes.map((route: Route) => ({ route, prefix: area.prefix as string })))
type Row = (typeof ALL)[number]
const named = (rows: Row[]) => rows.map((row) => [row.route.id, row] as const)
const PARTNER = ALL.filter(({ route }) => route.area === 'partner')
const OWNED = PARTNER.filter(({ route }) =>
  Object.keys(route.params?.properties ?? {}).some((name) => name.endsWith('_id')),
)
const OPERATOR = ALL.filter(({ route }) => route.area === 'operator')
const READS = ALL.filter(({ route }) => route.method === 'GET')
const WITH_BODY = ALL.filter(({ route }) => route.body !== undefined)
const TAKING_BYTES = ALL.filter(({ route }) => route.method !== 'GET' && !route.streamed)
const WITH_IDS = ALL.filter(({ route }) =>
  Object.keys(route.params?.properties ?? {}).some((name) => name.endsWith('_id')),
)

/** Served to anybody. */
const isOpen = ({ route }: Row): boolean => route.area === 'public' && route.signedIn === undefined

const HUGE = 'x'.repeat(BODY_BYTES_MAX + 1)

const errorSchema = (
  (openApiDocument('0').components as { schemas: Record<string, Json> }).schemas as Record<string, TSchema>
).Error!

let service: TestService
let world: World
beforeAll(async () => {
  // Nearly every listing here is quoted, by one partner.
  service = await startTestService({ QUOTE_SHARE_PERCENT: '100' })
  world = await makeWorld(service)
})

function fillPath({ route, prefix }: Row, params: Record<string, string> = {}): string {
  return fullPath(route, prefix).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? `no-${name}`),
  )
}

const makeSample = async ({ route }: Row): Promise<Sample> => (await SAMPLES[route.id]?.(world, service)) ?? {}

function buildBody(sample: Sample): { body?: string; headers: Record<string, string> } {
  const { headers = {} } = sample
  if (sample.raw) return { body: sample.raw.text, headers: { ...headers, 'content-type': sample.raw.contentType } }
  if (sample.body === undefined) return { headers }
  return { body: JSON.stringify(sample.body), headers: { ...headers, 'content-type': 'application/json' } }
}

/** The request as its area wants it: signed, with the operator's token, or with a person's where one is needed. */
function authorised(
  row: Row,
  request: { method?: string; url: string; headers?: Record<string, string>; body?: string },
): Request {
  const method = request.method ?? row.route.method
  const { body, url, headers = {} } = request
  const keyed: Record<string, string> =
    row.route.idempotencyKey === 'required' ? { 'idempotency-key': `matrix-${Math.random()}`, ...headers } : headers
  if (row.route.area === 'operator')
    return {
      method,
      url,
      headers: { authorization: `Bearer ${service.operatorToken}`, ...keyed },
      ...(body === undefined ? {} : { body }),
    }
  if (row.route.area === 'portal')
    return { method, url, headers: { ...world.owner.headers, ...headers }, ...(body === undefined ? {} : { body }) }
  if (row.route.area === 'public') {
    return { method, url, headers: { ...personal(row.route), ...headers }, ...(body === undefined ? {} : { body }) }
  }
  const signed = sign(world.partner, method, url, { now: service.clock.now(), ...(body === undefined ? {} : { body }) })
  delete signed.headers['content-type']
  return { ...signed, headers: { ...signed.headers, ...keyed } }
}

/** A token of an application, or the browser of the person itself. */
function personal({ signedIn }: Route): Record<string, string> {
  if (signedIn === undefined) return {}
  if (signedIn !== 'session') return { authorization: `Bearer ${world.accessToken}` }
  return { cookie: world.person.cookie, origin: service.deps.config.baseUrl }
}

async function good(row: Row, sample?: Sample): Promise<Request> {
  const made = sample ?? (await makeSample(row))
  return authorised(row, { url: fillPath(row, made.params) + (made.query ? `?${made.query}` : ''), ...buildBody(made) })
}

/** For what is refused before anything is read: the path names nothing that is there, which saves the making of a sample. */
const toNothing = (row: Row): Request =>
  authorised(row, { url: fillPath(row), ...buildBody(row.route.method === 'GET' ? {} : { body: {} }) })

/** Every answer, good or bad, has its id and its shape. */
async function ask(row: Row, request: Request): Promise<TestResponse> {
  const response = await service.send(request)
  expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/)
  if (response.status >= 400 && request.method !== 'HEAD') expectError(response)
  else if (response.json !== undefined) expect(mismatch(row.route.response, response.json)).toBeNull()
  return response
}

function expectError(response: TestResponse): void {
  expect(mismatch(errorSchema, response.json)).toBeNull()
  const { code, request_id, details } = response.json.error
  expect(request_id).toBe(response.headers['x-request-id'])
  expect(ERRORS[code as keyof typeof ERRORS].status).toBe(response.status)
  expect(Array.isArray(details)).toBe(true)
  expect(response.headers['cache-control']).toBe('no-store')
}

const outcome = (response: TestResponse): unknown[] => [response.status, response.json?.error?.code]

describe('the table', () => {
  it('has a sample for every route, and no sample without a route', () => {
    const ids = ALL.map(({ route }) => route.id)
    expect(ids.filter((id) => !SAMPLES[id])).toEqual([])
    expect(Object.keys(SAMPLES).filter((id) => !ids.includes(id))).toEqual([])
  })

  it('names every route once, gives partner routes a scope or says that none is needed, and documents only known errors', () => {
    const ids = ALL.map(({ route }) => route.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(PARTNER.filter(({ route }) => route.scope === undefined).map(({ route }) => route.id)).toEqual([])
    for (const { route } of ALL) for (const code of route.errors ?? []) expect(ERRORS).toHaveProperty(code)
  })

  it.each(named(ALL))('%s answers its sample with its own status and schema', async (_, row) => {
    const response = await ask(row, await good(row))
    expect([row.route.id, response.status, response.json?.error]).toEqual([
      row.route.id,
      row.route.status ?? 200,
      undefined,
    ])
  })
})

describe('unknown paths and methods, before anything else', () => {
  it.each(named(divided(ALL)))(
    '%s answers 405 with Allow to another method, unsigned and with any body',
    async (_, row) => {
      const taken = new Set(ALL.filter((other) => matches(other, row)).map(({ route }) => route.method as string))
      if (taken.has('GET')) taken.add('HEAD')
      const url = fillPath(row)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
        (name) => !taken.has(name),
      )) {
        const bodies =
          method === 'GET' || method === 'HEAD' || method === 'TRACE'
            ? [undefined]
            : ['{', ...(method === 'PUT' ? [HUGE] : [])]
        for (const body of bodies) {
          const response = await service.send({
            method,
            url,
            headers: { 'content-type': body === '{' ? 'application/json' : 'nonsense' },
            ...(body === undefined ? {} : { body }),
          })
          expect([method, response.status]).toEqual([method, 405])
          expect(response.headers.allow).toBe([...taken].sort().join(', '))
          if (method !== 'HEAD') expectError(response)
        }
      }
    },
  )

  it('answers 404 to an unknown path, whatever its body and type', async () => {
    for (const prefix of ['', ...AREAS.map((area) => area.prefix as string)])
      for (const [type, body] of [
        ['application/json', '{'],
        ['application/xml', '<a/>'],
        ['nonsense', 'x'],
        ['text/plain', 'x'.repeat(2_000_000)],
      ] as const)
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
          const response = await service.send({
            method,
            url: `${prefix}/no/such/path`,
            ...(method === 'GET' ? {} : { headers: { 'content-type': type }, body }),
          })
          expect([method, type, ...outcome(response)]).toEqual([method, type, 404, 'not_found'])
          expectError(response)
        }
  })

  /** Whether a path of `row` could also be meant for `other`: `/listings/import` is a `/listings/{listing_id}` too. */
  function matches(other: Row, row: Row): boolean {
    const pattern = fullPath(other.route, other.prefix)
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(fullPath(row.route, row.prefix).replace(/[{}]/g, 'x'))
  }
})

describe('body size, before anything else', () => {
  it.each(named(divided(TAKING_BYTES)))('%s refuses a body over its limit with 413, unsigned', async (_, row) => {
    const most = row.route.bodyBytesMax ?? BODY_BYTES_MAX
    const url = fillPath(row)
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'nonsense' }]) {
      const response = await ask(row, {
        method: row.route.method,
        url,
        headers: headers as Record<string, string>,
        body: 'x'.repeat(most + 1),
      })
      expect(outcome(response)).toEqual([413, 'payload_too_large'])
    }
    const justFits = await ask(row, { method: row.route.method, url, headers: {}, body: 'x'.repeat(most) })
    expect(justFits.status).toBe(isOpen(row) ? 415 : 401)
  })
})

describe('partner routes', () => {
  it.each(named(divided(PARTNER)))('%s is closed to the unsigned and to each missing header', async (_, row) => {
    const request = toNothing(row)
    const cases: [string[], string][] = [
      [['x-service-key-id', 'x-service-timestamp', 'x-service-nonce', 'x-service-signature'], 'missing_credentials'],
      [['x-service-key-id'], 'missing_credentials'],
      [['x-service-timestamp'], 'missing_signature_headers'],
      [['x-service-nonce'], 'missing_signature_headers'],
      [['x-service-signature'], 'missing_signature_headers'],
    ]
    for (const [missing, code] of cases) {
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !missing.includes(name)))
      expect([missing, ...outcome(await ask(row, { ...request, headers }))]).toEqual([missing, 401, code])
    }
  })

  it.each(named(divided(PARTNER)))('%s takes no operator token in place of a signature', async (_, row) => {
    const request = toNothing(row)
    const response = await ask(row, { ...request, headers: { authorization: `Bearer ${service.operatorToken}` } })
    expect(outcome(response)).toEqual([401, 'missing_credentials'])
  })

  it.each(named(divided(PARTNER.filter(({ route }) => listScopes(route).length > 0))))(
    '%s answers 403 to a credential without its scope, and serves one with nothing else',
    async (_, row) => {
      const needed = listScopes(row.route)
      const { partnerId: _id, ...without } = await service.partner({
        scopes: SCOPES.filter((scope) => !needed.includes(scope)),
      })
      const sample = await makeSample(row)
      const url = fillPath(row, sample.params) + (sample.query ? `?${sample.query}` : '')
      const { body, headers } = buildBody(sample)
      const request = sign(without, row.route.method, url, {
        now: service.clock.now(),
        ...(body === undefined ? {} : { body }),
        headers,
      })
      const response = await ask(row, request)
      expect([...outcome(response), response.json.error.reason]).toEqual([403, 'forbidden', 'scope_missing'])
      // Scope comes before validation: what is wrong with the input is no business of theirs.
      const wrong = sign(without, row.route.method, `${url.split('?')[0]}?limit=0&domain=..`, {
        now: service.clock.now(),
      })
      expect(outcome(await ask(row, wrong))).toEqual([403, 'forbidden'])
      for (const scope of needed) {
        const only = await service.partner({ scopes: [scope] })
        const allowed = await ask(
          row,
          sign(only, row.route.method, url, {
            now: service.clock.now(),
            ...(body === undefined ? {} : { body }),
            headers,
          }),
        )
        expect(allowed.status).not.toBe(403)
      }
    },
  )

  it.each(named(divided(PARTNER.filter(({ route }) => route.method !== 'GET'))))(
    '%s judges the media type after the signature',
    async (_, row) => {
      const url = fillPath(row)
      for (const type of ['text/plain', 'application/json; charset=latin1', 'nonsense', undefined]) {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        expect(outcome(await ask(row, authorised(row, { url, headers, body: '{}' })))).toEqual([
          415,
          'unsupported_media_type',
        ])
        expect(outcome(await ask(row, { method: row.route.method, url, headers, body: '{}' }))).toEqual([
          401,
          'missing_credentials',
        ])
      }
    },
  )
})

describe("other partners' records", () => {
  /** The sample's own request, sent by somebody else. */
  const sentBy = (who: TestPartner, row: Row, sample: Sample) => {
    const { body, headers } = buildBody(sample)
    const url = fillPath(row, sample.params) + (sample.query ? `?${sample.query}` : '')
    const now = service.clock.now()
    return ask(row, sign(who, row.route.method, url, { now, ...(body === undefined ? {} : { body }), headers }))
  }

  it.each(named(divided(OWNED)))(
    '%s answers another partner as it answers an unknown id, and its own owner after',
    async (_, row) => {
      const sample = await makeSample(row)
      const other = await service.partner()
      expect(outcome(await sentBy(other, row, sample))).toEqual([404, 'not_found'])
      expect((await sentBy(world.partner, row, sample)).status).toBe(row.route.status ?? 200)
    },
  )

  it.each(named(divided(OWNED)))("%s keeps the sandbox's records from the same partner's live key", async (_, row) => {
    const sample = await makeSample(row)
    const sandboxOnly = row.route.path.startsWith('/sandbox/')
    expect(outcome(await sentBy(world.live, row, sample))).toEqual(
      sandboxOnly ? [403, 'forbidden'] : [404, 'not_found'],
    )
  })
})

describe('operator routes', () => {
  it.each(named(divided(OPERATOR)))(
    '%s is closed without a token, with a wrong one and to a partner',
    async (_, row) => {
      const request = toNothing(row)
      const { authorization: _token, ...without } = request.headers
      const wrong = [
        'Bearer op_wrong',
        `Bearer ${world.partner.secret}`,
        `Bearer ${world.partner.keyId}`,
        'Bearer',
        'Bearer ',
        `Basic ${service.operatorToken}`,
        service.operatorToken,
        `Bearer ${service.operatorToken}x`,
        `Bearer ${service.operatorToken} x`,
      ]
      for (const authorization of [undefined, ...wrong]) {
        const response = await ask(row, {
          ...request,
          headers: authorization === undefined ? without : { ...without, authorization },
        })
        expect([authorization, ...outcome(response)]).toEqual([authorization, 401, 'invalid_token'])
        expect(response.headers['www-authenticate']).toContain('Bearer')
      }
      const signed = sign(world.partner, request.method, request.url, { now: service.clock.now() })
      expect(outcome(await ask(row, { ...request, headers: signed.headers }))).toEqual([401, 'invalid_token'])
    },
  )

  it.each(named(divided(OPERATOR.filter(({ route }) => route.method !== 'GET'))))(
    '%s judges the media type after the token',
    async (_, row) => {
      const needsQuery = ((row.route.query?.required ?? []) as string[]).length > 0
      const url = fillPath(row) + (needsQuery ? `?${(await makeSample(row)).query}` : '')
      for (const type of ['text/plain', 'nonsense', undefined]) {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        expect(outcome(await ask(row, authorised(row, { url, headers, body: '{}' })))).toEqual([
          415,
          'unsupported_media_type',
        ])
        expect(outcome(await ask(row, { method: row.route.method, url, headers, body: '{}' }))).toEqual([
          401,
          'invalid_token',
        ])
      }
    },
  )
})

describe('input', () => {
  it.each(named(divided(WITH_IDS)))(
    '%s answers 404 to an id that is malformed, unknown or of another kind',
    async (_, row) => {
      const sample = await makeSample(row)
      const names = Object.keys(row.route.params!.properties).filter((name) => name.endsWith('_id'))
      const ids = [
        'x',
        '%00',
        '%F0%9F%94%91',
        'ptn_',
        `ptn_${'z'.repeat(26)}`,
        'ptn_00000000000000000000000000',
        'lst_00000000000000000000000000',
        'pk_sandbox_000000000000000000000000',
        'a'.repeat(5000),
        '..%2f..',
        "'%20or%201=1",
      ]
      for (const name of names)
        for (const id of ids) {
          const path = fillPath(row, { ...sample.params, [name]: 'PLACE' }).replace('PLACE', id)
          const { query } = sample
          const response = await ask(
            row,
            authorised(row, { url: path + (query ? `?${query}` : ''), ...buildBody(sample) }),
          )
          expect([id.slice(0, 40), ...outcome(response)]).toEqual([id.slice(0, 40), 404, 'not_found'])
        }
    },
  )

  it.each(named(divided(WITH_BODY)))(
    '%s refuses unknown members, wrong types, missing members and what is no object',
    async (_, row) => {
      const sample = await makeSample(row)
      const url = fillPath(row, sample.params)
      const schema = row.route.body as unknown as { properties: Record<string, Json>; required?: string[] }
      const send = (text: string) =>
        ask(row, authorised(row, { url, headers: { 'content-type': 'application/json' }, body: text }))
      const body = (sample.body ?? {}) as Json
      const texts = [
        '',
        '{',
        'null',
        '[]',
        '"text"',
        '12',
        'true',
        '[{}]',
        `[${JSON.stringify(body)}]`,
        JSON.stringify({ ...body, unknown_member: 1 }),
        JSON.stringify(body).replace('{', '{"__proto__":{"x":1},'),
        JSON.stringify(body).replace('{', '{"constructor":1,'),
        ...(schema.required ?? []).map((name) => JSON.stringify({ ...body, [name]: undefined })),
        ...Object.entries(schema.properties).flatMap(([name, property]) =>
          wrongValues(property, row.route.bodyInParts).map((value) => JSON.stringify({ ...body, [name]: value })),
        ),
      ]
      for (const text of texts.filter((one) => !(one === '' && row.route.bodyOptional))) {
        const response = await send(text)
        expect([text.slice(0, 200), ...outcome(response)]).toEqual([text.slice(0, 200), 400, 'validation_error'])
        expect(response.json.error.details.length).toBeGreaterThan(0)
      }
    },
  )

  it.each(named(divided(ALL.filter(({ route }) => route.query !== undefined))))(
    '%s refuses parameters that are malformed or repeated, and unknown ones unless it is public',
    async (_, row) => {
      const sample = await makeSample(row)
      const path = fillPath(row, sample.params)
      const send = (query: string) => ask(row, authorised(row, { url: `${path}?${query}`, ...buildBody(sample) }))
      // The refused ones come after it: they use nothing up, and look at nothing that it used up.
      const unknown = await send(`${sample.query}&unknown=1&unknown=2&__proto__=x&=&%zz`)
      if (row.route.area === 'public') expect(unknown.status).toBe(row.route.status ?? 200)
      else {
        expect(outcome(unknown)).toEqual([400, 'validation_error'])
        const fields = unknown.json.error.details.map(({ field }: { field: string }) => field)
        expect(fields).toEqual(['unknown', '__proto__', 'query', '%zz'])
      }
      const others = (name: string) =>
        (sample.query ?? '')
          .split('&')
          .filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
          .join('&')
      for (const [name, property] of Object.entries(row.route.query!.properties) as [string, Json][]) {
        const bad =
          property.type === 'integer'
            ? ['x', '1.5', '', '1e3', '0x1', ' 1']
            : property.enum
              ? ['nonsense', '']
              : ['%00']
        for (const value of [...bad, `a&${name}=b`]) {
          const response = await send(`${others(name)}&${name}=${value}`)
          expect([name, value, ...outcome(response)]).toEqual([name, value, 400, 'validation_error'])
        }
      }
    },
  )
})

describe('a route that reads ahead', () => {
  const WRITES =
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate|for\s+(?:no\s+key\s+update|(?:key\s+)?share)|nextval|setval|set_config|pg_notify|pg_(?:try_)?advisory\w*)\b/i
  /** What the area itself does to admit a request: it counts it, and notes the last use of its key. */
  const ADMISSION = /\badmit_requests?\s*\(|^\s*update\s+credentials\b/i

  /** Our functions that PostgreSQL does not know to be without effect. */
  let writers: string[]
  beforeAll(async () => {
    const rows = await service.db.many<{ name: string }>(sql`
      select distinct proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
    `)
    writers = rows.map(({ name }) => name)
  })

  const isRead = (text: string): boolean =>
    /^\s*(?:select|with)\b/i.test(text) &&
    !WRITES.test(text) &&
    !writers.some((name) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(text))

  it.each([
    'update orders set state = 1',
    'with gone as (delete from orders returning id) select * from gone',
    'with made as (insert into orders default values returning id) select * from made',
    'with moved as (update orders set state = 1 returning id) select * from moved',
    'select id from orders for update',
    'select id from orders for no key update skip locked',
    'select id from orders for share',
    "select nextval('orders_id')",
    'select pg_advisory_xact_lock(1)',
    'select emit_event(1)',
    'select * from place_order ($1)',
  ])('would be caught by: %s', (text) => {
    expect(isRead(text)).toBe(false)
  })

  it('may call functions that only read', () => {
    expect(isRead('select order_view(o), o.updated_at from orders o')).toBe(true)
  })

  it.each(named(divided(READS.filter(({ route }) => route.readsAhead))))('%s only reads', async (_, row) => {
    const request = await good(row)
    await service.deps.requests.flush()
    const statements: string[] = []
    const spies = (['one', 'many', 'run'] as const).map((name) => {
      const real = service.db[name] as (statement: Sql) => Promise<unknown>
      return vi.spyOn(service.db, name).mockImplementation((statement: Sql) => {
        statements.push(statement.text)
        return real(statement) as Promise<never>
      })
    })
    const others = (['tx', 'session', 'exclusive'] as const).map((name) => vi.spyOn(service.db, name))
    // A read that is sent with its admission.
    const board = service.db.companion
    const beside = vi.spyOn(service.db, 'companion').mockImplementation(() => {
      const companion = board.call(service.db)
      const note = (statement: Sql): Sql => {
        statements.push(statement.text)
        return statement
      }
      return {
        ...companion,
        many: (statement) => companion.many(note(statement)),
        one: (statement) => companion.one(note(statement)),
      }
    })
    expect((await ask(row, request)).status).toBe(200)
    const calls = others.map((spy) => spy.mock.calls.length)
    for (const spy of [...spies, ...others, beside]) spy.mockRestore()
    const own = statements.filter((text) => !ADMISSION.test(text))
    expect(own.length).toBeGreaterThan(0)
    expect([calls, own.filter((text) => !isRead(text))]).toEqual([[0, 0, 0], []])
  })
})

describe('HEAD', () => {
  it.each(named(divided(READS)))('%s answers HEAD like GET, without the body', async (_, row) => {
    const request = await good(row)
    const url = request.url
    const head = await ask(row, authorised(row, { method: 'HEAD', url }))
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-type']).toContain('application/json')
    const unknown = await service.send({ method: 'HEAD', url })
    expect([unknown.status, unknown.text]).toEqual([isOpen(row) ? 200 : 401, ''])
  })
})

/** Values that the schema of a property cannot mean. */
/** Where the body is judged in parts, a bad part is no fault of the whole. */
function wrongValues(property: Json, inParts = false): unknown[] {
  const accepts = new Set([property.type, ...((property.anyOf as Json[]) ?? []).map((one) => one.type)].flat())
  const all: [string, unknown][] = [
    ['string', 'text that nobody expects'],
    ['number', 12.5],
    ['boolean', true],
    ['null', null],
    ['array', []],
    ['object', {}],
  ]
  const wrong = all.filter(([type]) => !accepts.has(type)).map(([, value]) => value)
  if (accepts.has('integer'))
    wrong.push('12', Math.min(-1, Number(property.minimum ?? 0) - 1), 1e300, 9_007_199_254_740_991)
  if (accepts.has('array')) wrong.push(...(inParts ? [] : [[1], [null], [['x']]]), Array(1500).fill('x'))
  if (accepts.has('string'))
    wrong.push('\u0000', '\ud800', ...(property.maxLength === undefined ? [] : ['x'.repeat(100_000)]))
  if (property.enum) wrong.push('nonsense', '')
  return wrong
}
