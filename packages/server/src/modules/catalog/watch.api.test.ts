// Withdrawing listings of expired, deleted and lost domains, with an RDAP server on this machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import {
  makeRecord,
  NOT_FOUND,
  RDAP_TYPE,
  type RdapBehaviour,
  says,
  startRegistryDoubles,
} from '../../../test/registry-doubles.ts'
import { sql } from '../../db/sql.ts'
import { LISTING_DOUBT_SECONDS, LISTING_RELIST_SECONDS, LISTING_ROUND_SECONDS } from '../../kernel/limits.ts'

let doubles: Awaited<ReturnType<typeof startRegistryDoubles>>
let registry: ReturnType<typeof doubles.registry>
let service: TestService
const records = new Map<string, RdapBehaviour>()
beforeAll(async () => {
  doubles = await startRegistryDoubles()
  registry = doubles.registry()
  doubles.behaviour.rdap = (request, response) => {
    const domain = request.url!.split('/').at(-1)!
    return (records.get(domain) ?? says(200, RDAP_TYPE, makeRecord(domain)))(request, response)
  }
  service = await startTestService({ LISTING_WATCH: 'on' }, { registry })
  await service.house()
})
afterAll(() => doubles.close())

const registered = (domain: string, more: object): RdapBehaviour => says(200, RDAP_TYPE, makeRecord(domain, more))
const expiring = (domain: string, days: number): RdapBehaviour => {
  const eventDate = new Date(service.clock.now().getTime() + days * 86_400_000).toISOString()
  return registered(domain, { events: [{ eventAction: 'expiration', eventDate }] })
}

let number = 0
async function list(describeRecord: (domain: string) => RdapBehaviour) {
  const domain = `listed-${process.pid}-${number++}.com`
  records.set(domain, describeRecord(domain))
  const { listing_id: id } = await service.list('live', domain)
  return { id: id as string, domain }
}
const read = async (id: string) => (await service.operator('GET', `/listings/${id}`)).json
const run = () => service.background.runJobNow('catalog.watch_listings')
/** A run after so long that everything is looked up again. */
async function look(seconds = LISTING_ROUND_SECONDS): Promise<void> {
  service.clock.advance(seconds)
  registry.clock.advance(seconds * 1000)
  await run()
}
const queued = async (): Promise<{ id: string; title: string; status: string }[]> =>
  (await service.operator('GET', '/queue/withdrawn_listings')).json.items

describe('a listing is withdrawn', () => {
  it.each<[string, string, (domain: string) => RdapBehaviour]>([
    ['when its registration expired days ago', 'expired', (domain) => expiring(domain, -4)],
    ['when the registry is deleting it', 'expired', (domain) => registered(domain, { status: ['redemption period'] })],
    ['when it is not registered', 'deleted', () => NOT_FOUND],
  ])('%s, by two lookups', async (_, reason, describeRecord) => {
    const { id, domain } = await list(describeRecord)
    await run()
    expect((await read(id)).status, 'after one look').toBe('listed')
    await look(LISTING_DOUBT_SECONDS + 60)
    expect(await read(id)).toMatchObject({ status: 'withdrawn', withdrawal: { reason, closed_at: null } })
    const [item] = (await queued()).filter((one) => one.id === id)
    expect(item).toMatchObject({ status: reason, title: expect.stringContaining(`${domain}: The `) })
    const { audit } = (await service.operator('GET', `/audit?route=listings.withdraw`)).json
    expect(audit[0]).toMatchObject({ actor: 'job:catalog.watch_listings', input: { listing_id: id, reason } })
  })

  it('when it left the account of its seller, by our own books', async () => {
    const account = await newAccount(service)
    const { id, domain } = await list((name) => expiring(name, 300))
    const userId = (await service.db.one<{ id: string }>(sql`select id from users where email = ${account.email}`))!.id
    await service.db.run(sql`update listings set seller_id = ${userId} where id = ${id}`)
    await service.db.run(sql`
      insert into owned_domains (domain, domain_unicode, tld, owner_id, acquired_at, expires_at, auto_renew, locked, privacy,
                                 nameservers, updated_at)
      values (${domain}, ${domain}, 'com', ${userId}, now(), now() + interval '1 year', true, true, true, '{}', now())`)
    await run()
    expect((await read(id)).status, 'while the seller owns it').toBe('listed')
    await service.db.run(sql`delete from owned_domains where domain = ${domain}`)
    await run()
    expect(await read(id)).toMatchObject({ status: 'withdrawn', withdrawal: { reason: 'not_owned' } })
    const { messages } = (await service.operator('GET', `/mail?to=${account.email}&template=listing_withdrawn`)).json
    expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual([`${domain} was taken off the market`])
  })
})

