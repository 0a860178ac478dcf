// Operators' roles: who may call which route, how a role changes and ends, and what happens to tokens.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { newOperator, newToken, OPERATOR, readMailedSecret } from '../../../test/operators.ts'
import { makeWorld, SAMPLES, type Sample, type World } from '../../../test/route-samples.ts'
import { AREAS } from '../../areas/areas.ts'
import { Sql, sql } from '../../db/sql.ts'
import type { Route } from '../../http/define-route.ts'
import { OPERATOR_SESSION_SECONDS, RECENT_SIGN_IN_SECONDS } from '../../kernel/limits.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../../kernel/operator-roles.ts'

const ROUTES = AREAS.find(({ name }) => name === 'operator')!.routes as readonly Route[]
const WRITES = ROUTES.filter(({ method }) => method !== 'GET').map((route) => [route.id, route] as const)
const READS = ROUTES.filter(({ method }) => method === 'GET').map((route) => [route.id, route] as const)

let service: TestService
let world: World
beforeAll(async () => {
  service = await startTestService()
  world = await makeWorld(service)
})

const refusal = ({ status, json }: TestResponse) => [status, json?.error?.code, json?.error?.reason]

function send(route: Route, sample: Sample, headers: Record<string, string>): Promise<TestResponse> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? 'none'),
  )
  const body = sample.raw?.text ?? (sample.body === undefined ? undefined : JSON.stringify(sample.body))
  const type = sample.raw?.contentType ?? 'application/json'
  return service.send({
    method: route.method,
    url: `${OPERATOR}${path}${sample.query ? `?${sample.query}` : ''}`,
    headers: { ...headers, ...sample.headers, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  })
}

