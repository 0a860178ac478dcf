// Listings of sellers: owned domains, proofs by TXT record against a nameserver, terms, files, limits and conflicts.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../../test/browser.ts'
import { startTestService } from '../../../test/harness.ts'
import { startNameServer } from '../../../test/name-server.ts'
import { newAccount, newApplication } from '../../../test/oauth.ts'
import { newPerson, type Person } from '../../../test/person.ts'
import { createSales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { PROOF_CHECK_SECONDS, PROOF_SECONDS } from '../../kernel/limits.ts'
import { giveDomains } from '../domains/index.ts'

const names = await startNameServer()
afterAll(() => names.close())
const service = await startTestService({ DNS_SERVERS: names.server })
const sales = createSales(service)
const URL = '/api/seller/listings'
const TERMS = { price_cents: 250_000, currency: 'USD' }

const freshName = (tld = 'com') => `sell-${randomUUID().slice(0, 13)}.${tld}`
const give = (person: Person, ...domains: string[]) =>
  service.db.tx((tx) => giveDomains(tx, { accountId: person.userId, email: null }, domains, service.clock.now()))

const call = (person: Person, method: string, path = '', body?: unknown) =>
  service.send({
    method,
    url: URL + path,
    headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const list = (person: Person, domain: string, terms: object = {}) =>
  call(person, 'POST', '', { domain, ...TERMS, ...terms })
const inMarket = async (domain: string) =>
  (await service.send({ method: 'GET', url: `/api/market/listings?q=${domain.split('.')[0]}` })).json.items.map(
    (item: { domain: string }) => item.domain,
  )
const runChecks = () => service.background.runJobNow('sellers.check_proofs')
const mailTo = async (person: Person) =>
  (
    await service.db.many<{ template: string }>(
      sql`select template from mail_messages where to_address = ${person.email} order by id`,
    )
  ).map(({ template }) => template)

describe('a domain of the account', () => {
  it('keeps its terms when an import of operators names it', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    await give(person, domain)
    const listed = (await list(person, domain)).json
    const send = (query: string) =>
      service.send({
        method: 'POST',
        url: `/api/operator/v1/listings/import?environment=live${query}`,
        headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'text/csv' },
        body: `domain,price_cents,currency\n${domain},100,EUR\n`,
      })
    for (const query of ['&dry_run=true', ''])
      expect((await send(query)).json).toMatchObject({
        updated: 0,
        rejected: 1,
        rejections: [{ line: 2, domain, message: 'a seller listed the domain' }],
      })
    expect((await call(person, 'GET', `/${listed.listing_id}`)).json).toMatchObject({ ...TERMS, status: 'listed' })
  })

  it('is listed immediately, changed, exported and withdrawn', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    await give(person, domain)
    const { status, json } = await list(person, domain, {
      floor_price_cents: 200_000,
      description: 'Short.',
      categories: ['Cars', 'travel'],
      accepts_offers: true,
    })
    expect([status, json.status, json.verification.method]).toEqual([201, 'listed', 'ownership'])
    expect(json).toMatchObject({ floor_price_cents: 200_000, categories: ['cars', 'travel'], accepts_offers: true })
    expect(json.verification.record).toBeNull()
    expect(await inMarket(domain)).toEqual([domain])
    const again = await list(person, domain)
    expect([again.status, again.json.error.reason]).toEqual([409, 'already_listed'])

    const changed = await call(person, 'PATCH', `/${json.listing_id}`, { price_cents: 300_000, accepts_offers: false })
    expect(changed.json).toMatchObject({ price_cents: 300_000, floor_price_cents: 200_000, accepts_offers: false })
    const csv = await service.send({ method: 'GET', url: URL, headers: { ...person.headers, accept: 'text/csv' } })
    expect(csv.text.split('\r\n')[1]).toContain(`${domain},300000,3000.00,200000,2000.00,USD,Short.,cars|travel,false`)
    expect((await call(person, 'DELETE', `/${json.listing_id}`)).json.status).toBe('withdrawn')
    expect(await inMarket(domain)).toEqual([])
    expect((await call(person, 'GET')).json.listings).toEqual([])
    expect((await call(person, 'GET', '?status=withdrawn')).json.listings).toHaveLength(1)
  })

  it('is the same listing for bulk operations', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    await give(person, domain)
    const bulk = await service.send({
      method: 'POST',
      url: '/api/domains/bulk/list_for_sale',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ domains: [domain], params: { price_cents: 5000 } }),
    })
    expect(bulk.json.succeeded).toBe(1)
    const [listing] = (await call(person, 'GET')).json.listings
    expect(listing).toMatchObject({ domain, status: 'listed', price_cents: 5000 })
    expect((await call(person, 'DELETE', `/${listing.listing_id}`)).status).toBe(200)
  })
})