describe('a listing stays', () => {
  it('when its seller proved the domain by DNS, and never had it here', async () => {
    const account = await newAccount(service)
    const { id, domain } = await list((name) => expiring(name, 300))
    await service.db.run(sql`
      update listings set seller_id = (select id from users where email = ${account.email}) where id = ${id}`)
    await service.db.run(sql`
      insert into listing_proofs (listing_id, seller_id, domain, domain_unicode, price_cents, floor_price_cents, currency, categories,
                                  accepts_offers, state, token, method, verified_at, expires_at, created_at, updated_at)
      select id, seller_id, domain, domain, price_cents, floor_price_cents, currency, '{}', false, 'verified', 'token', 'dns', now(),
             now(), now(), now() from listings where id = ${id}`)
    await run()
    expect(await read(id), domain).toMatchObject({ status: 'listed', withdrawal: null })
  })

  it.each<[string, (domain: string) => RdapBehaviour]>([
    ['when its domain is registered', (domain) => expiring(domain, 100)],
    ['in the days after its expiry', (domain) => expiring(domain, -0.5)],
    ['when the registry does not respond', () => says(500, null, '')],
    ['when a web page says 404', () => says(404, 'text/html', 'Not found')],
    ['when the name is reserved', () => says(404, RDAP_TYPE, { errorCode: 404, title: 'Reserved' })],
    ['when the record has no dates', (domain) => registered(domain, {})],
  ])('%s', async (_, describeRecord) => {
    const { id } = await list(describeRecord)
    await run()
    await look(LISTING_DOUBT_SECONDS + 60)
    expect(await read(id)).toMatchObject({ status: 'listed', withdrawal: null })
  })

  it('when only one of two lookups says that it is gone', async () => {
    const { id, domain } = await list(() => NOT_FOUND)
    await run()
    records.set(domain, expiring(domain, 100))
    await look(LISTING_DOUBT_SECONDS + 60)
    records.set(domain, NOT_FOUND)
    await look()
    expect((await read(id)).status).toBe('listed')
  })

  it('while it is reserved, and after it was sold', async () => {
    const { id: reserved } = await list(() => NOT_FOUND)
    const { id: sold } = await list(() => NOT_FOUND)
    await service.db.run(sql`update listings set reserved_until = now() + interval '40 days' where id = ${reserved}`)
    await service.db.run(sql`update listings set status = 'sold' where id = ${sold}`)
    await run()
    await look(LISTING_DOUBT_SECONDS + 60)
    expect([(await read(reserved)).status, (await read(sold)).status]).toEqual(['reserved', 'sold'])
  })
})

async function withdrawOne() {
  const one = await list(() => NOT_FOUND)
  await run()
  await look(LISTING_DOUBT_SECONDS + 60)
  return one
}

type Offered = { action: string; to_status: string }[]
const offered = async (id: string): Promise<string[]> =>
  ((await read(id)).actions as Offered).map(({ action, to_status }) => `${action} to ${to_status}`)