describe('the routes by role', () => {
  it('every write names the roles that may call it besides admin', () => {
    for (const [id, { operators }] of WRITES) {
      expect([id, operators]).not.toEqual([id, undefined])
      expect([id, operators!.filter((role) => role === 'admin' || role === 'viewer')]).toEqual([id, []])
    }
    expect(READS.filter(([, { operators }]) => operators !== undefined)).toEqual([])
  })

  type Caller = { role: OperatorRole; headers: Record<string, string> }
  /** A session and a token of each role by turns. */
  const callers: Caller[] = []
  /** By turns the sessions and the tokens of all roles; both in the long form. */
  const listCallers = (route: Route): Caller[] =>
    process.env.UNDIVIDED ? callers : callers.filter((_, index) => index % 2 === ROUTES.indexOf(route) % 2)
  beforeAll(async () => {
    for (const role of OPERATOR_ROLES)
      for (const { headers } of [await newOperator(service, role), await newToken(service, role)])
        callers.push({ role, headers: headers as Record<string, string> })
  })

  /** Samples move the clock, and some routes need a recent sign-in. */
  const renewSessions = () => {
    const now = service.clock.now()
    return service.db.run(sql`
      update sessions set created_at = ${now}, authenticated_at = ${now}, expires_at = ${new Date(now.getTime() + 3_600_000)}`)
  }

  /** One route for every action on orders: those of finance are refunds. */
  const BULK = 'operator.orders.bulk'
  const asRefund = (sample: Sample): Sample => ({ ...sample, body: { ...(sample.body as object), action: 'refund' } })

  it.each(WRITES)('%s is open to exactly its roles', async (id, route) => {
    const makeSample = async () => (await SAMPLES[id]?.(world, service)) ?? {}
    const isAllowed = ({ role }: Caller) => role === 'admin' || route.operators!.includes(role)
    // A rejected call uses nothing up.
    const sample = await makeSample()
    await renewSessions()
    for (const { role, headers } of listCallers(route).filter((caller) => !isAllowed(caller))) {
      const response = await send(route, sample, headers)
      expect([role, ...refusal(response)]).toEqual([role, 403, 'forbidden', 'role_missing'])
      for (const needed of ['admin', ...route.operators!]) expect(response.json.error.message).toContain(needed)
    }
    for (const { role, headers } of listCallers(route).filter(isAllowed)) {
      const fresh = await makeSample()
      await renewSessions()
      const response = await send(route, id === BULK && role === 'finance' ? asRefund(fresh) : fresh, headers)
      expect([role, response.status < 300 || response.text]).toEqual([role, true])
    }
  })

  /** Every row but those that a rejected call writes itself: its audit row, and when its token was used. */
  async function readEverything(): Promise<Record<string, string>> {
    const tables = await service.db.many<{ name: string }>(
      sql`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const rows: Record<string, string> = {}
    for (const { name } of tables.filter(
      (one) => !['audit_log', 'operator_tokens', 'request_log'].includes(one.name),
    )) {
      const quoted = new Sql(
        `select md5(coalesce(string_agg(t::text, '\n' order by t::text), '')) as sum from "${name}" t`,
        [],
      )
      rows[name] = (await service.db.one<{ sum: string }>(quoted))!.sum
    }
    return rows
  }

  it('a viewer who calls every write changes no row', async () => {
    const samples: [Route, Sample][] = []
    for (const [id, route] of WRITES) samples.push([route, (await SAMPLES[id]?.(world, service)) ?? {}])
    await renewSessions()
    const before = await readEverything()
    for (const { headers } of callers.filter(({ role }) => role === 'viewer'))
      for (const [route, sample] of samples)
        expect([route.id, (await send(route, sample, headers)).status]).toEqual([route.id, 403])
    expect(await readEverything()).toEqual(before)
  })

  it.each(READS)('%s can be read in every role', async (id, route) => {
    const sample = (await SAMPLES[id]?.(world, service)) ?? {}
    await renewSessions()
    for (const { role, headers } of listCallers(route))
      expect([role, (await send(route, sample, headers)).status]).toEqual([role, 200])
  })

  it('records a call that the role did not allow, with the actor and the IP address', async () => {
    const viewer = await newOperator(service, 'viewer')
    await viewer.call('POST', '/review-rules', { kind: 'min_amount', value: '1' })
    const { json } = await service.operator('GET', `/audit?actor=user:${encodeURIComponent(viewer.email)}&changes=true`)
    expect(json.audit[0]).toMatchObject({
      route: 'operator.review_rules.create',
      status: 403,
      reason: 'forbidden',
      input: { address: '127.0.0.1' },
    })
  })
})

describe('the role of an operator', () => {
  it('takes open invitations with it that the person sent', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'admin')]
    const email = `invited-by-removed-${process.pid}@mail.example`
    await other.call('POST', '/operators', { email, role: 'admin' })
    const secret = await readMailedSecret(service, email, 'operator_invitation')
    const open = () => service.send({ method: 'GET', url: `/operator-invitations/${secret}`, headers: {} })
    expect((await open()).status).toBe(200)
    await admin.call('DELETE', `/operators/${other.userId}`)
    expect((await open()).status).toBe(404)
  })

  it('changes from the next request on', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'viewer')]
    const rule = () => other.call('POST', '/review-rules', { kind: 'buyer_email', value: `${Math.random()}@a.example` })
    expect((await rule()).status).toBe(403)
    const changed = await admin.call('PATCH', `/operators/${other.userId}`, { role: 'support' })
    expect([changed.status, changed.json]).toMatchObject([200, { email: other.email, role: 'support' }])
    expect((await rule()).status).toBe(201)
    await admin.call('PATCH', `/operators/${other.userId}`, { role: 'finance' })
    expect(refusal(await rule())).toEqual([403, 'forbidden', 'role_missing'])
  })

  it('ends with the sessions and tokens of the person, from the next request on', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'admin')]
    const made = await other.call('POST', '/operator-tokens', { name: 'deploy', role: 'finance' })
    const asToken = (method: string, path: string, body?: object) =>
      service.send({
        method,
        url: OPERATOR + path,
        headers: { authorization: `Bearer ${made.json.token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    expect((await asToken('GET', '/queue')).status).toBe(200)
    const removed = await admin.call('DELETE', `/operators/${other.userId}`)
    expect([removed.status, removed.json]).toEqual([200, { user_id: other.userId, email: other.email, role: 'admin' }])
    expect(refusal(await other.call('GET', '/queue'))).toEqual([401, 'invalid_token', null])
    expect(refusal(await asToken('GET', '/queue'))).toEqual([401, 'invalid_token', null])
    const { json } = await admin.call('GET', '/operators')
    expect(json.operators.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(other.userId)
    expect(refusal(await admin.call('DELETE', `/operators/${other.userId}`))).toEqual([404, 'not_found', null])
  })

  it('takes the tokens with it that it no longer covers', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'admin')]
    const issue = async (role: OperatorRole) =>
      (await other.call('POST', '/operator-tokens', { name: role, role })).json.token as string
    const tokens = { admin: await issue('admin'), finance: await issue('finance'), viewer: await issue('viewer') }
    await admin.call('PATCH', `/operators/${other.userId}`, { role: 'finance' })
    const works = async (token: string) =>
      (await service.send({ method: 'GET', url: `${OPERATOR}/queue`, headers: { authorization: `Bearer ${token}` } }))
        .status
    expect([await works(tokens.admin), await works(tokens.finance), await works(tokens.viewer)]).toEqual([
      401, 200, 200,
    ])
  })

  it('needs a recent sign-in to be changed', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'viewer')]
    await service.db.run(sql`
      update sessions set authenticated_at = ${new Date(service.clock.now().getTime() - RECENT_SIGN_IN_SECONDS * 1000)}
      where user_id = ${admin.userId}`)
    const change = () => admin.call('PATCH', `/operators/${other.userId}`, { role: 'support' })
    expect(refusal(await change())).toEqual([401, 'reauthentication_required', null])
    expect((await admin.call('GET', '/operators')).status).toBe(200)
  })

  it('rejects an unknown person and an unknown role', async () => {
    const admin = await newOperator(service, 'admin')
    expect((await admin.call('PATCH', `/operators/${world.owner.userId}`, { role: 'admin' })).status).toBe(404)
    expect((await admin.call('PATCH', '/operators/nobody', { role: 'admin' })).status).toBe(404)
    expect((await admin.call('PATCH', `/operators/${admin.userId}`, { role: 'owner' })).status).toBe(400)
  })
})

