// Watchlists: what people watch, and when they get an email about it.
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { newPerson, type Person } from '../../../test/person.ts'
import { freshDomain } from '../../../test/route-sample-records.ts'
import { sql } from '../../db/sql.ts'
import type { RegistryState } from '../../integrations/registry/registry.ts'
import { WATCH_CHECK_SECONDS, WATCH_RETRY_SECONDS, WATCH_SOLD_CHECK_SECONDS, WATCHES_MAX } from '../../kernel/limits.ts'

const service = await startTestService()

/** What the registry says of every domain, and how often it was asked. */
let registryState: RegistryState = 'registered'
let asked: string[] = []
service.deps.registry.check = async (domain) => {
  asked.push(domain)
  return { state: registryState, source: registryState === 'unknown' ? null : 'rdap', checkedAt: service.clock.now() }
}

beforeEach(() => {
  registryState = 'registered'
  asked = []
})

const call = (person: Person, method: string, path = '') =>
  service.send({ method, url: `/api/account/watches${path}`, headers: person.headers })
const watch = (person: Person, domain: string) => call(person, 'PUT', `/${domain}`)
const listWatched = async (person: Person) => (await call(person, 'GET')).json.watches
const compare = () => service.background.runJobNow('watches.compare_listings')
const check = () => service.background.runJobNow('watches.check_registries')
const advance = (seconds: number) => service.clock.advance(seconds * 1000)

const listSubjects = async (person: Person): Promise<string[]> =>
  (
    await service.db.many<{ subject: string }>(sql`
      select content ->> 'subject' as subject from mail_messages
      where to_address = ${person.email} and template = 'watched_domain' order by id`)
  ).map(({ subject }) => subject)

describe('a watchlist', () => {
  it('has what was put on it, the latest first, each domain once', async () => {
    const person = await newPerson(service)
    const { domain } = await service.list('live', freshDomain(), { price_cents: 50_000 })
    expect((await watch(person, domain)).json).toMatchObject({ domain, state: 'for_sale', price_cents: 50_000 })
    advance(1)
    expect((await watch(person, 'bücher-und-mehr.de')).json).toMatchObject({
      domain: 'xn--bcher-und-mehr-gsb.de',
      domain_unicode: 'bücher-und-mehr.de',
      state: 'unknown',
      price_cents: null,
      checked_at: null,
    })
    expect((await watch(person, domain.toUpperCase())).status).toBe(200)
    expect((await listWatched(person)).map((one: { domain: string }) => one.domain)).toEqual([
      'xn--bcher-und-mehr-gsb.de',
      domain,
    ])
  })

  it('loses a domain that is removed; removing it again is 404', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    expect((await call(person, 'DELETE', `/${domain}`)).json).toEqual({ deleted: true })
    expect((await call(person, 'DELETE', `/${domain}`)).status).toBe(404)
    expect(await listWatched(person)).toEqual([])
  })

  it('belongs to one person, and needs a session', async () => {
    const [ada, ben] = [await newPerson(service), await newPerson(service)]
    const domain = freshDomain()
    await watch(ada, domain)
    expect(await listWatched(ben)).toEqual([])
    expect((await call(ben, 'DELETE', `/${domain}`)).status).toBe(404)
    expect((await service.send({ method: 'GET', url: '/api/account/watches' })).status).toBe(401)
  })

  it('has a limit, also for requests at the same time', async () => {
    const person = await newPerson(service)
    await service.db.run(sql`
      insert into watches (user_id, domain, domain_unicode, state, created_at)
      select ${person.userId}, 'full-' || n || '.com', 'full-' || n || '.com', 'unknown', ${service.clock.now()}
      from generate_series(1, ${WATCHES_MAX - 1}) as n`)
    const both = await Promise.all([watch(person, freshDomain()), watch(person, freshDomain())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.json.error.reason).toBe('too_many_watches')
  })

  it.each(['not_a_domain', 'www.example.com', '%00'])('refuses %s', async (domain) => {
    expect((await watch(await newPerson(service), domain)).status).toBe(400)
  })

  it('is part of the export, and goes with the account', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    const { json } = await service.send({ method: 'GET', url: '/api/account/export', headers: person.headers })
    expect(json.watches).toMatchObject([{ domain, state: 'unknown' }])
    const headers = { ...person.headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ password: person.password })
    const gone = await service.send({ method: 'DELETE', url: '/api/account', headers, body })
    expect(gone.status).toBeLessThan(300)
    expect(await service.db.many(sql`select 1 from watches where domain = ${domain}`)).toEqual([])
  })
})

