// The public market: filters, orders, and walks that show every listing once while others come and go.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'

const service = await startTestService()
const get = async (query = '') => service.send({ method: 'GET', url: `/api/market/listings${query}` })

const NAMES = [
  ['alpha.com', 500],
  ['beta-house.com', 300],
  ['gamma.io', 300],
  ['delta.co.uk', 900],
  ['epsilon.io', 100],
  ['münchen-bier.de', 700],
  ['a-much-longer-name.com', 200],
] as const

beforeAll(async () => {
  for (const [domain, price] of NAMES)
    await service.list('live', domain, { price_cents: price * 100, categories: ['tests'] })
  await service.list('sandbox', 'sandbox-only.com')
})

const domains = (response: { json: { items: { domain: string }[] } }) => response.json.items.map(({ domain }) => domain)

/** All pages, by cursor; between two pages something may happen. */
async function walk(query: string, between: (page: number) => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = []
  for (let cursor = '', page = 0; ; page++) {
    const { json } = await get(`?${query}${cursor && `&cursor=${cursor}`}`)
    seen.push(...json.items.map(({ domain }: { domain: string }) => domain))
    if (!json.page.has_more) return seen
    cursor = json.page.next_cursor
    await between(page)
  }
}

describe('the market', () => {
  it('shows the live inventory as the contract says, and nothing of the sandbox', async () => {
    const { status, json } = await get('?tld=co.uk')
    expect(status).toBe(200)
    expect(json.items[0]).toEqual({
      id: expect.stringMatching(/^lst_/),
      domain: 'delta.co.uk',
      domain_unicode: 'delta.co.uk',
      tld: 'co.uk',
      price_cents: 90_000,
      currency: 'USD',
      categories: ['tests'],
      listed_at: expect.any(String),
      url: `${service.deps.config.baseUrl}/domains/delta.co.uk`,
    })
    expect(json.page).toEqual({ limit: 25, offset: 0, total: 1, has_more: false, next_cursor: null })
    expect(domains(await get('?limit=100'))).not.toContain('sandbox-only.com')
  })

  it.each([
    ['tld=io', ['epsilon.io', 'gamma.io']],
    ['tld=.IO', ['epsilon.io', 'gamma.io']],
    ['tld=IO&sort=price_desc', ['gamma.io', 'epsilon.io']],
    ['tld=pizza', []],
    ['q=HOUSE', ['beta-house.com']],
    ['q=münchen', ['xn--mnchen-bier-thb.de']],
    ['q=%25', []],
    ['min_price=70000', ['xn--mnchen-bier-thb.de', 'delta.co.uk']],
    ['min_price=20000&max_price=30000&sort=price_asc', ['a-much-longer-name.com', 'beta-house.com', 'gamma.io']],
    ['min_length=12', ['a-much-longer-name.com', 'xn--mnchen-bier-thb.de']],
    ['max_length=5', ['delta.co.uk', 'gamma.io', 'alpha.com']],
    ['tld=com&max_length=10&q=a', ['beta-house.com', 'alpha.com']],
  ])('%s', async (query, expected) => {
    const response = await get(`?${query}`)
    expect([response.json.error, domains(response).sort()]).toEqual([undefined, [...expected].sort()])
    expect(response.json.page.total).toBe(expected.length)
    if (query.includes('sort=')) expect(domains(response)).toEqual(expected)
  })

  it.each(['newest', 'price_asc', 'price_desc'])(
    'walks by cursor and by offset in the same order: %s',
    async (sort) => {
      const whole = domains(await get(`?sort=${sort}&limit=100`))
      expect(whole).toHaveLength(NAMES.length)
      expect(await walk(`sort=${sort}&limit=2`)).toEqual(whole)
      const skipped = []
      for (let offset = 0; offset < whole.length; offset += 3)
        skipped.push(...domains(await get(`?sort=${sort}&limit=3&offset=${offset}`)))
      expect(skipped).toEqual(whole)
    },
  )

  it.each(['newest', 'price_asc', 'price_desc'])(
    'shows every listing that stays once, while others come and go: %s',
    async (sort) => {
      const staying = NAMES.map(([domain]) => domain.replace('münchen-bier', 'xn--mnchen-bier-thb'))
      const going = await Promise.all(
        [150, 350, 650, 850].map((price, n) =>
          service.list('live', `going-${sort.replace('_', '-')}-${n}.net`, { price_cents: price * 100 }),
        ),
      )
      const seen = await walk(`sort=${sort}&limit=2`, async (page) => {
        const gone = going[page]
        if (gone) await service.operator('DELETE', `/listings/${gone.listing_id}`)
        await service.list('live', `coming-${sort.replace('_', '-')}-${page}.org`, {
          price_cents: (page % 10) * 9000 + 100,
        })
      })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((domain) => staying.includes(domain)).sort()).toEqual([...staying].sort())
    },
  )

  it('leaves out what was sold or withdrawn at once', async () => {
    const { listing_id } = await service.list('live', 'soon-gone.com')
    expect(domains(await get('?q=soon-gone'))).toEqual(['soon-gone.com'])
    await service.operator('DELETE', `/listings/${listing_id}`)
    expect((await get('?q=soon-gone')).json).toMatchObject({ items: [], page: { total: 0 } })
  })

  it.each([
    'cursor=abc',
    'limit=0',
    'offset=-1',
    'offset=1&cursor=abc',
    'sort=cheapest',
    'min_price=1.5',
    'min_price=2&max_price=1',
    'min_length=9&max_length=3',
    'min_length=0',
    'tld=__proto__',
    'tld=..',
    'tld=constructor',
    'q=',
  ])('refuses %s', async (query) => {
    expect((await get(`?${query}`)).json.error).toMatchObject({ code: 'validation_error' })
  })

  it('refuses a cursor of other filters or another order', async () => {
    const { json } = await get('?limit=1&sort=price_asc')
    for (const other of ['sort=price_desc', 'sort=price_asc&tld=com'])
      expect((await get(`?limit=1&${other}&cursor=${json.page.next_cursor}`)).status).toBe(400)
  })
})