describe('the last admin', () => {
  /** A service in which nobody else is an admin. */
  const startAlone = async () => {
    const own = await startTestService()
    return { own, first: await newOperator(own, 'admin'), second: await newOperator(own, 'admin') }
  }

  it('can be neither removed nor demoted', async () => {
    const { first, second } = await startAlone()
    expect((await first.call('DELETE', `/operators/${second.userId}`)).status).toBe(200)
    expect(refusal(await first.call('DELETE', `/operators/${first.userId}`))).toEqual([409, 'conflict', 'last_admin'])
    expect(refusal(await first.call('PATCH', `/operators/${first.userId}`, { role: 'viewer' }))).toEqual([
      409,
      'conflict',
      'last_admin',
    ])
    expect((await first.call('PATCH', `/operators/${first.userId}`, { role: 'admin' })).status).toBe(200)
  })

  it('remains when two admins demote each other concurrently', async () => {
    const { own, first, second } = await startAlone()
    for (let round = 0; round < 8; round++) {
      await own.db.run(sql`
        update users set operator_role = 'admin' where id in (${first.userId}, ${second.userId})`)
      const responses = await Promise.all([
        first.call('PATCH', `/operators/${second.userId}`, { role: 'viewer' }),
        second.call('PATCH', `/operators/${first.userId}`, { role: 'viewer' }),
      ])
      const left = await own.db.many(sql`select id from users where operator_role = 'admin'`)
      expect([round, left.length, responses.filter(({ status }) => status === 200).length]).toEqual([round, 1, 1])
    }
  })

  it('remains when two admins remove each other concurrently', async () => {
    const { own, first, second } = await startAlone()
    await Promise.all([
      first.call('DELETE', `/operators/${second.userId}`),
      second.call('DELETE', `/operators/${first.userId}`),
    ])
    expect(await own.db.many(sql`select id from users where operator_role = 'admin'`)).toHaveLength(1)
  })
})