describe('a proof by TXT record', () => {
  it('lists the domain on request once the record is published', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    const { status, json } = await list(person, domain)
    expect([status, json.status]).toEqual([201, 'pending_verification'])
    const { record } = json.verification
    expect(record).toEqual({
      type: 'TXT',
      name: `_freehold.${domain}`,
      value: expect.stringMatching(/^freehold-verify=[0-9a-f]{40}$/),
    })
    expect(await inMarket(domain)).toEqual([])
    const verify = async () => (await call(person, 'POST', `/${json.listing_id}/verify`)).json
    expect((await verify()).verification.last_result).toBe('missing')
    names.publish(record.name, 'v=spf1 -all', 'freehold-verify=0000')
    expect(await verify()).toMatchObject({
      status: 'pending_verification',
      verification: { last_result: 'mismatch', record },
    })
    names.publish(record.name, 'v=spf1 -all', record.value)
    expect(await verify()).toMatchObject({
      listing_id: json.listing_id,
      status: 'listed',
      verification: { method: 'dns', last_result: 'found', record: null, expires_at: null },
    })
    expect(await inMarket(domain)).toEqual([domain])
    expect((await verify()).status).toBe('listed')
  })

  it('accepts internationalized domains', async () => {
    const person = await newPerson(service)
    const { json } = await list(person, `münchen-${randomUUID().slice(0, 8)}.de`)
    expect(json.domain).toMatch(/^xn--/)
    expect(json.domain_unicode).toMatch(/^münchen-/)
    const { record } = json.verification
    expect(record.name).toBe(`_freehold.${json.domain}`)
    names.publish(record.name, record.value)
    expect((await call(person, 'POST', `/${json.listing_id}/verify`)).json.status).toBe('listed')
  })

  it('is looked up every 10 minutes, and tells the seller', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    const { json } = await list(person, domain)
    const { record } = json.verification
    const askedFor = () => names.asked.filter((name) => name === record.name).length
    await runChecks()
    expect(askedFor()).toBe(0)
    service.clock.advance(PROOF_CHECK_SECONDS)
    await runChecks()
    await runChecks()
    expect(askedFor()).toBe(1)
    names.publish(record.name, record.value)
    service.clock.advance(PROOF_CHECK_SECONDS)
    await runChecks()
    expect((await call(person, 'GET', `/${json.listing_id}`)).json.status).toBe('listed')
    expect(await mailTo(person)).toContain('listing_verified')
  })

  it('expires after 7 days with a message, and the domain can be listed again', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    const { json } = await list(person, domain)
    names.fail(json.verification.record.name)
    service.clock.advance(PROOF_CHECK_SECONDS)
    await runChecks()
    const waiting = (await call(person, 'GET', `/${json.listing_id}`)).json
    expect([waiting.status, waiting.verification.last_result]).toEqual(['pending_verification', 'unavailable'])
    service.clock.advance(PROOF_SECONDS)
    await runChecks()
    expect((await call(person, 'GET', `/${json.listing_id}`)).json).toMatchObject({
      status: 'expired',
      verification: { record: null, next_check_at: null },
    })
    expect(await mailTo(person)).toContain('listing_expired')
    const late = await call(person, 'PATCH', `/${json.listing_id}`, { price_cents: 1 })
    expect([late.status, late.json.error.reason]).toEqual([409, 'illegal_transition'])
    expect((await list(person, domain)).status).toBe(201)
  })

  it('changes its terms, and is withdrawn, while it waits', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    const { json } = await list(person, domain)
    const { listing_id: id } = json
    expect((await list(person, domain)).json.error.reason).toBe('already_listed')
    expect((await call(person, 'PATCH', `/${id}`, { price_cents: 99 })).json).toMatchObject({
      price_cents: 99,
      floor_price_cents: 99,
      status: 'pending_verification',
    })
    expect((await call(person, 'PATCH', `/${id}`, { floor_price_cents: 100 })).status).toBe(400)
    expect((await call(person, 'DELETE', `/${id}`)).json.status).toBe('withdrawn')
    expect((await call(person, 'DELETE', `/${id}`)).status).toBe(404)
    expect((await list(person, domain)).status).toBe(201)
  })

  it('belongs to the first account that proves the domain', async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)]
    const domain = freshName()
    const [first, second] = [(await list(one, domain)).json, (await list(two, domain)).json]
    names.publish(`_freehold.${domain}`, first.verification.record.value, second.verification.record.value)
    expect((await call(two, 'POST', `/${second.listing_id}/verify`)).json.status).toBe('listed')
    const late = await call(one, 'POST', `/${first.listing_id}/verify`)
    expect([late.status, late.json.error.reason]).toEqual([409, 'already_listed'])
    service.clock.advance(PROOF_CHECK_SECONDS)
    await runChecks()
    expect((await call(one, 'GET', `/${first.listing_id}`)).json).toMatchObject({
      status: 'pending_verification',
      verification: { last_result: 'conflict' },
    })
    const third = await list(await newPerson(service), domain)
    expect([third.status, third.json.error.reason]).toEqual([409, 'already_listed'])
    expect(third.json.error.message).not.toContain(two.email)
  })

  it('lists one domain once, however many accounts prove it at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson(service)))
    const domain = freshName()
    const listings = await Promise.all(people.map(async (person) => (await list(person, domain)).json))
    names.publish(`_freehold.${domain}`, ...listings.map((one) => one.verification.record.value))
    const replies = await Promise.all(
      people.map((person, at) => call(person, 'POST', `/${listings[at].listing_id}/verify`)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })
})

