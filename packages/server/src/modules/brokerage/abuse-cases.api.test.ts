// A stranger's brokerage case blocks nobody, nobody floods the operators with cases, and cases that nobody works on end.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

const V1 = '/api/partner/v1'
const DAY = 86_400

let service: TestService
let partner: TestPartner
let other: TestPartner
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' })
  await service.house()
  partner = await service.partner({ environment: 'live' })
  other = await service.partner({ environment: 'live' })
})

let networks = 0
const newAddress = () => `203.0.113.${++networks}`
const freshName = () => `taken-${randomUUID().slice(0, 13)}.com`

/** A visitor of the marketplace's own pages. */
const ask = (domain: string, email = `${randomUUID()}@mail.example`, from = newAddress()): Promise<TestResponse> =>
  service.send({
    method: 'POST',
    url: '/api/market/brokerage',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ domain, tier: 'managed', buyer_email: email, budget_cents: 250_000 }),
  })
const open = (domain: string, who: TestPartner = partner) =>
  service.signed(who, 'POST', `${V1}/brokerage`, {
    domain,
    tier: 'managed',
    buyer_email: 'b@mail.example',
    budget: 250_000,
  })
const act = (id: string, action: string) => service.operator('POST', `/brokerage/${id}/${action}`)
const readCase = async (id: string) => (await service.operator('GET', `/brokerage/${id}`)).json
const closeIdle = () => service.background.runJobNow('brokerage.close_idle_cases')
const refusal = (response: TestResponse) => [response.status, response.json.error?.reason]
const IN_CASE = [409, 'already_in_case']

describe("a visitor's case", () => {
  it.each([
    [{ budget: 250_000 }, 201],
    [{ budget: 250_000, budget_cents: 250_000 }, 201],
    [{ budget: 250_000, budget_cents: 1 }, 400],
    [{}, 400],
  ])('with %o is %i', async (budget, status) => {
    const body = { domain: freshName(), tier: 'managed', buyer_email: `${randomUUID()}@mail.example`, ...budget }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
    const url = '/api/market/brokerage'
    expect((await service.send({ method: 'POST', url, headers, body: JSON.stringify(body) })).status).toBe(status)
  })

  it('does not keep a partner from opening one, or make the domain ineligible for partners', async () => {
    const domain = freshName()
    expect((await ask(domain)).status).toBe(201)
    const looked = await service.signed(partner, 'GET', `${V1}/brokerage/eligibility?domain=${domain}`)
    expect(looked.json).toMatchObject({ eligible: true, reason: null })
    expect((await open(domain)).status).toBe(201)
    expect(refusal(await open(domain, other))).toEqual(IN_CASE)
  })

  it('does not keep another visitor from opening one, but the same email address in every spelling', async () => {
    const domain = freshName()
    expect((await ask(domain, 'ada@mail.example')).status).toBe(201)
    expect((await ask(domain, 'eve@mail.example')).status).toBe(201)
    for (const spelling of ['ada@mail.example', 'Ada@MAIL.example'])
      expect(refusal(await ask(domain, spelling))).toEqual(IN_CASE)
    expect((await ask(freshName(), 'ada@mail.example')).status).toBe(201)
    const shown = await service.send({ method: 'GET', url: `/api/market/brokerage/eligibility?domain=${domain}` })
    expect(shown.json).toMatchObject({ eligible: true })
  })

  it('is refused while a partner has a case for the domain', async () => {
    const domain = freshName()
    await open(domain)
    expect(refusal(await ask(domain))).toEqual(IN_CASE)
  })

  it('is opened once by the same visitor who asks twenty times at a time', async () => {
    const domain = freshName()
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(domain, 'ada@mail.example')))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201)) expect(refusal(response)).toEqual(IN_CASE)
  })
})

