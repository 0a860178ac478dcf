// No partner keeps an inventory, or one domain, reserved by quotes: its share of the inventory, and the rest of a domain.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

const V1 = '/api/partner/v1'
const MINUTE = 60
const DAY = 86_400

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.list('sandbox', 'held.test')
})

const freshName = async () => (await service.list('sandbox', `rest-${randomUUID().slice(0, 13)}.test`)).domain
const quote = (who: TestPartner, domain: string) => service.signed(who, 'POST', `${V1}/quotes`, { domain })
const release = (who: TestPartner, id: string) => service.signed(who, 'DELETE', `${V1}/quotes/${id}`)
const advance = (who: TestPartner, seconds: number) =>
  service.signed(who, 'POST', `${V1}/sandbox/clock/advance`, { seconds })
const order = (who: TestPartner, body: object) =>
  service.signed(
    who,
    'POST',
    `${V1}/orders`,
    { external_payment_ref: 'r', ...body },
    { headers: { 'idempotency-key': randomUUID() } },
  )
const refusal = (response: TestResponse) => [response.status, response.json.error?.reason]
const RESTS = [429, 'quote_rest_required']
const TOO_MANY = [429, 'too_many_active_quotes']

/** Quotes a domain for as long as it can, back to back, and answers with the refusal. */
async function quoteForever(
  who: TestPartner,
  domain: string,
  attemptsMax = 20,
): Promise<{ minutes: number; end: TestResponse }> {
  for (let minutes = 0; minutes < attemptsMax * 10; minutes += 10) {
    const response = await quote(who, domain)
    if (response.status !== 201) return { minutes, end: response }
    await advance(who, 10 * MINUTE)
  }
  throw new Error('the domain was quoted without an end')
}

describe('one domain', () => {
  it('is refused to the partner that reserved it for an hour, and is free for the others', async () => {
    const [hoarder, buyer] = [await service.partner(), await service.partner()]
    const domain = await freshName()
    const { minutes, end } = await quoteForever(hoarder, domain)
    expect([minutes, refusal(end)]).toEqual([60, RESTS])
    expect((await quote(buyer, domain)).status).toBe(201)
  })

  it('is quoted again once it has rested for as long as Retry-After says, and not before', async () => {
    const hoarder = await service.partner()
    const domain = await freshName()
    const { end } = await quoteForever(hoarder, domain)
    const seconds = Number(end.headers['retry-after'])
    // The oldest of the six quotes leaves the window a day after it began.
    expect(seconds).toBeGreaterThan(DAY - 65 * MINUTE)
    expect(seconds).toBeLessThan(DAY - 55 * MINUTE)
    await advance(hoarder, seconds - 60)
    expect(refusal(await quote(hoarder, domain))).toEqual(RESTS)
    await advance(hoarder, 61)
    expect((await quote(hoarder, domain)).status).toBe(201)
  })

  it('counts quotes that are renewed before they end, and the gaps between them do not count', async () => {
    const hoarder = await service.partner()
    const domain = await freshName()
    let granted = 0
    for (let round = 0; round < 30; round++) {
      const response = await quote(hoarder, domain)
      if (response.status !== 201) {
        expect(refusal(response)).toEqual(RESTS)
        break
      }
      granted++
      await advance(hoarder, 5 * MINUTE)
    }
    expect(granted).toBe(12)
    const patient = await service.partner()
    const other = await freshName()
    for (let round = 0; round < 5; round++) {
      expect((await quote(patient, other)).status).toBe(201)
      await advance(patient, 3 * 60 * MINUTE)
    }
  })

  it('costs only the time until a quote was released', async () => {
    const shop = await service.partner()
    const domain = await freshName()
    for (let round = 0; round < 15; round++) {
      const { status, json } = await quote(shop, domain)
      expect(status).toBe(201)
      await advance(shop, MINUTE)
      await release(shop, json.quote_id)
    }
    const lasted = await service.db.one<{ seconds: number }>(sql`
      select sum(extract(epoch from ended_at - created_at))::int as seconds from quotes where domain = ${domain}`)
    expect(lasted!.seconds).toBeGreaterThanOrEqual(15 * MINUTE)
    expect(lasted!.seconds).toBeLessThan(20 * MINUTE)
  })

  it('begins again at zero with an order of the domain', async () => {
    const shop = await service.partner()
    const domain = await freshName()
    for (let round = 0; round < 5; round++) {
      await quote(shop, domain)
      await advance(shop, 10 * MINUTE)
    }
    const { json } = await quote(shop, domain)
    const sold = await order(shop, { quote_id: json.quote_id })
    await service.signed(shop, 'POST', `${V1}/refunds`, {
      order_public_id: sold.json.public_id,
      reason: 'requested_by_customer',
    })
    expect((await quoteForever(shop, domain)).minutes).toBe(60)
  })

  it('keeps the quote that it has when one more is refused, and says when that one has rested, too', async () => {
    const hoarder = await service.partner()
    const domain = await freshName()
    for (let round = 0; round < 11; round++) {
      await quote(hoarder, domain)
      await advance(hoarder, 5 * MINUTE)
    }
    const last = await quote(hoarder, domain)
    await advance(hoarder, 6 * MINUTE)
    const refused = await quote(hoarder, domain)
    expect(refusal(refused)).toEqual(RESTS)
    expect((await service.signed(hoarder, 'GET', `${V1}/quotes/${last.json.quote_id}`)).json.status).toBe('active')
    await advance(hoarder, Number(refused.headers['retry-after']))
    expect((await quote(hoarder, domain)).status).toBe(201)
  })

  it('counts a quote of an older version, which noted no end, until its time was over', async () => {
    const hoarder = await service.partner()
    const domain = await freshName()
    for (let round = 0; round < 6; round++) {
      await quote(hoarder, domain)
      await advance(hoarder, 10 * MINUTE)
    }
    await service.db.run(sql`update quotes set ended_at = null where domain = ${domain}`)
    expect(refusal(await quote(hoarder, domain))).toEqual(RESTS)
  })

  it('is decided once by many requests at a time', async () => {
    const hoarder = await service.partner()
    const domain = await freshName()
    for (let round = 0; round < 6; round++) {
      await quote(hoarder, domain)
      await advance(hoarder, 10 * MINUTE)
    }
    const responses = await Promise.all(Array.from({ length: 10 }, () => quote(hoarder, domain)))
    expect(responses.map(refusal)).toEqual(Array.from({ length: 10 }, () => RESTS))
  })

  it('does not rest when it reserves nothing', async () => {
    const tester = await service.partner()
    for (let round = 0; round < 8; round++) {
      expect((await quote(tester, 'held.test')).status).toBe(201)
      await advance(tester, 10 * MINUTE)
    }
  })
})