describe('a watched domain that is listed', () => {
  it('is told when it is for sale, and when its price changes, once each', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    await check()
    const { listing_id } = await service.list('live', domain, { price_cents: 120_000 })
    await compare()
    await compare()
    expect(await listSubjects(person)).toEqual([`${domain} is for sale`])
    await service.operator('PATCH', `/listings/${listing_id}`, { price_cents: 90_000 })
    await compare()
    await compare()
    expect(await listSubjects(person)).toEqual([`${domain} is for sale`, `The price of ${domain} changed`])
    expect(await listWatched(person)).toMatchObject([{ state: 'for_sale', price_cents: 90_000 }])
  })

  it('is not told of in the sandbox', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    await check()
    await service.list('sandbox', domain)
    await compare()
    expect(await listSubjects(person)).toEqual([])
  })

  it('is looked up at its registry again after it was withdrawn', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    const { listing_id } = await service.list('live', domain)
    await watch(person, domain)
    await service.operator('DELETE', `/listings/${listing_id}`)
    await compare()
    expect(await listWatched(person)).toMatchObject([{ state: 'unknown', price_cents: null }])
    registryState = 'available'
    await check()
    expect(await listSubjects(person)).toEqual([`${domain} may be available`])
    expect(await listWatched(person)).toMatchObject([{ state: 'available' }])
  })

  it('is looked up calmly after it was sold, and told of when it becomes available', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    const { listing_id } = await service.list('live', domain)
    await watch(person, domain)
    await service.db.run(sql`update listings set status = 'sold' where id = ${listing_id}`)
    // The session ends meanwhile.
    const readState = () => service.db.one(sql`select state from watches where user_id = ${person.userId}`)
    registryState = 'registered'
    asked = []
    await compare()
    await check()
    expect(asked).not.toContain(domain)
    for (let week = 0; week < 2; week++) {
      advance(WATCH_SOLD_CHECK_SECONDS + 1)
      await check()
      await compare()
      expect(await readState()).toEqual({ state: 'sold' })
    }
    expect(asked.filter((one) => one === domain)).toHaveLength(2)
    registryState = 'available'
    advance(WATCH_SOLD_CHECK_SECONDS + 1)
    await check()
    await compare()
    await check()
    expect(await listSubjects(person)).toEqual([`${domain} may be available`])
    expect(await readState()).toEqual({ state: 'available' })
  })

  it('sends nothing to an email address that is not confirmed', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    const { listing_id } = await service.list('live', domain)
    await watch(person, domain)
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${person.userId}`)
    await service.operator('PATCH', `/listings/${listing_id}`, { price_cents: 77_000 })
    await compare()
    expect(await listSubjects(person)).toEqual([])
    const stored = await service.db.one(sql`select price_cents from watches where user_id = ${person.userId}`)
    expect(stored).toEqual({ priceCents: 77_000 })
  })
})

describe('a watched domain that is not listed', () => {
  it('is told when it becomes available, not when it is first looked at', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    await check()
    expect(await listWatched(person)).toMatchObject([{ state: 'registered' }])
    registryState = 'available'
    await check()
    expect(await listSubjects(person)).toEqual([])
    advance(WATCH_CHECK_SECONDS + 1)
    await check()
    expect(await listSubjects(person)).toEqual([`${domain} may be available`])
  })

  it('is asked for once, however many watch it', async () => {
    const domain = freshDomain()
    for (const person of [await newPerson(service), await newPerson(service)]) await watch(person, domain)
    await check()
    expect(asked.filter((one) => one === domain)).toEqual([domain])
    await check()
    expect(asked.filter((one) => one === domain)).toEqual([domain])
  })

  it('keeps its state while the registry does not respond, and is asked for again later', async () => {
    const person = await newPerson(service)
    const domain = freshDomain()
    await watch(person, domain)
    await check()
    registryState = 'unknown'
    advance(WATCH_CHECK_SECONDS + 1)
    await check()
    const stored = await service.db.one(sql`select state from watches where user_id = ${person.userId}`)
    expect(stored).toEqual({ state: 'registered' })
    asked = []
    await check()
    expect(asked).not.toContain(domain)
    advance(WATCH_RETRY_SECONDS + 1)
    await check()
    expect(asked).toContain(domain)
  })
})
