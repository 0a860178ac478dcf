// Quotes through HTTP: the shape, the token, the exclusive reservation, its end on either clock, and every race for a name.
import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  service = await startTestService({ QUOTE_SHARE_PERCENT: '100' })
  partner = await service.partner()
  other = await service.partner()
  for (const name of ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test'])
    await service.list('sandbox', name)
})

const V1 = '/api/partner/v1'
const listed = (terms: Record<string, unknown> = {}) =>
  service.list('sandbox', `quote-${randomUUID().slice(0, 13)}.test`, terms)
const freshName = async (terms: Record<string, unknown> = {}) => (await listed(terms)).domain
const quote = (who: TestPartner, domain: string, extra: object = {}, headers: Record<string, string> = {}) =>
  service.signed(who, 'POST', `${V1}/quotes`, { domain, ...extra }, { headers })
const show = (who: TestPartner, id: string) => service.signed(who, 'GET', `${V1}/quotes/${id}`)
const release = (who: TestPartner, id: string) => service.signed(who, 'DELETE', `${V1}/quotes/${id}`)
const order = (who: TestPartner, body: object) =>
  service.signed(
    who,
    'POST',
    `${V1}/orders`,
    { external_payment_ref: 'r', ...body },
    { headers: { 'idempotency-key': randomUUID() } },
  )
const byName = (domain: string) => ({ domain, expected_price: 100_000, currency: 'USD' })
const availability = async (who: TestPartner, domain: string) =>
  (await service.signed(who, 'GET', `${V1}/availability?domain=${domain}`)).json
const detail = async (who: TestPartner, domain: string) =>
  (await service.signed(who, 'GET', `${V1}/domains/${domain}`)).json
const advance = (who: TestPartner, seconds: number) =>
  service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })
const reason = (response: TestResponse) => [response.status, response.json.error?.reason]
const holders = async (domain: string) =>
  service.db.many<{ id: string; partnerId: string; reservedBy: string | null }>(sql`
    select q.id, q.partner_id, l.reserved_by from quotes q join listings l on l.id = q.listing_id
    where l.domain = ${domain} and q.status = 'active' and q.exclusive`)
const ledgerHolds = async () => expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])

describe('a quote', () => {
  it('has every member of the contract, and the arithmetic adds up', async () => {
    const dear = await service.partner({ commissionBps: 3333 })
    const domain = await freshName({ price_cents: 12_345 })
    const response = await quote(dear, domain.toUpperCase(), {
      metadata: { cart: 'c-1', lines: 2, gift: false, note: null },
    })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      domain,
      domain_unicode: domain,
      status: 'active',
      price_cents: 12_345,
      currency: 'USD',
      partner_commission_cents: 4115,
      amount_owed_cents: 12_345 - 4115,
      metadata: { cart: 'c-1', lines: 2, gift: false, note: null },
      expires_in: 600,
    })
    expect(response.json.quote_id).toMatch(/^quo_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(Date.parse(response.json.expires_at) - Date.parse(response.json.created_at)).toBe(600_000)
    const shown = await show(dear, response.json.quote_id)
    expect(shown.json).toEqual({ ...response.json, expires_in: shown.json.expires_in })
  })

  it('carries a token that node crypto verifies offline, and that says what was quoted', async () => {
    const { json } = await quote(partner, await freshName())
    const [payload, signature, ...rest] = json.quote_token.split('.')
    expect(rest).toEqual([])
    expect(createHmac('sha256', partner.secret).update(payload).digest('hex')).toBe(signature)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { quote_id, domain, price_cents, currency, expires_at } = json
    expect(claims).toEqual({ quote_id, domain, price_cents, currency, expires_at })
    expect(Buffer.from(payload, 'base64url').toString('base64url')).toBe(payload)
    expect(createHmac('sha256', other.secret).update(payload).digest('hex')).not.toBe(signature)
  })

  it('takes the currency of the listing only', async () => {
    const domain = await freshName({ currency: 'EUR' })
    expect((await quote(partner, domain, { currency: 'EUR' })).json.currency).toBe('EUR')
    const wrong = await quote(partner, domain, { currency: 'USD' })
    expect([wrong.status, wrong.json.error.code]).toEqual([422, 'price_mismatch'])
    expect(wrong.json.error.current).toEqual({ price_cents: expect.any(Number), currency: expect.any(String) })
    expect((await quote(partner, domain, { currency: 'usd' })).status).toBe(400)
  })

  it.each([
    ['no domain', { domain: undefined }],
    ['a subdomain', { domain: 'www.example.test' }],
    ['an address', { domain: 'https://example.test/' }],
    ['a null currency', { currency: null }],
    ['an unknown member', { price_cents: 1 }],
    ['metadata that is no object', { metadata: [] }],
    ['nested metadata', { metadata: { deep: { deeper: 1 } } }],
    ['a metadata key of 41 characters', { metadata: { ['k'.repeat(41)]: 1 } }],
    ['a metadata value of 501 characters', { metadata: { k: 'v'.repeat(501) } }],
    [
      '51 metadata members',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])) },
    ],
    [
      'metadata over 4096 bytes',
      { metadata: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, 'v'.repeat(480)])) },
    ],
    [
      'metadata over 4096 bytes of few characters',
      { metadata: Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`k${index}`, '€'.repeat(400)])) },
    ],
  ])('is refused with %s', async (_, change) => {
    const response = await service.signed(partner, 'POST', `${V1}/quotes`, { domain: 'held.test', ...change })
    expect([response.status, response.json.error.code]).toEqual([400, 'validation_error'])
  })

  it('is 404 for a name that is not listed and 409 for a sold one', async () => {
    expect((await quote(partner, 'never-listed.test')).status).toBe(404)
    const domain = await freshName()
    await order(other, byName(domain))
    expect(reason(await quote(partner, domain))).toEqual([409, 'domain_sold'])
  })

  it('belongs to its partner and environment alone', async () => {
    const live = await service.partner({ environment: 'live' })
    const { json } = await quote(partner, await freshName())
    const random = await show(other, 'quo_01k9zq4x7v3m8n2p5r6s7t8w9y')
    const strip = (text: string) => text.replace(/req_\w+/, '')
    for (const foreign of [
      await show(other, json.quote_id),
      await release(other, json.quote_id),
      await show(live, json.quote_id),
    ])
      expect([foreign.status, strip(foreign.text)]).toEqual([404, strip(random.text)])
    expect((await show(partner, 'quo_nonsense')).status).toBe(404)
    expect((await show(partner, json.quote_id)).json.status).toBe('active')
  })

  it('needs the scope buy', async () => {
    const reader = await service.partner({ scopes: ['search'] })
    expect((await quote(reader, 'held.test')).status).toBe(403)
  })
})