describe('a flood of cases', () => {
  it('ends at five open ones of a network, asked for at the same time, and goes on when one is closed', async () => {
    const from = newAddress()
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask(freshName(), undefined, from)))
    const opened = responses.filter(({ status }) => status === 201)
    expect(opened).toHaveLength(5)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(refusal(response)).toEqual([429, 'too_many_open_cases'])
    expect((await ask(freshName())).status).toBe(201)
    await act(opened[0]!.json.case_id, 'no_deal')
    expect((await ask(freshName(), undefined, from)).status).toBe(201)
  })

  it('counts every address of an IPv6 network as one', async () => {
    const responses: number[] = []
    for (let index = 1; index <= 6; index++)
      responses.push((await ask(freshName(), undefined, `2001:db8:c:1::${index}`)).status)
    expect(responses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('stores no address, and forgets the network when the case is closed', async () => {
    const from = newAddress()
    const { json } = await ask(freshName(), undefined, from)
    const row = () => service.db.one(sql`select * from brokerage_cases where id = ${json.case_id}`)
    expect(JSON.stringify(await row())).not.toContain(from)
    await act(json.case_id, 'cancel')
    expect(await row()).toMatchObject({ status: 'cancelled', visitorNetwork: null })
  })
})

describe('a case that nobody works on', () => {
  it('is closed after 14 days when a visitor opened it, after 60 days when a partner did', async () => {
    const visitors = (await ask(freshName())).json.case_id
    const partners = (await open(freshName())).json.case_id
    service.clock.advance(14 * DAY - 60)
    await closeIdle()
    expect((await readCase(visitors)).status).toBe('opened')
    service.clock.advance(61)
    await closeIdle()
    const closed = await readCase(visitors)
    expect(closed.status).toBe('cancelled')
    expect(closed.timeline.at(-1)).toMatchObject({
      actor: 'system',
      message: 'The case was canceled. Closed automatically after 14 days without activity.',
    })
    expect((await readCase(partners)).status).toBe('opened')
    service.clock.advance(46 * DAY)
    await closeIdle()
    expect(await readCase(partners)).toMatchObject({ status: 'cancelled' })
    const events = await service.db.many<{ type: string }>(sql`
      select type from events where data -> 'case' ->> 'case_id' = ${partners} order by xid, id`)
    expect(events.map(({ type }) => type)).toEqual(['brokerage.case_opened', 'brokerage.case_closed'])
  })

  it('is left alone while someone moves it on, and from an agreed price on', async () => {
    const [moved, agreed, inEscrow] = await Promise.all(
      Array.from({ length: 3 }, async () => (await open(freshName())).json.case_id as string),
    )
    for (let step = 0; step < 3; step++) await act(agreed!, 'advance')
    for (let step = 0; step < 4; step++) await act(inEscrow!, 'advance')
    service.clock.advance(40 * DAY)
    await act(moved!, 'advance')
    service.clock.advance(40 * DAY)
    await closeIdle()
    expect((await readCase(moved!)).status).toBe('outreach')
    service.clock.advance(300 * DAY)
    await closeIdle()
    expect((await readCase(moved!)).status).toBe('cancelled')
    expect((await readCase(agreed!)).status).toBe('agreed')
    expect((await readCase(inEscrow!)).status).toBe('in_escrow')
  })

  it('frees the domain for the next partner', async () => {
    const domain = freshName()
    await open(domain)
    service.clock.advance(60 * DAY + 1)
    await closeIdle()
    expect((await open(domain, other)).status).toBe(201)
  })

  it('ends on the sandbox clock of its partner, and only on that one', async () => {
    const [own, foreign] = [await service.partner(), await service.partner()]
    const openIn = async (who: TestPartner) =>
      (await open(`case-${randomUUID().slice(0, 13)}.test`, who)).json.case_id as string
    const [mine, theirs] = [await openIn(own), await openIn(foreign)]
    await service.signed(own, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 60 * DAY })
    expect((await readCase(mine)).status).toBe('cancelled')
    await closeIdle()
    expect((await readCase(theirs)).status).toBe('opened')
  })
})
