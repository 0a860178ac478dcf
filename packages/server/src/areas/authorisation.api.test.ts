// Every route against every caller who must not pass it. Which door a route has comes from the table of routes, so a new one is
// covered from its first day. The matrix of routes and the portal's tests hold the cells that need a good input.
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../test/harness.ts'
import { newAccessToken, newAccount, newApplication } from '../../test/oauth.ts'
import { join, newPerson, type Person } from '../../test/person.ts'
import { mirrorPlaces } from '../../test/places.ts'
import { newPurchase } from '../../test/route-sample-records.ts'
import { makeWorld, SAMPLES, type World } from '../../test/route-samples.ts'
import { FACTOR_SAMPLES } from '../../test/route-samples-factors.ts'
import { type SignOptions, sign } from '../../test/signer.ts'
import { sql } from '../db/sql.ts'
import type { Route } from '../http/define-route.ts'
import { fullPath } from '../http/pipeline.ts'
import { OAUTH_ACCESS_SECONDS } from '../kernel/limits.ts'
import { ENVIRONMENTS } from '../kernel/owner.ts'
import { issueOperatorToken } from '../modules/roles/index.ts'
import { AREAS } from './areas.ts'

type Place = { method: string; url: string }
type Headers = Record<string, string>

const toPlace = (route: Route, prefix: string): Place => ({ method: route.method, url: fullPath(route, prefix) })
const listPlaces = (name: string, wanted: (route: Route) => boolean = () => true) => {
  const area = AREAS.find((one) => one.name === name)!
  return (area.routes as readonly Route[])
    .filter(wanted)
    .map((route) => [route.id, toPlace(route, area.prefix), route] as const)
}
const PARTNER = listPlaces('partner')
const OPERATOR = listPlaces('operator')
const SIGNED_IN = listPlaces('public', ({ signedIn }) => signedIn !== undefined)
const MIRRORS = (await mirrorPlaces()).map((place) => [`${place.method} ${place.url}`, place] as const)

let service: TestService
let world: World
beforeAll(async () => {
  service = await startTestService()
  world = await makeWorld(service)
})

/** At the door nobody looks at the input: the ids need not be of anything. */
const fillPath = ({ url }: Place): string => url.replace(/\{(\w+)\}/g, 'nothing')
const send = (place: Place, headers: Headers): Promise<TestResponse> =>
  service.send({ method: place.method, url: fillPath(place), headers })
const refusal = ({ status, json }: TestResponse) => [status, json?.error?.code, json?.error?.reason]

const isRead = ({ method }: Place): boolean => method === 'GET'

describe('a partner route', () => {
  let revoked: TestPartner
  let expired: TestPartner
  let suspended: TestPartner
  let unapproved: TestPartner
  beforeAll(async () => {
    revoked = await service.partner()
    expired = await service.partner()
    suspended = await service.partner()
    unapproved = await service.credential(await service.partner({ approved: false }), 'live')
    await service.operator('DELETE', `/credentials/${revoked.keyId}`)
    await service.operator('POST', `/credentials/${expired.keyId}/rotate`, { overlap_seconds: 0 })
    await service.operator('POST', `/partners/${suspended.partnerId}/suspend`)
  })

  const signed = (who: TestPartner, place: Place, options: SignOptions = {}) =>
    service.send(sign(who, place.method, fillPath(place), { now: service.clock.now(), ...options }))

  it.each(PARTNER)(
    '%s is closed to keys that were revoked or rotated out, and to partners who may not',
    async (_, place) => {
      expect(refusal(await signed(revoked, place))).toEqual([401, 'invalid_signature', 'credential_revoked'])
      expect(refusal(await signed(expired, place))).toEqual([401, 'invalid_signature', 'credential_revoked'])
      expect(refusal(await signed(suspended, place))).toEqual([403, 'forbidden', 'partner_suspended'])
      expect(refusal(await signed(unapproved, place))).toEqual([403, 'forbidden', 'partner_not_approved'])
    },
  )

  it.each(PARTNER)('%s is closed to a wrong secret, another key’s id, old times and used nonces', async (_, place) => {
    const other = await service.partner({ scopes: [] })
    expect(refusal(await signed({ ...world.partner, secret: 'sk_sandbox_wrong' }, place))).toEqual([
      401,
      'invalid_signature',
      null,
    ])
    expect(refusal(await signed({ ...other, keyId: world.partner.keyId }, place)).slice(0, 2)).toEqual([
      401,
      'invalid_signature',
    ])
    expect(refusal(await signed(world.partner, place, { timestamp: '1700000000' }))[1]).toBe('invalid_timestamp')
    const nonce = `matrix-nonce-${Math.random()}`
    await signed(other, place, { nonce })
    expect(refusal(await signed(other, place, { nonce }))[1]).toBe('replay_detected')
  })

  it.each(PARTNER)('%s takes neither an application’s token nor a person’s session', async (_, place) => {
    for (const headers of [{ authorization: `Bearer ${world.accessToken}` }, world.owner.headers])
      expect(refusal(await send(place, headers))).toEqual([401, 'missing_credentials', null])
  })
})

