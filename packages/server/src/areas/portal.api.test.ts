// The portal's doors: who is let in to its own routes, and to the partner's routes that stand in it a second time.
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPartner, TestResponse, TestService } from '../../test/harness.ts'
import { startTestService } from '../../test/harness.ts'
import { join, newPerson, type Person, PORTAL } from '../../test/person.ts'
import { makeWorld, SAMPLES, type Sample, type World } from '../../test/route-samples.ts'
import { sign } from '../../test/signer.ts'
import type { Route } from '../http/define-route.ts'
import { AREAS } from './areas.ts'

const OWN = AREAS.find(({ name }) => name === 'portal')!.routes as readonly Route[]
const PARTNER = AREAS.find(({ name }) => name === 'partner')!.routes as readonly Route[]
const named = (routes: readonly Route[]) => routes.map((route) => [route.id, route] as const)
const withIds = (route: Route) => Object.keys(route.params?.properties ?? {}).length > 0

let service: TestService
let world: World
let stranger: Person
let member: Person
beforeAll(async () => {
  service = await startTestService()
  world = await makeWorld(service)
  stranger = await newPerson(service)
  member = await newPerson(service)
  await join(service, world.partner.partnerId, member.userId, 'member')
})

const makeSample = async (route: Route): Promise<Sample> => (await SAMPLES[route.id]?.(world, service)) ?? {}

const filled = (path: string, { params = {}, query }: Sample): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none') + (query ? `?${query}` : '')

/** What is refused at the door needs no good input. */
function send(route: Route, url: string, sample: Sample, headers: Record<string, string>): Promise<TestResponse> {
  const body = sample.body === undefined ? {} : { body: JSON.stringify(sample.body) }
  const type: Record<string, string> = sample.body === undefined ? {} : { 'content-type': 'application/json' }
  return service.send({ method: route.method, url, headers: { ...type, ...headers }, ...body })
}

const refusal = ({ status, json }: TestResponse) => [status, json?.error?.code, json?.error?.reason]

describe("the portal's own routes", () => {
  const ask = (route: Route, headers: Record<string, string>, sample: Sample = {}) =>
    send(route, PORTAL + filled(route.path, sample), sample, headers)

  it.each(named(OWN))(
    '%s is closed without a session, from elsewhere, and to tokens and signatures',
    async (_, route) => {
      const { cookie, origin } = world.owner.headers
      const signed = sign(world.partner, route.method, PORTAL + route.path, { now: service.clock.now() })
      for (const headers of [
        { origin },
        { origin, cookie: 'freehold_session=somebody-who-never-signed-in' },
        { cookie, origin: 'https://elsewhere.example' },
        { cookie, origin, 'sec-fetch-site': 'cross-site' },
        { origin, authorization: `Bearer ${service.operatorToken}` },
        { origin, authorization: `Bearer ${world.accessToken}` },
        signed.headers,
      ])
        expect(refusal(await ask(route, headers))).toEqual([401, 'invalid_token', null])
    },
  )

  it.each(named(OWN.filter(({ membership }) => membership !== 'none')))(
    '%s is closed to whoever belongs to no partner, or names one that is not theirs',
    async (_, route) => {
      const { partnerId } = await service.partner()
      const refused = [403, 'forbidden', 'not_a_member']
      expect(refusal(await ask(route, stranger.headers))).toEqual(refused)
      for (const id of [partnerId, 'ptn_', 'x', ''])
        expect(refusal(await ask(route, { ...world.owner.headers, 'x-partner-id': id }))).toEqual(refused)
    },
  )

  it.each(named(OWN.filter(({ method, membership }) => method !== 'GET' && membership === undefined)))(
    '%s is for owners',
    async (_, route) => {
      expect(refusal(await ask(route, member.headers))).toEqual([403, 'forbidden', 'owner_only'])
    },
  )

  it.each(named(OWN.filter(withIds)))("%s answers another partner's owner like an unknown id", async (_, route) => {
    const { partnerId } = await service.partner()
    const other = await newPerson(service)
    await join(service, partnerId, other.userId)
    expect(refusal(await ask(route, other.headers, await makeSample(route))).slice(0, 2)).toEqual([404, 'not_found'])
  })

  it('let a suspended partner look, and change nothing', async () => {
    const { partnerId } = await service.partner()
    const owner = await newPerson(service)
    await join(service, partnerId, owner.userId)
    await service.operator('POST', `/partners/${partnerId}/suspend`)
    expect((await owner.call('GET', '/credentials')).status).toBe(200)
    const body = { environment: 'sandbox', scopes: ['search'] }
    expect(refusal(await owner.call('POST', '/credentials', body))).toEqual([403, 'forbidden', 'partner_suspended'])
    expect(refusal(await owner.call('GET', '/sandbox/orders'))).toEqual([403, 'forbidden', 'partner_suspended'])
  })
})