describe('the reservation', () => {
  it('is exclusive: another partner gets 409 domain_reserved, to quote and to order', async () => {
    const domain = await freshName()
    expect((await quote(partner, domain)).status).toBe(201)
    expect(reason(await quote(other, domain))).toEqual([409, 'domain_reserved'])
    expect(reason(await order(other, byName(domain)))).toEqual([409, 'domain_reserved'])
  })

  it('shows to its holder as available and to others as reserved, until when', async () => {
    const domain = await freshName()
    const before = Date.now()
    const { json } = await quote(partner, domain)
    expect(await availability(partner, domain)).toMatchObject({ available: true, reason: null })
    expect(await availability(other, domain)).toMatchObject({
      available: false,
      reason: 'reserved',
      price_cents: 100_000,
    })
    const [own, foreign] = [await detail(partner, domain), await detail(other, domain)]
    expect(own).toMatchObject({ status: 'reserved', available: true })
    expect(foreign).toMatchObject({ status: 'reserved', available: false, reserved_until: own.reserved_until })
    expect(Date.parse(own.reserved_until)).toBeGreaterThanOrEqual(before + 600_000)
    await release(partner, json.quote_id)
    expect(await detail(other, domain)).toMatchObject({ status: 'listed', available: true, reserved_until: null })
  })

  it('moves to the fresh quote when its partner quotes again; the older one is released', async () => {
    const domain = await freshName()
    const first = await quote(partner, domain)
    const second = await quote(partner, domain)
    expect(second.status).toBe(201)
    expect(second.json.quote_id).not.toBe(first.json.quote_id)
    expect((await show(partner, first.json.quote_id)).json).toMatchObject({ status: 'released', expires_in: 0 })
    expect(reason(await order(partner, { quote_id: first.json.quote_id }))).toEqual([422, null])
    expect((await release(partner, first.json.quote_id)).json.status).toBe('released')
    expect(reason(await quote(other, domain))).toEqual([409, 'domain_reserved'])
    expect((await order(partner, { quote_id: second.json.quote_id })).status).toBe(201)
  })

  it('keeps price, commission and currency firm though the listing and the rate change', async () => {
    const listing = await listed()
    const { json } = await quote(partner, listing.domain)
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 555_000, currency: 'EUR' })
    expect((await show(partner, json.quote_id)).json).toMatchObject({ price_cents: 100_000, currency: 'USD' })
    expect((await availability(partner, listing.domain)).price_cents).toBe(555_000)
    const sold = await order(partner, { quote_id: json.quote_id, expected_price: 100_000, currency: 'USD' })
    expect(sold.json).toMatchObject({
      sale_price_cents: 100_000,
      currency: 'USD',
      commission_cents: json.partner_commission_cents,
    })
  })

  it('ends by DELETE, again and again with 200, and a used one answers 409', async () => {
    const domain = await freshName()
    const { json } = await quote(partner, domain)
    for (let time = 0; time < 2; time++) {
      const response = await release(partner, json.quote_id)
      expect([response.status, response.json.status, response.json.quote_id]).toEqual([200, 'released', json.quote_id])
    }
    const theirs = await quote(other, domain)
    expect(theirs.status).toBe(201)
    await release(partner, json.quote_id)
    expect(reason(await quote(partner, domain))).toEqual([409, 'domain_reserved'])
    expect((await order(other, { quote_id: theirs.json.quote_id })).status).toBe(201)
    expect((await show(other, theirs.json.quote_id)).json.status).toBe('used')
    expect(reason(await release(other, theirs.json.quote_id))).toEqual([409, 'quote_used'])
    expect(reason(await order(other, { quote_id: theirs.json.quote_id }))).toEqual([409, 'quote_used'])
  })

  it('yields to a checkout that holds the name, even one of the same partner', async () => {
    const domain = await freshName()
    await service.db.run(sql`
      update listings set reserved_by = 'cs_01k9zq4x7v3m8n2p5r6s7t8w9y', reserved_by_partner = ${partner.partnerId},
        reserved_until = ${new Date(service.clock.now().getTime() + 60_000)} where domain = ${domain}`)
    expect(reason(await quote(partner, domain))).toEqual([409, 'domain_reserved'])
    expect(reason(await order(partner, byName(domain)))).toEqual([409, 'domain_reserved'])
    await service.db.run(
      sql`update listings set reserved_until = ${new Date(service.clock.now().getTime() - 1)} where domain = ${domain}`,
    )
    expect((await quote(partner, domain)).status).toBe(201)
  })

  it('keeps the operator from withdrawing the name', async () => {
    const listing = await listed()
    const { json } = await quote(partner, listing.domain)
    expect(reason(await service.operator('DELETE', `/listings/${listing.listing_id}`))).toEqual([
      409,
      'domain_reserved',
    ])
    await release(partner, json.quote_id)
    expect((await service.operator('DELETE', `/listings/${listing.listing_id}`)).status).toBe(200)
    expect((await quote(partner, listing.domain)).status).toBe(404)
  })

  it('is of one environment: the same name is quoted in the other', async () => {
    const live = await service.partner({ environment: 'live' })
    const name = `both-${randomUUID().slice(0, 8)}.com`
    await service.list('live', name)
    await service.list('sandbox', name)
    expect((await quote(partner, name)).status).toBe(201)
    expect(await availability(live, name)).toMatchObject({ available: true })
    expect((await quote(live, name)).status).toBe(201)
    expect((await quote(live, 'held.test')).status).toBe(400)
  })
})

