// Brokerage through HTTP: eligibility, cases, every state with every action, the deal in the books, and the page without a login.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { policyWithoutHash, strangeScripts } from '../../../test/browser.ts'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { createRegistry, type Registry } from '../../integrations/registry/registry.ts'
import type { Sites } from '../../integrations/site-probe/site-probe.ts'
import { systemClock } from '../../kernel/clock.ts'
import { CASE_ACTIONS, CASE_STATUSES, nextStatus } from './rules.ts'

/** What the outside is said to look like; every question is noted. */
const outside = { registered: true as boolean | null, active: false as boolean | null, asked: [] as string[] }
const registry: Registry = {
  ...createRegistry('simulated', systemClock),
  check: async (domain) => {
    outside.asked.push(domain)
    const state = outside.registered === null ? 'unknown' : outside.registered ? 'registered' : 'available'
    return { state, source: 'simulated', checkedAt: systemClock.now() }
  },
}
const sites: Sites = {
  hasActiveSite: async () => outside.active,
  close: async () => {},
}

let service: TestService
let partner: TestPartner
let live: TestPartner
beforeAll(async () => {
  service = await startTestService({}, { sites, registry })
  partner = await service.partner()
  live = await service.partner({ environment: 'live', brokerageBps: 750 })
})

const V1 = '/api/partner/v1'
const freshName = () => `case-${randomUUID().slice(0, 13)}.test`
const input = (domain: string, extra: object = {}) => ({
  domain,
  tier: 'managed',
  buyer_email: 'Ada@example.com',
  budget: 500_000,
  ...extra,
})
const open = (body: object, who: TestPartner = partner, key?: string) =>
  service.signed(who, 'POST', `${V1}/brokerage`, body, key ? { headers: { 'idempotency-key': key } } : {})
const eligibility = (domain: string, who: TestPartner = partner) =>
  service.signed(who, 'GET', `${V1}/brokerage/eligibility?domain=${encodeURIComponent(domain)}`)
const act = (id: string, action: string, body?: object) => service.operator('POST', `/brokerage/${id}/${action}`, body)
const advance = (id: string, body?: object, who: TestPartner = partner) =>
  service.signed(who, 'POST', `${V1}/sandbox/brokerage/${id}/advance`, body)
const newCase = async (who: TestPartner = partner) => (await open(input(freshName()), who)).json
const page = (url: string) => service.send({ method: 'GET', url: url.replace(service.deps.config.baseUrl, '') })
const holds = async () => expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
const listEvents = async (caseId: string) =>
  service.db.many<{ type: string; data: { case: Record<string, unknown> } }>(sql`
    select type, data from events where data -> 'case' ->> 'case_id' = ${caseId} order by xid, id`)

describe('eligibility in the sandbox', () => {
  it('follows the magic names, the inventory and the open cases, and asks nobody', async () => {
    outside.asked = []
    const { domain: listed } = await service.list('sandbox', freshName())
    const taken = (await newCase()).domain
    for (const [domain, reason] of [
      ['active-site.test', 'active_site'],
      ['unregistered.test', 'unregistered'],
      [listed, 'listed_for_sale'],
      [taken, 'already_in_case'],
      [freshName(), null],
      [' Anything-Else.TEST. ', null],
    ] as const) {
      const response = await eligibility(domain)
      const eligible = reason === null
      expect(response.json).toEqual({
        domain: domain.trim().toLowerCase().replace(/\.$/, ''),
        eligible,
        reason,
        tiers: eligible ? ['managed', 'self_serve'] : [],
        checked_at: expect.any(String),
      })
      if (!eligible) expect((await open(input(domain))).json.error).toMatchObject({ code: 'conflict', reason })
    }
    expect(outside.asked).toEqual([])
  })

  it.each(['', 'no domain', 'http://a.test/', 'a.b.test', 'com'])('refuses %j', async (domain) => {
    expect((await eligibility(domain)).status).toBe(400)
    expect((await open(input(domain || 'x'))).status).toBe(400)
  })

  it('keeps sandbox and live apart', async () => {
    const domain = `apart-${randomUUID().slice(0, 8)}.com`
    expect((await open(input(domain))).status).toBe(201)
    expect((await eligibility(domain, live)).json.eligible).toBe(true)
    expect((await eligibility('active-site.test', live)).status).toBe(400)
  })
})

