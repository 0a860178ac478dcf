// Attacks on the numbers of referral links: one machine that plays many visitors, and many codes that do not exist.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { V1 } from '../../../test/shop.ts'
import type { Database } from '../../db/sql.ts'
import { createNetworkBudget } from './service/limit-clicks.ts'

const ROUNDS = Number(process.env.ABUSE_ROUNDS ?? 1)
const CLICKS = 1000 * ROUNDS
const LIMIT = 60
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', RATE_CLICKS: String(LIMIT) })
  partner = await service.partner()
})

const newLink = async (): Promise<{ code: string; link_id: string }> =>
  (await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json
const click = (code: string, remoteAddress: string, userAgent = BROWSER) =>
  service.app.inject({ method: 'GET', url: `/r/${code}`, headers: { 'user-agent': userAgent }, remoteAddress })
const readStats = async (link: { link_id: string }) => {
  await service.deps.clicks.flush()
  const { links } = (await service.signed(partner, 'GET', `${V1}/links?limit=100`)).json
  return links.find(({ link_id }: { link_id: string }) => link_id === link.link_id).stats
}

describe('one machine', () => {
  it('with 1,000 random user agents is one unique visitor, and its clicks count up to the limit', async () => {
    const link = await newLink()
    const started = performance.now()
    let cookies = 0
    for (let sent = 0; sent < CLICKS; sent++) {
      const { statusCode, headers } = await click(link.code, '192.0.2.1', `${BROWSER} ${Math.random()}`)
      expect(statusCode).toBe(302)
      if (headers['set-cookie'] !== undefined) cookies++
    }
    // The allowance refills while the clicks go on.
    const countedMax = LIMIT + Math.ceil(((performance.now() - started) / 60_000) * LIMIT) + 1
    const { clicks, unique_clicks } = await readStats(link)
    expect(unique_clicks).toBe(1)
    expect(clicks).toBeGreaterThanOrEqual(LIMIT)
    expect(clicks).toBeLessThanOrEqual(countedMax)
    expect(cookies).toBe(clicks)
  })

  it('with all addresses of its IPv6 network is one unique visitor', async () => {
    const link = await newLink()
    for (let host = 1; host <= 200; host++) await click(link.code, `2001:db8:7:7::${host.toString(16)}`)
    const { clicks, unique_clicks } = await readStats(link)
    expect(unique_clicks).toBe(1)
    expect(clicks).toBeLessThan(200)
  })

  it('does not stop the clicks of others', async () => {
    const link = await newLink()
    for (let sent = 0; sent < 200; sent++) await click(link.code, '192.0.2.9')
    const other = await click(link.code, '198.51.100.7')
    expect([other.statusCode, other.headers['set-cookie']]).toEqual([302, expect.stringContaining(link.code)])
    expect((await readStats(link)).unique_clicks).toBe(2)
  })
})

describe('codes that do not exist', () => {
  it('1,000 of them cause as many queries as the limit allows, and links still work', async () => {
    const link = await newLink()
    const db = service.deps.db as { one: Database['one'] }
    const { one } = db
    let queries = 0
    db.one = ((statement) => {
      if (statement.text.includes('referral_links')) queries++
      return one(statement)
    }) as Database['one']
    const statuses = new Set<number>()
    const started = performance.now()
    try {
      for (let sent = 0; sent < CLICKS; sent += 50) {
        const responses = await Promise.all(
          Array.from({ length: 50 }, (_, index) => click(`nope${String(sent + index).padStart(6, '0')}`, '192.0.2.77')),
        )
        for (const { statusCode } of responses) statuses.add(statusCode)
      }
    } finally {
      db.one = one
    }
    expect(queries).toBeGreaterThan(0)
    expect(queries).toBeLessThanOrEqual(LIMIT + Math.ceil(((performance.now() - started) / 60_000) * LIMIT) + 1)
    expect(statuses).toEqual(new Set([404, 429]))
    expect((await click(link.code, '198.51.100.8')).statusCode).toBe(302)
    expect((await click('nope000000', '198.51.100.8')).statusCode).toBe(404)
  })
})

describe('the allowance of a network', () => {
  it('refills over its period, never above its capacity', () => {
    let now = 0
    const budget = createNetworkBudget({ name: 'clicks', capacity: 3, perSeconds: 60 }, () => now)
    const taken = () => [budget.take('a'), budget.take('a'), budget.take('a'), budget.take('a')]
    expect(taken()).toEqual([true, true, true, false])
    now += 20_000
    expect(taken()).toEqual([true, false, false, false])
    now += 3_600_000
    expect(taken()).toEqual([true, true, true, false])
    expect(budget.take('b')).toBe(true)
  })
})