describe('an operator token', () => {
  it('is shown once, listed without its secret, and stored as its hash', async () => {
    const admin = await newOperator(service, 'admin')
    const made = await admin.call('POST', '/operator-tokens', { name: ' nightly ', role: 'viewer' })
    expect(made.json).toMatchObject({
      name: 'nightly',
      role: 'viewer',
      created_by: `user:${admin.email}`,
      expires_at: null,
    })
    expect(made.json.token).toMatch(/^op_[0-9a-f]{64}$/)
    const list = await admin.call('GET', '/operator-tokens')
    expect(list.text).not.toContain(made.json.token)
    expect(list.json.operator_tokens[0]).toMatchObject({ token_id: made.json.token_id, last_used_at: null })
    const rows = await service.db.many(sql`select * from operator_tokens where id = ${made.json.token_id}`)
    expect(JSON.stringify(rows)).not.toContain(made.json.token)
  })

  it('ends at its expiry and when it is revoked', async () => {
    const own = await startTestService()
    const expiresAt = new Date(own.clock.now().getTime() + 3_600_000)
    const brief = await newToken(own, 'viewer', expiresAt)
    expect((await brief.call('GET', '/queue')).status).toBe(200)
    own.clock.advance(3600)
    expect(refusal(await brief.call('GET', '/queue'))).toEqual([401, 'invalid_token', null])
    const { json } = await own.operator('POST', '/operator-tokens', { name: 'x', role: 'viewer' })
    expect((await own.operator('DELETE', `/operator-tokens/${json.token_id}`)).status).toBe(200)
    expect((await own.operator('DELETE', `/operator-tokens/${json.token_id}`)).status).toBe(404)
    const headers = { authorization: `Bearer ${json.token}` }
    expect((await own.send({ method: 'GET', url: `${OPERATOR}/queue`, headers })).status).toBe(401)
  })

  it('must expire in the future', async () => {
    for (const expires_at of ['2020-01-01', 'tomorrow', ''])
      expect(
        (await service.operator('POST', '/operator-tokens', { name: 'x', role: 'viewer', expires_at })).status,
      ).toBe(400)
  })

  it('of a removed person ends even when a token created it', async () => {
    const [admin, other] = [await newOperator(service, 'admin'), await newOperator(service, 'admin')]
    const first = await other.call('POST', '/operator-tokens', { name: 'first', role: 'admin' })
    const post = (token: string) =>
      service.send({
        method: 'POST',
        url: `${OPERATOR}/operator-tokens`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'second', role: 'viewer' }),
      })
    const second = await post(first.json.token)
    expect(second.json.created_by).toBe('token:first')
    await admin.call('DELETE', `/operators/${other.userId}`)
    const headers = { authorization: `Bearer ${second.json.token}` }
    expect((await service.send({ method: 'GET', url: `${OPERATOR}/queue`, headers })).status).toBe(401)
  })
})

describe('a session of an operator', () => {
  it('ends twelve hours after the sign-in, however much it is used', async () => {
    const own = await startTestService()
    const operator = await newOperator(own, 'viewer')
    own.clock.advance(OPERATOR_SESSION_SECONDS - 60)
    expect((await operator.call('GET', '/queue')).status).toBe(200)
    own.clock.advance(60)
    expect(refusal(await operator.call('GET', '/queue'))).toEqual([401, 'invalid_token', null])
  })
})