describe('an operator route', () => {
  let operator: Person
  let revoked: string
  let expired: string
  beforeAll(async () => {
    operator = await newPerson(service)
    await service.db.run(sql`update users set operator_role = 'admin' where id = ${operator.userId}`)
    const issue = () =>
      service.db.tx((tx) =>
        issueOperatorToken(tx, { name: 'matrix', role: 'admin', userId: null, createdBy: 'test' }, service.clock.now()),
      )
    const [first, second] = [await issue(), await issue()]
    await service.db.run(sql`update operator_tokens set revoked_at = ${service.clock.now()} where id = ${first.id}`)
    await service.db.run(sql`update operator_tokens set expires_at = ${service.clock.now()} where id = ${second.id}`)
    revoked = first.token
    expired = second.token
  })

  it.each(OPERATOR)(
    '%s takes no token that ended, no application’s, and no bad one beside a session',
    async (_, place) => {
      for (const token of [revoked, expired, world.accessToken])
        expect(refusal(await send(place, { authorization: `Bearer ${token}` }))).toEqual([401, 'invalid_token', null])
      const both = { ...operator.headers, authorization: 'Bearer op_wrong' }
      expect(refusal(await send(place, both))).toEqual([401, 'invalid_token', null])
    },
  )

  it.each(OPERATOR)('%s is closed to people who are no operators, and to other sites', async (_, place) => {
    expect(refusal(await send(place, world.owner.headers))).toEqual([403, 'forbidden', null])
    const { cookie, origin } = operator.headers
    for (const headers of [
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, origin, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'same-site' },
      ...(isRead(place) ? [] : [{ cookie }]),
    ] as Headers[])
      expect([headers, ...refusal(await send(place, headers))]).toEqual([headers, 401, 'invalid_token', null])
  })
})

describe('a partner route in the portal', () => {
  let suspended: Person
  let unapproved: Person
  let other: Person
  beforeAll(async () => {
    const owner = async (options: { approved: boolean; suspended?: boolean }) => {
      const { partnerId } = await service.partner({ approved: options.approved })
      const person = await newPerson(service)
      await join(service, partnerId, person.userId)
      if (options.suspended) await service.operator('POST', `/partners/${partnerId}/suspend`)
      return person
    }
    suspended = await owner({ approved: true, suspended: true })
    unapproved = await owner({ approved: false })
    other = await owner({ approved: true })
  })

  it.each(MIRRORS)('%s is closed to other sites, tokens, signatures and foreign partners', async (_, place) => {
    const { cookie, origin } = world.owner.headers
    const signed = sign(world.partner, place.method, fillPath(place), { now: service.clock.now() })
    for (const headers of [
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, origin, 'sec-fetch-site': 'cross-site' },
      ...(isRead(place) ? [] : [{ cookie }]),
      { origin, authorization: `Bearer ${world.accessToken}` },
      { origin, authorization: `Bearer ${service.operatorToken}` },
      signed.headers,
    ] as Headers[])
      expect([headers, ...refusal(await send(place, headers))]).toEqual([headers, 401, 'invalid_token', null])
    const foreign = { ...other.headers, 'x-partner-id': world.partner.partnerId }
    expect(refusal(await send(place, foreign))).toEqual([403, 'forbidden', 'not_a_member'])
  })

  it.each(MIRRORS)('%s is closed to the suspended, and to the unapproved where it is live', async (_, place) => {
    expect(refusal(await send(place, suspended.headers))).toEqual([403, 'forbidden', 'partner_suspended'])
    if (place.url.includes('/v1/live/'))
      expect(refusal(await send(place, unapproved.headers))).toEqual([403, 'forbidden', 'partner_not_approved'])
  })

  const WITH_IDS = listPlaces('partner', ({ params }) =>
    Object.keys(params?.properties ?? {}).some((name) => name.endsWith('_id')),
  )
  const LEFT_OUT = ['quotes.release']
  it.each(WITH_IDS.filter(([id]) => !LEFT_OUT.includes(id)))(
    '%s shows no record to the owner of another partner, in neither environment',
    async (_, place, route) => {
      const { params = {}, body } = (await SAMPLES[route.id]?.(world, service)) ?? {}
      const path = place.url
        .replace(/^\/api\/partner(\/v1)?/, '')
        .replace(/\{(\w+)\}/g, (__, name: string) => params[name]!)
      for (const environment of ENVIRONMENTS) {
        const response = await other.call(place.method, `/${environment}${path}`, body)
        const sandboxOnly = environment === 'live' && path.startsWith('/sandbox/')
        expect(refusal(response).slice(0, 2)).toEqual(sandboxOnly ? [403, 'forbidden'] : [404, 'not_found'])
      }
    },
  )
})