describe('a taken domain', () => {
  it('is not listed by a proof from before its delivery to another account, but by a new one', async () => {
    const [former, buyer] = [await newPerson(service), await newPerson(service)]
    const domain = freshName()
    const start = async () => (await list(former, domain)).json
    const early = await start()
    names.publish(early.verification.record.name, early.verification.record.value)
    await give(buyer, domain)
    const refused = await call(former, 'POST', `/${early.listing_id}/verify`)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'domain_sold'])
    expect((await call(former, 'DELETE', `/${early.listing_id}`)).status).toBeLessThan(300)
    const later = await start()
    names.publish(later.verification.record.name, later.verification.record.value)
    expect((await call(former, 'POST', `/${later.listing_id}/verify`)).json.status).toBe('listed')
  })

  it('is not listed by a proof from before a partner sold it', async () => {
    const former = await newPerson(service)
    const domain = freshName()
    const { listing_id, verification } = (await list(former, domain)).json
    names.publish(verification.record.name, verification.record.value)
    await service.list('live', domain)
    const partner = await service.partner({ environment: 'live' })
    const terms = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'ch_1' }
    const headers = { 'idempotency-key': randomUUID() }
    const order = await service.signed(partner, 'POST', '/api/partner/v1/orders', terms, { headers })
    await sales.deliver(order.json.public_id)
    const refused = await call(former, 'POST', `/${listing_id}/verify`)
    expect([refused.status, refused.json.error.reason]).toEqual([409, 'domain_sold'])
  })

  it('is a conflict if the marketplace lists it, or while its sale is open', async () => {
    const person = await newPerson(service)
    const domain = freshName()
    await service.list('live', domain)
    expect((await list(person, domain)).json.error.reason).toBe('already_listed')
    const partner = await service.partner({ environment: 'live' })
    const order = await service.signed(
      partner,
      'POST',
      '/api/partner/v1/orders',
      { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'ch_1' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(order.status).toBe(201)
    const taken = await list(person, domain)
    expect([taken.status, taken.json.error.reason]).toEqual([409, 'domain_sold'])
    await sales.deliver(order.json.public_id)
    expect((await list(person, domain)).json.status).toBe('pending_verification')
    await sales.booksHold()
  })

  it('can be listed by its buyer after the delivery', async () => {
    const seller = await newPerson(service)
    const buyer = await newPerson(service)
    const domain = freshName()
    await give(seller, domain)
    await list(seller, domain)
    const partner = await service.partner({ environment: 'live' })
    const order = await service.signed(
      partner,
      'POST',
      '/api/partner/v1/orders',
      { domain, expected_price: 250_000, currency: 'USD', external_payment_ref: 'ch_2' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    const [sold] = (await call(seller, 'GET')).json.listings
    expect(sold.status).toBe('sold')
    const late = await call(seller, 'PATCH', `/${sold.listing_id}`, { price_cents: 1 })
    expect([late.status, late.json.error.reason]).toEqual([409, 'domain_sold'])
    expect((await list(seller, domain)).json.error.reason).toBe('domain_sold')
    await sales.deliver(order.json.public_id)
    await give(buyer, domain)
    const relisted = await list(buyer, domain)
    expect([relisted.status, relisted.json.status]).toEqual([201, 'listed'])
    await sales.booksHold()
  })
})

describe('a file', () => {
  const send = (person: Person, body: string, type = 'text/csv') =>
    service.send({ method: 'POST', url: `${URL}/import`, headers: { ...person.headers, 'content-type': type }, body })

  it('lists, changes and rejects line by line, and takes back what was exported', async () => {
    const person = await newPerson(service)
    const [owned, other] = [freshName(), freshName()]
    await give(person, owned)
    const { json } = await send(
      person,
      [
        'domain,price_cents,currency,categories,accepts_offers',
        `${owned},1000,USD,cars|travel,true`,
        `${other},2000,EUR,,`,
        'not a domain,1,USD,,',
        `${freshName()},0,USD,,`,
        `${freshName()},5,USD,,maybe`,
        '"a,b',
      ].join('\n'),
    )
    expect(json).toMatchObject({ lines: 6, created: 2, updated: 0, rejected: 4 })
    expect(json.results[0].listing).toMatchObject({ domain: owned, status: 'listed', accepts_offers: true })
    expect(json.results[1].listing.status).toBe('pending_verification')
    const { text } = await service.send({
      method: 'GET',
      url: URL,
      headers: { ...person.headers, accept: 'text/csv' },
    })
    const again = await send(person, text.replaceAll('1000', '1500'))
    expect(again.json).toMatchObject({ lines: 2, created: 0, updated: 2, rejected: 0 })
    const { listings } = (await call(person, 'GET')).json
    expect(listings.map((one: { price_cents: number }) => one.price_cents).sort()).toEqual([1500, 2000])
  })

  it('must be CSV', async () => {
    expect((await send(await newPerson(service), '{}', 'application/json')).status).toBe(415)
  })
})

describe('access', () => {
  it('needs a session or a token with the scope, and a confirmed email address', async () => {
    expect((await service.send({ method: 'GET', url: URL })).status).toBe(401)
    const account = await newAccount(service)
    const application = await newApplication(overInject(service))
    const ask = async (scope: string) => {
      const { access_token } = await application.obtainTokens(account, { scope })
      return service.send({ method: 'GET', url: URL, headers: { authorization: `Bearer ${access_token}` } })
    }
    expect((await ask('pricing:read')).status).toBe(403)
    expect((await ask('domains:manage')).status).toBe(200)
    const browser = openBrowser(overInject(service))
    await browser.signIn(account)
    await service.db.run(sql`update users set email_confirmed_at = null where id = ${account.userId}`)
    expect((await browser.request({ method: 'GET', url: URL })).status).toBe(403)
  })

  it('shows and changes only listings of the account', async () => {
    const [one, two] = [await newPerson(service), await newPerson(service)]
    const { json } = await list(one, freshName())
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { price_cents: 1 }],
      ['DELETE', '', undefined],
      ['POST', '/verify', undefined],
    ] as const)
      expect((await call(two, method, `/${json.listing_id}${path}`, body)).status).toBe(404)
    expect((await call(two, 'GET', '/lst_nothing')).status).toBe(404)
    expect((await call(two, 'GET')).json.listings).toEqual([])
  })

  it.each([
    ['no domain', { ...TERMS }],
    ['a name that is not a domain', { domain: 'nothing', ...TERMS }],
    ['a sandbox domain', { domain: 'held.test', ...TERMS }],
    ['no price', { domain: 'a.com', currency: 'USD' }],
    ['a price of zero', { domain: 'a.com', price_cents: 0, currency: 'USD' }],
    ['a floor above the price', { domain: 'a.com', ...TERMS, floor_price_cents: 250_001 }],
    ['an unknown currency', { domain: 'a.com', price_cents: 1, currency: 'XXX' }],
    ['an unknown field', { domain: 'a.com', ...TERMS, status: 'listed' }],
  ])('rejects %s', async (_, body) => {
    expect((await call(await newPerson(service), 'POST', '', body)).status).toBe(400)
  })
})