describe("the partner's routes in the portal", () => {
  const LEFT_OUT = ['me.get', 'quotes.create', 'quotes.release', 'orders.record']
  const MIRRORED = PARTNER.filter(({ id }) => !LEFT_OUT.includes(id))
  const below = (route: Route) => (route.absolute ? route.path.replace('/api/partner', '') : route.path)
  const ask = (
    route: Route,
    headers: Record<string, string>,
    environment: 'sandbox' | 'live' = 'sandbox',
    sample: Sample = {},
  ) => send(route, `${PORTAL}/${environment}${filled(below(route), sample)}`, sample, headers)

  it.each(named(MIRRORED))('%s serves an owner as it serves a credential', async (_, route) => {
    const { status, json } = await ask(route, world.owner.headers, 'sandbox', await makeSample(route))
    expect([status, json?.error]).toEqual([route.status ?? 200, undefined])
  })

  it.each(named(MIRRORED))('%s is closed without a session and without membership', async (_, route) => {
    expect(refusal(await ask(route, {}))).toEqual([401, 'invalid_token', null])
    expect(refusal(await ask(route, stranger.headers))).toEqual([403, 'forbidden', 'not_a_member'])
  })

  it.each(named(MIRRORED.filter(({ method, membership }) => method !== 'GET' && membership !== 'member')))(
    '%s is for owners',
    async (_, route) => {
      expect(refusal(await ask(route, member.headers))).toEqual([403, 'forbidden', 'owner_only'])
    },
  )

  it.each(named(MIRRORED.filter(({ membership }) => membership === 'member')))(
    '%s only reads, whatever its method, and is for members too',
    async (_, route) => {
      expect((await ask(route, member.headers, 'sandbox', await makeSample(route))).status).toBe(200)
    },
  )

  it.each(named(MIRRORED.filter(({ path }) => path.startsWith('/sandbox/'))))(
    '%s stays in the sandbox',
    async (_, route) => {
      expect(refusal(await ask(route, world.owner.headers, 'live'))).toEqual([403, 'forbidden', 'sandbox_only'])
    },
  )

  it('leave out what needs a credential, and answer 404 and 405 as everywhere', async () => {
    const of = (method: string, path: string) => service.send({ method, url: `${PORTAL}/sandbox${path}` })
    expect((await of('GET', '/me')).status).toBe(404)
    expect((await of('GET', '/no/such/path')).status).toBe(404)
    for (const [method, path, allow] of [
      ['POST', '/orders', 'GET, HEAD'],
      ['DELETE', '/quotes/quo_x', 'GET, HEAD'],
      ['POST', '/webhooks', 'DELETE, GET, HEAD, PUT'],
    ] as const) {
      const response = await of(method, path)
      expect([response.status, response.headers.allow]).toEqual([405, allow])
    }
  })

  it('show a quote without its token', async () => {
    const { domain } = await service.list('sandbox', 'tokenless.com')
    const quote = await service.signed(world.partner, 'POST', '/api/partner/v1/quotes', { domain })
    const { quote_token: _token, ...rest } = quote.json
    const shown = (await world.owner.call('GET', `/sandbox/quotes/${quote.json.quote_id}`)).json
    expect({ ...shown, expires_in: 0 }).toEqual({ ...rest, expires_in: 0 })
  })

  it('keep the environments apart, and open live with approval', async () => {
    const partner: TestPartner = await service.partner()
    const owner = await newPerson(service)
    await join(service, partner.partnerId, owner.userId)
    await service.signed(partner, 'POST', '/api/partner/v1/links', { kind: 'generic' })
    expect((await owner.call('GET', '/sandbox/links')).json.links).toHaveLength(1)
    expect(refusal(await owner.call('GET', '/live/links'))).toEqual([403, 'forbidden', 'partner_not_approved'])
    await service.operator('POST', `/partners/${partner.partnerId}/approve`)
    expect((await owner.call('GET', '/live/links')).json.links).toHaveLength(0)
  })

  it("run on the partner's own clock in the sandbox, on real time in live", async () => {
    const partner: TestPartner = await service.partner({ approved: true })
    const owner = await newPerson(service)
    await join(service, partner.partnerId, owner.userId)
    const moved = await owner.call('POST', '/sandbox/sandbox/clock/advance', { seconds: 86_400 })
    expect([moved.status, moved.json.offset_seconds]).toEqual([200, 86_400])
    const body = { url: 'https://hooks.example/in', secret: 'sixteen-or-longer' }
    const at = async (environment: string) =>
      new Date((await owner.call('PUT', `/${environment}/webhooks`, body)).json.created_at).getTime()
    const ahead = (await at('sandbox')) - (await at('live'))
    expect(Math.round(ahead / 1000 / 60)).toBe(1440)
  })

  it('count against the limits of the person', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on', RATE_PARTNER_READS: '2' })
    const owner = await newPerson(limited)
    const { partnerId } = await limited.partner()
    await join(limited, partnerId, owner.userId)
    const statuses = []
    for (const path of ['/credentials', '/sandbox/orders', '/partners'])
      statuses.push((await owner.call('GET', path)).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})