describe('a route for people', () => {
  let narrow: string
  let ended: string
  let withdrawn: string
  beforeAll(async () => {
    ended = await newAccessToken(service, 'pricing:read domains:manage')
    service.clock.advance(OAUTH_ACCESS_SECONDS)
    narrow = await newAccessToken(service, 'pricing:read')
    const application = await newApplication(overInject(service))
    const tokens = await application.obtainTokens(await newAccount(service), { scope: 'domains:manage' })
    await application.postForm('/api/oauth/revoke', { token: tokens.refresh_token, client_id: application.clientId })
    withdrawn = tokens.access_token
  })

  it.each(SIGNED_IN)(
    '%s is closed to requests without a token, and with one that ended or is for something else',
    async (_, place) => {
      expect(refusal(await send(place, {}))).toEqual([401, 'invalid_token', null])
      for (const token of ['garbage', ended, withdrawn, service.operatorToken, world.partner.secret]) {
        const response = await send(place, { authorization: `Bearer ${token}` })
        expect(refusal(response)).toEqual([401, 'invalid_token', null])
        expect(response.headers['www-authenticate']).toContain('error="invalid_token"')
      }
      const signed = sign(world.partner, place.method, fillPath(place), { now: service.clock.now() })
      expect(refusal(await send(place, signed.headers))).toEqual([401, 'invalid_token', null])
    },
  )

  it.each(SIGNED_IN)('%s asks a token for its scope, and a session for our own pages', async (_, place, route) => {
    if (route.signedIn !== 'any')
      expect(refusal(await send(place, { authorization: `Bearer ${narrow}` }))).toEqual([403, 'forbidden', null])
    const { cookie, origin } = world.owner.headers
    for (const headers of [
      { cookie, origin: 'https://elsewhere.example' },
      { cookie, origin, 'sec-fetch-site': 'cross-site' },
      ...(isRead(place) ? [] : [{ cookie }]),
    ] as Headers[])
      expect(refusal(await send(place, headers))).toEqual([401, 'invalid_token', null])
  })

  it.each(SIGNED_IN.filter(([, { url }]) => url.endsWith('{public_id}')))(
    '%s shows somebody else’s record to nobody, by token or by session',
    async (_, place) => {
      const person = await newAccount(service)
      const browser = openBrowser(overInject(service))
      await browser.signIn(person)
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const url = place.url.replace(/\{\w+\}$/, await newPurchase({ person: { ...person, cookie } }, service))
      const ask = (headers: Headers) => service.send({ method: place.method, url, headers })
      expect((await ask({ cookie })).status).toBe(200)
      const other = await newAccessToken(service, 'pricing:read domains:manage')
      for (const headers of [{ authorization: `Bearer ${other}` }, world.owner.headers])
        expect(refusal(await ask(headers))).toEqual([404, 'not_found', null])
    },
  )

  it.each(SIGNED_IN.filter(([, { url }]) => url.endsWith('{passkey_id}')))(
    '%s changes somebody else’s passkey for nobody',
    async (_, place, route) => {
      const { params, body, headers } = await FACTOR_SAMPLES[route.id]!(service)
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const ask = (caller: Headers) =>
        service.send({
          method: place.method,
          url: place.url.replace('{passkey_id}', params!.passkey_id!),
          headers: { ...caller, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...sent,
        })
      // Signed in recently, as the owner of the passkey.
      expect(refusal(await ask((await newPerson(service)).headers))).toEqual([404, 'not_found', null])
      expect((await ask(headers)).status).toBe(200)
    },
  )
})