describe('eligibility in the live inventory', () => {
  it.each([
    [true, false, null],
    [true, true, 'active_site'],
    [false, null, 'unregistered'],
    [null, null, null],
    [null, true, 'active_site'],
    [true, null, null],
  ])('registered %s, active %s: %s', async (registered, active, reason) => {
    Object.assign(outside, { registered, active })
    const domain = `look-${randomUUID().slice(0, 8)}.com`
    expect((await eligibility(domain, live)).json).toMatchObject({ eligible: reason === null, reason })
    const opened = await open(input(domain), live)
    expect(reason === null ? opened.status : opened.json.error.reason).toBe(reason ?? 201)
    Object.assign(outside, { registered: true, active: false })
  })

  it('asks nobody about a name that we know ourselves', async () => {
    const { domain } = await service.list('live', `known-${randomUUID().slice(0, 8)}.com`)
    outside.asked = []
    expect((await eligibility(domain, live)).json.reason).toBe('listed_for_sale')
    expect(outside.asked).toEqual([])
  })

  it('looks before the transaction: a site that does not answer holds up nobody', async () => {
    let respond = (_active: boolean) => {}
    const hasActiveSite = () =>
      new Promise<boolean>((resolve) => {
        respond = resolve
      })
    const slow = await startTestService({}, { registry, sites: { ...sites, hasActiveSite } })
    const [one, two] = [await slow.partner({ environment: 'live' }), await slow.partner()]
    const opening = slow.signed(one, 'POST', `${V1}/brokerage`, input('slow-site.com'))
    // The embedded database has one connection: whoever waited inside a transaction would hold it.
    expect((await slow.signed(two, 'POST', `${V1}/brokerage`, input('quick.test'))).status).toBe(201)
    const answering = setInterval(() => respond(false), 20)
    expect((await opening).status).toBe(201)
    clearInterval(answering)
  })
})