describe('the end of a quote', () => {
  it('comes after ten minutes of real time, for everybody at once', async () => {
    const domain = await freshName()
    const { json } = await quote(partner, domain)
    service.clock.advance(570)
    expect(reason(await quote(other, domain))).toEqual([409, 'domain_reserved'])
    service.clock.advance(31)
    expect((await show(partner, json.quote_id)).json).toMatchObject({ status: 'expired', expires_in: 0 })
    expect(reason(await order(partner, { quote_id: json.quote_id }))).toEqual([422, null])
    expect((await order(partner, { quote_id: json.quote_id })).json.error.code).toBe('quote_expired')
    expect((await release(partner, json.quote_id)).json.status).toBe('expired')
    expect(await detail(other, domain)).toMatchObject({ status: 'listed', available: true, reserved_until: null })
    expect((await quote(other, domain)).status).toBe(201)
    expect((await show(partner, json.quote_id)).json.status).toBe('expired')
  })

  it('is noted by the job, and the name is freed', async () => {
    const domain = await freshName()
    await quote(partner, domain)
    service.clock.advance(601)
    await service.background.runJobNow('quotes.expire')
    expect(await holders(domain)).toEqual([])
    const [listing] = await service.db.many<{ reservedBy: string | null }>(
      sql`select reserved_by from listings where domain = ${domain}`,
    )
    expect(listing?.reservedBy).toBeNull()
  })

  it("comes on the partner's own sandbox clock, and frees the name for all at once", async () => {
    const traveller = await service.partner()
    const domain = await freshName()
    const { json } = await quote(traveller, domain)
    await advance(traveller, 570)
    expect(reason(await quote(other, domain))).toEqual([409, 'domain_reserved'])
    await advance(traveller, 30)
    expect((await show(traveller, json.quote_id)).json.status).toBe('expired')
    expect(reason(await order(traveller, { quote_id: json.quote_id }))).toEqual([422, null])
    expect(await availability(other, domain)).toMatchObject({ available: true })
    expect((await quote(other, domain)).status).toBe(201)
    expect(reason(await quote(traveller, domain))).toEqual([409, 'domain_reserved'])
  })

  it('of one partner is not hastened by the clock of another', async () => {
    const traveller = await service.partner()
    const domain = await freshName()
    const { json } = await quote(partner, domain)
    await advance(traveller, 86_400)
    expect((await show(partner, json.quote_id)).json.status).toBe('active')
    expect(reason(await quote(traveller, domain))).toEqual([409, 'domain_reserved'])
  })

  it('leaves a quote made after the clock was moved its full ten minutes', async () => {
    const traveller = await service.partner()
    await advance(traveller, 30 * 86_400)
    const domain = await freshName()
    const { json } = await quote(traveller, domain)
    expect(Date.parse(json.created_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    service.clock.advance(570)
    expect((await order(traveller, { quote_id: json.quote_id })).status).toBe(201)
  })
})

describe('fifty active quotes', () => {
  it('are the most: then 429, until one is released, used, expired or quoted again', async () => {
    const collector = await service.partner()
    const quotes: TestResponse[] = []
    for (let index = 0; index < 50; index++) quotes.push(await quote(collector, await freshName()))
    expect(quotes.every(({ status }) => status === 201)).toBe(true)
    const spare = await freshName()
    const refused = await quote(collector, spare)
    expect([refused.status, refused.json.error.code, refused.json.error.reason]).toEqual([
      429,
      'rate_limited',
      'too_many_active_quotes',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await availability(other, spare)).toMatchObject({ available: true })
    expect((await quote(collector, quotes[0]!.json.domain)).status).toBe(201)
    expect((await quote(other, spare)).status).toBe(201)
    await release(collector, quotes[1]!.json.quote_id)
    expect((await quote(collector, await freshName())).status).toBe(201)
    await order(collector, { quote_id: quotes[2]!.json.quote_id })
    expect((await quote(collector, await freshName())).status).toBe(201)
    expect((await quote(collector, await freshName())).status).toBe(429)
    await advance(collector, 600)
    expect((await quote(collector, await freshName())).status).toBe(201)
  })

  it('stay the most when sixty are asked for at once', async () => {
    const hasty = await service.partner()
    const names = await Promise.all(Array.from({ length: 60 }, () => freshName()))
    const responses = await Promise.all(names.map((name) => quote(hasty, name)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('magic names', () => {
  it('price-changes.test moves its price after every quote, and the quote stays firm', async () => {
    const prices: number[] = []
    for (let time = 0; time < 15; time++) {
      const { json } = await quote(partner, 'price-changes.test')
      prices.push(json.price_cents)
      expect((await availability(partner, 'price-changes.test')).price_cents).not.toBe(json.price_cents)
      const late = await order(partner, { ...byName('price-changes.test'), expected_price: json.price_cents })
      expect([late.status, late.json.error.code]).toEqual([422, 'price_mismatch'])
      expect((await order(partner, { quote_id: json.quote_id })).json.sale_price_cents).toBe(json.price_cents)
    }
    expect(prices.every((price, index) => index === 0 || price !== prices[index - 1])).toBe(true)
    expect(Math.max(...prices)).toBeLessThanOrEqual(200_000)
  })

  it('reserve nothing: two partners hold quotes on one, and both order', async () => {
    const [mine, theirs] = [await quote(partner, 'transfer-fails.test'), await quote(other, 'transfer-fails.test')]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(await detail(other, 'transfer-fails.test')).toMatchObject({ status: 'listed', available: true })
    const again = await quote(partner, 'transfer-fails.test')
    expect((await show(partner, mine.json.quote_id)).json.status).toBe('released')
    expect((await show(other, theirs.json.quote_id)).json.status).toBe('active')
    expect((await order(partner, { quote_id: again.json.quote_id })).status).toBe(201)
    expect((await order(other, { quote_id: theirs.json.quote_id })).status).toBe(201)
  })

  it('that was withdrawn under a quote is 404 to order', async () => {
    const [listing] = await service.db.many<{ id: string }>(
      sql`select id from listings where domain = 'transfer-fails.test'`,
    )
    const { json } = await quote(partner, 'transfer-fails.test')
    await service.operator('DELETE', `/listings/${listing!.id}`)
    expect((await order(partner, { quote_id: json.quote_id })).status).toBe(404)
    await service.list('sandbox', 'transfer-fails.test')
  })
})

describe('idempotency', () => {
  it('replays the same quote byte for byte, and makes no second one', async () => {
    const domain = await freshName()
    const key = randomUUID()
    const first = await quote(partner, domain, {}, { 'idempotency-key': key })
    const again = await quote(partner, domain, {}, { 'idempotency-key': key })
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect((await show(partner, first.json.quote_id)).json.status).toBe('active')
    const changed = await quote(partner, domain, { metadata: { a: 1 } }, { 'idempotency-key': key })
    expect(reason(changed)).toEqual([409, 'idempotency_key_reused'])
  })

  it('gives twenty twins one quote', async () => {
    const domain = await freshName()
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => quote(partner, domain, {}, { 'idempotency-key': key })),
    )
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  })
})

describe('races', () => {
  it('one hundred quotes of one name by two partners leave one holder, and no answer but 201 and 409', async () => {
    const domain = await freshName()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => quote(index % 2 ? partner : other, domain)),
    )
    const winners = responses.filter(({ status }) => status === 201)
    const losers = responses.filter(({ status }) => status === 409)
    expect(winners.length + losers.length).toBe(100)
    expect(losers.every(({ json }) => json.error.reason === 'domain_reserved')).toBe(true)
    const active = await holders(domain)
    expect(active).toHaveLength(1)
    expect(active[0]!.id).toBe(active[0]!.reservedBy)
    const byHolder = active[0]!.partnerId === partner.partnerId ? partner : other
    expect(winners).toHaveLength(50)
    for (const { json } of winners)
      expect((await show(byHolder, json.quote_id)).json.status).toBe(
        json.quote_id === active[0]!.id ? 'active' : 'released',
      )
  })

  it('a quote against an order: whoever is second hears the truth', async () => {
    for (let round = 0; round < 20; round++) {
      const domain = await freshName()
      const [quoted, sold] = await Promise.all([quote(partner, domain), order(other, byName(domain))])
      if (sold.status === 201) expect(reason(quoted)).toEqual([409, 'domain_sold'])
      else {
        expect(reason(sold)).toEqual([409, 'domain_reserved'])
        expect(quoted.status).toBe(201)
      }
    }
  })

  it('a release against an order by that quote: one of them wins', async () => {
    for (let round = 0; round < 20; round++) {
      const { json } = await quote(partner, await freshName())
      const [released, sold] = await Promise.all([
        release(partner, json.quote_id),
        order(partner, { quote_id: json.quote_id }),
      ])
      expect([released.status === 200, sold.status === 201].filter(Boolean)).toHaveLength(1)
      expect(released.status === 200 ? sold.json.error.code : reason(released)[1]).toMatch(/quote_expired|quote_used/)
    }
  })

  it('a quote against a withdrawal: reserved or gone, never both', async () => {
    for (let round = 0; round < 20; round++) {
      const listing = await listed()
      const [quoted, withdrawn] = await Promise.all([
        quote(partner, listing.domain),
        service.operator('DELETE', `/listings/${listing.listing_id}`),
      ])
      const outcome = [quoted.status, withdrawn.status].join(' ')
      expect(['201 409', '404 200']).toContain(outcome)
      // Fifty at most are held at a time.
      if (quoted.status === 201) await release(partner, quoted.json.quote_id)
    }
  })

  it('two orders by one quote: one sale', async () => {
    for (let round = 0; round < 10; round++) {
      const { json } = await quote(partner, await freshName())
      const responses = await Promise.all(Array.from({ length: 4 }, () => order(partner, { quote_id: json.quote_id })))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    }
  })

  it('a clock that ages quotes against others who ask for the names: free at once, and one new holder', async () => {
    for (let round = 0; round < 5; round++) {
      const traveller = await service.partner()
      const names = await Promise.all(Array.from({ length: 5 }, () => freshName()))
      for (const name of names) await quote(traveller, name)
      await Promise.all([advance(traveller, 600), ...names.map((name) => quote(other, name))])
      for (const name of names) {
        expect((await quote(other, name)).status).toBe(201)
        expect(await holders(name)).toMatchObject([{ partnerId: other.partnerId }])
      }
    }
    await advance(other, 600)
  })

  it('and the books hold after all of that', ledgerHolds)
})