describe('the detail of a listing offers the decisions that succeed', () => {
  const DECISIONS = ['relist to listed', 'accept_withdrawal to withdrawn']

  it('after the service withdrew it, until an operator decided', async () => {
    const { id } = await withdrawOne()
    expect(await offered(id)).toEqual(DECISIONS)
    const accepted = await service.operator('POST', `/listings/${id}/accept_withdrawal`)
    expect([accepted.status, accepted.json.actions]).toEqual([200, []])
    expect(await offered(id)).toEqual([])
  })

  it('not to relist a domain that another listing has', async () => {
    const { id, domain } = await withdrawOne()
    const other = await service.list('live', domain)
    expect(await offered(id)).toEqual([DECISIONS[1]])
    await service.operator('DELETE', `/listings/${other.listing_id}`)
    expect(await offered(id), 'after it is free').toEqual(DECISIONS)
    const relisted = await service.operator('POST', `/listings/${id}/relist`)
    expect([relisted.status, relisted.json.status]).toEqual([200, 'listed'])
    expect(await offered(id)).toEqual(['change to listed', 'withdraw to withdrawn'])
  })

  it('never in a list, and not after an operator withdrew it', async () => {
    const { id, domain } = await withdrawOne()
    const { listings } = (await service.operator('GET', `/listings?environment=live&domain=${domain}`)).json
    expect(listings.map((one: { actions: Offered }) => one.actions)).toEqual([[]])
    await service.operator('POST', `/listings/${id}/relist`)
    await service.operator('DELETE', `/listings/${id}`)
    expect(await offered(id)).toEqual([])
    for (const action of ['relist', 'accept_withdrawal'])
      expect((await service.operator('POST', `/listings/${id}/${action}`)).status, action).toBe(409)
  })
})

describe('an operator', () => {
  it('relists a withdrawn domain, which then stays for a while', async () => {
    const { id, domain } = await withdrawOne()
    const relisted = await service.operator('POST', `/listings/${id}/relist`)
    expect(relisted.json).toMatchObject({ status: 'listed', withdrawal: { closed_by: expect.any(String) } })
    expect((await service.send({ method: 'GET', url: `/domains/${domain}` })).text).toContain(domain)
    expect((await queued()).map((one) => one.id)).not.toContain(id)
    await look()
    await look(LISTING_DOUBT_SECONDS + 60)
    expect((await read(id)).status).toBe('listed')
    await look(LISTING_RELIST_SECONDS)
    await look(LISTING_DOUBT_SECONDS + 60)
    expect((await read(id)).status, 'later it is watched again').toBe('withdrawn')
  })

  it('accepts the withdrawal', async () => {
    const { id } = await withdrawOne()
    const accepted = await service.operator('POST', `/listings/${id}/accept_withdrawal`)
    expect(accepted.json).toMatchObject({ status: 'withdrawn', withdrawal: { closed_by: expect.any(String) } })
    expect((await queued()).map((one) => one.id)).not.toContain(id)
    expect((await service.operator('POST', `/listings/${id}/relist`)).status, 'decided already').toBe(409)
  })

  it('cannot relist a domain that is listed again, or that an operator withdrew', async () => {
    const { id, domain } = await withdrawOne()
    await service.list('live', domain)
    const conflict = await service.operator('POST', `/listings/${id}/relist`)
    expect([conflict.status, conflict.json.error.reason]).toEqual([409, 'already_listed'])
    const { id: other } = await list((name) => expiring(name, 100))
    await service.operator('DELETE', `/listings/${other}`)
    expect((await service.operator('POST', `/listings/${other}/relist`)).status).toBe(409)
    expect((await service.operator('POST', '/listings/lst_none/relist')).status).toBe(404)
  })
})

it('asks about each listing once in a round', async () => {
  const { domain } = await list((name) => expiring(name, 300))
  await run()
  await run()
  registry.clock.advance(3_600_000)
  await run()
  expect(doubles.asked.filter((url) => url.endsWith(`/${domain}`))).toHaveLength(1)
})

it('asks nobody with LISTING_WATCH=off', async () => {
  const quiet = await startTestService({}, { registry: doubles.registry() })
  await quiet.list('live', `quiet-${process.pid}.com`)
  await quiet.background.runJobNow('catalog.watch_listings')
  expect(doubles.asked.some((url) => url.includes('quiet-'))).toBe(false)
})