describe('POST /brokerage', () => {
  it('opens a case with everything that the contract shows', async () => {
    const domain = freshName()
    const response = await open(input(domain, { notes: 'wants it for a shop' }))
    expect(response.status).toBe(201)
    const { case_id } = response.json
    expect(response.json).toEqual({
      case_id: expect.stringMatching(/^brk_[0-9a-z]{26}$/),
      domain,
      domain_unicode: domain,
      tier: 'managed',
      status: 'opened',
      buyer_email: 'Ada@example.com',
      budget_cents: 500_000,
      currency: 'USD',
      notes: 'wants it for a shop',
      progress_url: expect.stringMatching(
        new RegExp(`^${service.deps.config.baseUrl}/brokerage/${case_id}\\?t=[A-Za-z0-9_-]{43}$`),
      ),
      partner_commission_bps: 1000,
      deal_price_cents: null,
      partner_commission_cents: null,
      timeline: [{ at: expect.any(String), status: 'opened', actor: 'partner', message: 'The case was opened.' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
      closed_at: null,
      upcoming_statuses: ['outreach', 'negotiating', 'agreed', 'in_escrow', 'completed'],
      actions: [{ action: 'advance', to_status: 'outreach', required_fields: [] }],
    })
    expect((await service.signed(partner, 'GET', `${V1}/brokerage/${case_id}`)).json).toEqual(response.json)
    expect((await listEvents(case_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        'brokerage.case_opened',
        {
          case: {
            case_id,
            domain,
            tier: 'managed',
            status: 'opened',
            deal_price_cents: null,
            currency: 'USD',
            partner_commission_cents: null,
            closed_at: null,
          },
        },
      ],
    ])
  })

  it.each([
    ['no tier', { tier: undefined }],
    ['an unknown tier', { tier: 'gold' }],
    ['no buyer', { buyer_email: undefined }],
    ['an invalid email address', { buyer_email: 'ada' }],
    ['no budget', { budget: undefined }],
    ['a budget of nothing', { budget: 0 }],
    ['a budget as text', { budget: '500000' }],
    ['an unknown currency', { currency: 'XXX' }],
    ['null notes', { notes: null }],
    ['a budget that differs from budget_cents', { budget_cents: 499_999 }],
    ['an unknown field', { colour: 'red' }],
  ])('rejects %s', async (_, change) => {
    expect((await open(input(freshName(), change))).status).toBe(400)
  })

  it.each([
    ['budget_cents', { budget: undefined, budget_cents: 500_000 }],
    ['budget and the same budget_cents', { budget_cents: 500_000 }],
  ])('accepts %s', async (_, change) => {
    expect(await open(input(freshName(), change))).toMatchObject({ status: 201, json: { budget_cents: 500_000 } })
  })

  it('names the missing budget', async () => {
    const { json } = await open(input(freshName(), { budget: undefined }))
    expect(json.error.details).toEqual([{ field: 'budget', message: 'is required' }])
  })

  it('gives 50 who ask for one name at once one case', async () => {
    const domain = freshName()
    const askers = [partner, await service.partner(), await service.partner()]
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => open(input(domain), askers[index % 3])),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = responses.filter(({ status }) => status !== 201)
    expect(others.every(({ status, json }) => status === 409 && json.error.reason === 'already_in_case')).toBe(true)
    expect(await service.db.one(sql`select count(*)::int as n from brokerage_cases where domain = ${domain}`)).toEqual({
      n: 1,
    })
  })

  it('replays under an idempotency key, though the name is in a case by then', async () => {
    const body = input(freshName())
    const key = randomUUID()
    const first = await open(body, partner, key)
    const again = await open(body, partner, key)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
  })

  it("is nobody else's to see", async () => {
    const { case_id } = await newCase()
    const other = await service.partner()
    expect((await service.signed(other, 'GET', `${V1}/brokerage/${case_id}`)).status).toBe(404)
    expect((await service.signed(live, 'GET', `${V1}/brokerage/${case_id}`)).status).toBe(404)
    expect((await advance(case_id, undefined, other)).status).toBe(404)
    expect((await service.signed(other, 'GET', `${V1}/brokerage`)).json).toMatchObject({
      cases: [],
      totals: { open: 0, completed: 0, deal_cents: 0, commission_cents: 0 },
    })
  })
})

describe('states', () => {
  const path: Record<string, string[]> = {
    opened: [],
    outreach: ['advance'],
    negotiating: ['advance', 'advance'],
    agreed: ['advance', 'advance', 'advance'],
    in_escrow: ['advance', 'advance', 'advance', 'advance'],
    completed: ['advance', 'advance', 'advance', 'advance', 'complete'],
    declined: ['decline'],
    no_deal: ['no_deal'],
    cancelled: ['cancel'],
  }
  for (const status of CASE_STATUSES)
    it(`${status} takes exactly what the machine allows`, async () => {
      for (const action of CASE_ACTIONS) {
        const { case_id } = await newCase()
        for (const step of path[status]!)
          await act(case_id, step, step === 'complete' ? { deal_price_cents: 1000 } : undefined)
        const before = await listEvents(case_id)
        const response = await act(
          case_id,
          action,
          action === 'complete' ? { deal_price_cents: 300_000 } : { note: 'because' },
        )
        const next = nextStatus(status, action)
        expect([action, response.status]).toEqual([action, next === null ? 409 : 200])
        if (next === null) {
          expect(response.json.error.reason).toBe('illegal_transition')
          expect(await listEvents(case_id)).toEqual(before)
        } else {
          expect(response.json.status).toBe(next)
          expect(response.json.timeline.at(-1).status).toBe(next)
        }
      }
    })

  it('advances one step at a time in the sandbox, and ends with the budget as its price', async () => {
    const { case_id } = await newCase()
    const seen: string[] = []
    for (let step = 0; step < 5; step++) seen.push((await advance(case_id)).json.status)
    expect(seen).toEqual(['outreach', 'negotiating', 'agreed', 'in_escrow', 'completed'])
    const done = (await service.signed(partner, 'GET', `${V1}/brokerage/${case_id}`)).json
    expect(done).toMatchObject({
      deal_price_cents: 500_000,
      partner_commission_cents: 50_000,
      closed_at: expect.any(String),
    })
    expect((await advance(case_id)).json.error.reason).toBe('illegal_transition')
    expect((await listEvents(case_id)).map(({ type }) => type)).toEqual([
      'brokerage.case_opened',
      ...Array.from({ length: 4 }, () => 'brokerage.case_updated'),
      'brokerage.case_completed',
    ])
    const free = await eligibility(done.domain)
    expect(free.json.eligible).toBe(true)
  })

  it('is for sandbox credentials only', async () => {
    const opened = await open(input(`live-${randomUUID().slice(0, 8)}.com`), live)
    expect((await advance(opened.json.case_id, undefined, live)).json.error.reason).toBe('sandbox_only')
  })

  it('is stamped by the clock of the partner', async () => {
    const traveller = await service.partner()
    const { case_id } = await newCase(traveller)
    await service.signed(traveller, 'POST', `${V1}/sandbox/clock/advance`, { seconds: 86_400 })
    const moved = (await act(case_id, 'advance')).json
    expect(Date.parse(moved.updated_at) - Date.parse(moved.created_at)).toBeGreaterThanOrEqual(86_400_000)
  })
})

describe('a deal', () => {
  it('books price, fee and share at the rates of the opening, and is pushed to a receiver', async () => {
    const seller = await service.partner({ brokerageBps: 1234 })
    await service.signed(seller, 'PUT', '/api/partner/webhooks', {
      url: 'https://hooks.example/in',
      secret: 'sixteen-or-longer',
    })
    const { case_id } = await newCase(seller)
    await service.operator('PATCH', `/partners/${seller.partnerId}`, { brokerage_bps: 5000 })
    for (let step = 0; step < 4; step++) await act(case_id, 'advance')
    const done = await act(case_id, 'complete', { deal_price_cents: 333_333, note: 'Signed today.' })
    expect(done.json).toMatchObject({
      status: 'completed',
      deal_price_cents: 333_333,
      partner_commission_bps: 1234,
      partner_commission_cents: 41_133,
    })
    expect(done.json.timeline.at(-1).message).toBe('The deal is complete and the domain was transferred. Signed today.')
    const lines = await service.db.many(sql`
      select account, subject, amount_cents from ledger_entries where journal = ${`${case_id}:completed`} order by line`)
    expect(lines).toEqual([
      { account: 'cash', subject: '', amountCents: 333_333 },
      { account: 'seller_payable', subject: case_id, amountCents: -300_000 },
      { account: 'brokerage_fees', subject: '', amountCents: -33_333 },
      { account: 'brokerage_share', subject: '', amountCents: 41_133 },
      { account: 'brokerage_pending', subject: seller.partnerId, amountCents: -41_133 },
    ])
    const pushed = await service.db.many(
      sql`select event_type from webhook_deliveries where partner_id = ${seller.partnerId}`,
    )
    expect(pushed).toEqual([{ eventType: 'brokerage.case_completed' }])
    const [event] = (await listEvents(case_id)).slice(-1)
    expect(event!.data.case).toMatchObject({
      status: 'completed',
      deal_price_cents: 333_333,
      partner_commission_cents: 41_133,
      closed_at: done.json.closed_at,
    })
    await holds()
  })

  it('takes the fee that is set', async () => {
    const cheap = await startTestService({ BROKERAGE_FEE_BPS: '0' })
    const seller = await cheap.partner({ brokerageBps: 0 })
    const opened = await cheap.signed(seller, 'POST', `${V1}/brokerage`, input('free-of-fee.test'))
    for (let step = 0; step < 5; step++)
      await cheap.signed(seller, 'POST', `${V1}/sandbox/brokerage/${opened.json.case_id}/advance`, {
        deal_price_cents: 1,
      })
    const lines = await cheap.db.many(sql`select account, amount_cents from ledger_entries order by line`)
    expect(lines).toEqual([
      { account: 'cash', amountCents: 1 },
      { account: 'seller_payable', amountCents: -1 },
    ])
    expect((await cheap.operator('GET', '/ledger/check')).json.findings).toEqual([])
  })

  it.each([
    {},
    { deal_price_cents: 0 },
    { deal_price_cents: -1 },
    { deal_price_cents: 1.5 },
    { deal_price_cents: '1' },
  ])('is not made at %j', async (body) => {
    const { case_id } = await newCase()
    for (let step = 0; step < 4; step++) await act(case_id, 'advance')
    expect((await act(case_id, 'complete', body)).status).toBe(400)
  })

  it('is made once, however many make it at once', async () => {
    const { case_id } = await newCase()
    for (let step = 0; step < 4; step++) await act(case_id, 'advance')
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => act(case_id, 'complete', { deal_price_cents: 1000 })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    await holds()
  })
})

describe('lists', () => {
  it('show the own cases with totals over all of them', async () => {
    const lister = await service.partner()
    const ids: string[] = []
    for (let index = 0; index < 4; index++) ids.unshift((await newCase(lister)).case_id)
    for (let step = 0; step < 5; step++) await advance(ids[0]!, { deal_price_cents: 200_000 }, lister)
    await act(ids[1]!, 'decline')
    const euro = (await open(input(freshName(), { currency: 'EUR' }), lister)).json.case_id
    const first = (await service.signed(lister, 'GET', `${V1}/brokerage?limit=3`)).json
    expect(first.totals).toEqual({
      open: 3,
      completed: 1,
      deal_cents: 200_000,
      commission_cents: 20_000,
      by_currency: [
        { currency: 'EUR', open: 1, completed: 0, deal_cents: 0, commission_cents: 0 },
        { currency: 'USD', open: 2, completed: 1, deal_cents: 200_000, commission_cents: 20_000 },
      ],
    })
    const second = (
      await service.signed(lister, 'GET', `${V1}/brokerage?limit=3&cursor=${encodeURIComponent(first.next_cursor)}`)
    ).json
    expect([...first.cases, ...second.cases].map((one) => one.case_id)).toEqual([euro, ...ids])
    expect(
      (await service.signed(lister, 'GET', `${V1}/brokerage?status=completed,declined`)).json.cases.map(
        (one: { case_id: string }) => one.case_id,
      ),
    ).toEqual([ids[0], ids[1]])
    expect((await service.signed(lister, 'GET', `${V1}/brokerage?status=sold`)).status).toBe(400)
    const all = (await service.operator('GET', `/brokerage?partner_id=${lister.partnerId}&status=opened`)).json
    expect(all.cases).toHaveLength(3)
    expect(all.cases[0]).toMatchObject({
      partner_id: lister.partnerId,
      environment: 'sandbox',
      buyer_email: 'Ada@example.com',
    })
    expect(
      (await service.operator('GET', `/brokerage?domain=${all.cases[0].domain.toUpperCase()}`)).json.cases,
    ).toHaveLength(1)
  })
})

describe('the progress page', () => {
  it('shows status and timeline to whoever holds the address, and never the buyer', async () => {
    const { case_id, progress_url, domain } = await newCase()
    await act(case_id, 'advance', { note: 'Wrote to the owner for ADA@EXAMPLE.COM <script>alert(1)</script>' })
    const shown = await page(progress_url)
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toContain('text/html')
    expect(shown.text).toContain(domain)
    expect(shown.text).toContain('Contacting the owner')
    expect(shown.text).toContain('for the buyer &lt;script&gt;')
    expect(shown.text.toLowerCase()).not.toContain('ada@example.com')
    expect(strangeScripts(shown.text)).toEqual([])
    expect(policyWithoutHash(shown.headers)).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; script-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(shown.headers['referrer-policy']).toBe('no-referrer')
    expect(shown.headers['cache-control']).toBe('no-store')
  })

  it('is shown to nobody with a token that is forged, cut, swapped, missing or doubled', async () => {
    const [one, two] = [await newCase(), await newCase()]
    const token = new URL(one.progress_url).searchParams.get('t')!
    const path = `/brokerage/${one.case_id}`
    for (const url of [
      path,
      `${path}?t=`,
      `${path}?t=${token.slice(0, -1)}`,
      `${path}?t=${token}A`,
      `${path}?t=${token.toUpperCase()}`,
      `${path}?t=${'A'.repeat(43)}`,
      `${path}?t=${token}&t=${token}`,
      `${path}?T=${token}`,
      `/brokerage/${two.case_id}?t=${token}`,
      `/brokerage/${one.case_id.toUpperCase()}?t=${token}`,
      `/brokerage/brk_00000000000000000000000000?t=${token}`,
      `/brokerage/%00?t=${token}`,
      `/brokerage/${'x'.repeat(2000)}?t=${token}`,
    ]) {
      const response = await page(url)
      expect([url.slice(0, 80), response.status]).toEqual([url.slice(0, 80), 404])
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.text).not.toContain(one.domain)
    }
    expect((await page(`${path}?t=${token}`)).status).toBe(200)
    const stored = await service.db.one<{ found: boolean }>(sql`
      select exists (select from brokerage_cases c where to_jsonb(c)::text like ${`%${token}%`}) as found`)
    expect(stored?.found).toBe(false)
    expect(service.logged.join('')).not.toContain(token)
  })

  it('answers HEAD, and another method with 405', async () => {
    const { progress_url } = await newCase()
    const url = progress_url.replace(service.deps.config.baseUrl, '')
    expect((await service.send({ method: 'HEAD', url })).status).toBe(200)
    const posted = await service.send({ method: 'POST', url })
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