describe('an inventory', () => {
  it('is reserved by one partner up to a quarter, and the rest stays free', async () => {
    const own = await startTestService()
    const [hoarder, buyer] = [await own.partner(), await own.partner()]
    await own.list('sandbox', 'held.test')
    const domains: string[] = []
    for (let index = 0; index < 52; index++) domains.push((await own.list('sandbox', `stock-${index}.test`)).domain)
    const ask = (who: TestPartner, domain: string) => own.signed(who, 'POST', `${V1}/quotes`, { domain })
    const responses = await Promise.all(domains.map((domain) => ask(hoarder, domain)))
    const granted = responses.filter(({ status }) => status === 201)
    expect(granted).toHaveLength(13)
    for (const response of responses.filter(({ status }) => status !== 201)) expect(refusal(response)).toEqual(TOO_MANY)
    expect(responses.find(({ status }) => status === 429)!.json.error.message).toContain('The limit is 13')
    expect((await ask(hoarder, 'held.test')).status).toBe(201)
    expect((await ask(hoarder, granted[0]!.json.domain)).status).toBe(201)
    const free = domains.filter((domain) => !granted.some(({ json }) => json.domain === domain))
    expect((await ask(buyer, free[0]!)).status).toBe(201)
    await own.signed(hoarder, 'DELETE', `${V1}/quotes/${granted[1]!.json.quote_id}`)
    expect((await ask(hoarder, free[1]!)).status).toBe(201)
  })

  it('allows ten quotes however small it is, and the share that the operator sets', async () => {
    const own = await startTestService({ QUOTE_SHARE_PERCENT: '50' })
    const hoarder = await own.partner()
    const ask = async (index: number) => {
      const { domain } = await own.list('sandbox', `small-${index}.test`)
      return (await own.signed(hoarder, 'POST', `${V1}/quotes`, { domain })).status
    }
    const statuses = []
    for (let index = 0; index < 11; index++) statuses.push(await ask(index))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    for (let index = 11; index < 24; index++) await own.list('sandbox', `more-${index}.test`)
    expect([await ask(24), await ask(25), await ask(26)]).toEqual([201, 201, 201])
    expect(await ask(27)).toBe(201)
    expect(await ask(28)).toBe(429)
  })
})
