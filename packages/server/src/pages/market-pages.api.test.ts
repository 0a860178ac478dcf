// The pages of the market: filters with counts, what search shows, what the page of a domain says, and watching it.
import { describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startTestService } from '../../test/harness.ts'
import { newAccount } from '../../test/oauth.ts'

const service = await startTestService()
const browser = openBrowser(overInject(service))
const open = (path: string) => browser.open(path)

let serial = 0
const freshLabel = (): string => `mp${process.pid}x${serial++}`
const listedNames = (html: string): string[] =>
  [...html.matchAll(/class="name-card__name name" href="\/domains\/([^"]+)"/g)].map(([, name]) => name!)
const readOptions = (html: string, name: string): string[] => {
  const [, list = ''] = new RegExp(`<select name="${name}"[^>]*>(.*?)</select>`).exec(html) ?? []
  return [...list.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text]) => text!)
}
/** The content that the browser gets beside the page. */
const readProps = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(html)![1]!).props

describe('a filter or a search that is not valid', () => {
  it.each([
    ['/market?tld=zzz', 'Choose an extension from the list.'],
    ['/search?q=coffee&tld=zzz', 'Choose an extension from the list.'],
    [
      `/market?q=${'word+'.repeat(51)}`,
      'The search is too long, or has characters that cannot be searched. Use fewer or other words.',
    ],
    ['/market?length=99', 'Enter a length from 1 to 63 characters.'],
  ])('%s is described without the words of the API', async (path, words) => {
    const { status, text } = await open(path)
    expect([status, text.includes(words)]).toEqual([400, true])
    expect(text).not.toMatch(/(tld|q|max_length): must/)
  })

  it('that is one emoji finds no words to search for, and is no error', async () => {
    for (const path of [`/search?q=${encodeURIComponent('😀')}`, `/domains/${encodeURIComponent('😀')}.com`])
      expect([path, (await open(path)).status]).toEqual([path, 200])
  })
})

describe('filters of the market', () => {
  it('show how many domains each choice has, without the filter that the choice replaces', async () => {
    const label = freshLabel()
    await service.list('live', `${label}a.com`, { price_cents: 50_000, categories: ['real-estate'] })
    await service.list('live', `${label}b.com`, { price_cents: 250_000, categories: ['ai'] })
    await service.list('live', `${label}c.io`, { price_cents: 950_000, categories: ['ai', 'real-estate'] })
    const { text } = await open(`/market?q=${label}&tld=com`)
    expect(listedNames(text).sort()).toEqual([`${label}a.com`, `${label}b.com`])
    expect(readOptions(text, 'tld')).toEqual(['Any', '.com (2)', '.io (1)'])
    expect(readOptions(text, 'category')).toEqual(['Any', 'AI (1)', 'Real estate (1)'])
    const { facets } = readProps(text)
    expect(facets.prices.map(({ count }: { count: number }) => count)).toEqual([1, 1, 0, 0, 0])
    expect(facets.lengths.at(-1)).toEqual({ max_length: 15, count: 2 })
  })

  it.each(['$1,000', '1000', '1.000', '1k', 'USD 1000'])('read the price %s', async (price) => {
    const label = freshLabel()
    await service.list('live', `${label}a.com`, { price_cents: 99_900 })
    await service.list('live', `${label}b.com`, { price_cents: 100_100 })
    const { text } = await open(`/market?q=${label}&to=${encodeURIComponent(price)}`)
    expect(listedNames(text)).toEqual([`${label}a.com`])
    expect(text).toContain(`value="${price}"`)
  })

  it('that leave nothing offer to drop each of them', async () => {
    const label = freshLabel()
    await service.list('live', `${label}.com`, { price_cents: 99_900 })
    const { text } = await open(`/market?q=${label}&tld=com&to=500`)
    expect(text).toContain(`href="/market?q=${label}&amp;tld=com"`)
    expect(text).toContain(`href="/market?q=${label}&amp;to=500"`)
    expect(text).toContain('href="/market?tld=com&amp;to=500"')
  })

  it('refuse an inverted price range and an amount beyond any price', async () => {
    for (const query of ['from=2k&to=1k', 'from=999999m']) expect((await open(`/market?${query}`)).status).toBe(400)
  })
})

describe('search results', () => {
  it('show what is for sale before the other extensions, the domain itself first', async () => {
    const label = freshLabel()
    await service.list('live', `${label}.io`, { price_cents: 77_700 })
    const { text } = await open(`/search?q=${label}`)
    expect(listedNames(text)[0]).toBe(`${label}.io`)
    expect(text.indexOf('For sale here')).toBeLessThan(text.indexOf('Availability by extension'))
  })

  it('begin with the very domain that was typed, when it is not for sale here', async () => {
    const label = freshLabel()
    await service.list('live', `${label}.io`, { price_cents: 77_700 })
    const rows = (text: string) => [...text.matchAll(/found__name name">([^<]+)</g)].map(([, name]) => name)
    const { text } = await open(`/search?q=${label}.com`)
    expect(text.indexOf('The domain you searched for')).toBeLessThan(text.indexOf('For sale here'))
    expect(text.indexOf('For sale here')).toBeLessThan(text.indexOf('Other extensions'))
    expect(rows(text).slice(0, 2)).toEqual([`${label}.com`, `${label}.net`])
    expect(text.match(/class="found__row found__row--first"/g)).toHaveLength(1)
    const sold = await open(`/search?q=${label}.io`)
    expect([sold.text.includes('The domain you searched for'), listedNames(sold.text)[0]]).toEqual([
      false,
      `${label}.io`,
    ])
  })

  it('are filtered by extension and price, and say what is wrong with a filter', async () => {
    const word = `velour${process.pid}`
    await service.list('live', `${word}-shop.com`, { price_cents: 50_000 })
    await service.list('live', `${word}-shop.io`, { price_cents: 950_000 })
    expect(listedNames((await open(`/search?q=${word}+shop&tld=io`)).text)).toEqual([`${word}-shop.io`])
    expect(listedNames((await open(`/search?q=${word}+shop&to=$1,000`)).text)).toEqual([`${word}-shop.com`])
    const { status, text } = await open(`/search?q=${word}+shop&from=lots`)
    expect([status, text.includes('notice--bad')]).toEqual([400, true])
  })
})

describe('the page of a domain', () => {
  it('describes the offer for search engines, with nothing that could end the block', async () => {
    const { domain } = await service.list('live', `${freshLabel()}.com`, {
      price_cents: 123_450,
      description: '</script><script>alert(1)</script>',
    })
    const { text } = await open(`/domains/${domain}`)
    const [, block] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)!
    expect(JSON.parse(block!)).toMatchObject({
      '@type': 'Product',
      name: domain,
      description: '</script><script>alert(1)</script>',
      offers: { '@type': 'Offer', price: '1234.50', priceCurrency: 'USD' },
    })
  })

  it('is found by a URL and by a name with a subdomain', async () => {
    const { domain } = await service.list('live', `${freshLabel()}.com`)
    expect((await open(`/domains/www.${domain}`)).path).toBe(`/domains/${domain}`)
    expect((await open(`/brokerage?domain=${encodeURIComponent(`https://${domain}/x`)}`)).path).toBe(
      `/domains/${domain}`,
    )
    expect((await open(`/whois?domain=https%3A%2F%2Fwww.${domain}%2F`)).text).toContain(`WHOIS record of ${domain}`)
  })

  it('shows the punycode, and warns of letters of several scripts', async () => {
    const mixed = await open(`/domains/${encodeURIComponent('pаypal-shop.com')}`)
    expect(mixed.path).toBe('/domains/xn--pypal-shop-zqi.com')
    expect(mixed.text).toContain('This domain mixes scripts')
    const plain = await open(`/domains/${encodeURIComponent('bücher-shop.com')}`)
    expect(plain.text).toContain('xn--bcher-shop-9db.com')
    expect(plain.text).not.toContain('mixes scripts')
  })

  it('is watched and no longer watched by its form, which needs no script', async () => {
    const { domain } = await service.list('live', `${freshLabel()}.com`)
    expect((await open(`/domains/${domain}`)).text).toContain(
      `/sign-in?next=${encodeURIComponent(`/domains/${domain}`)}`,
    )
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    const watched = await person.post(`/domains/${domain}/watch`, { watch: 'yes' })
    expect([watched.status, watched.headers.location]).toEqual([303, `/domains/${domain}`])
    expect((await person.open(`/domains/${domain}`)).text).toContain('Stop watching')
    await person.post(`/domains/${domain}/watch`, { watch: 'no' })
    expect((await person.open(`/domains/${domain}`)).text).toContain('Watch domain')
    const nobody = await browser.post(`/domains/${domain}/watch`, { watch: 'yes' })
    expect([nobody.status, nobody.headers.location]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(`/domains/${domain}`)}`,
    ])
  })
})

describe('suggestions', () => {
  const suggest = async (q: string) =>
    service.send({ method: 'GET', url: `/api/market/suggestions?q=${encodeURIComponent(q)}` })
  const list = async (q: string): Promise<string[]> =>
    (await suggest(q)).json.suggestions.map(({ domain }: { domain: string }) => domain)

  it('are domains for sale that start with the text, the shortest first, with prices', async () => {
    const label = freshLabel()
    await service.list('live', `${label}-longer.com`)
    await service.list('live', `${label}.com`, { price_cents: 45_600 })
    await service.list('sandbox', `${label}-sandbox.com`)
    const { json } = await suggest(label.toUpperCase())
    expect(json.suggestions[0]).toEqual({
      domain: `${label}.com`,
      domain_unicode: `${label}.com`,
      price_cents: 45_600,
      currency: 'USD',
      match: 'name',
    })
    expect(await list(label)).toEqual([`${label}.com`, `${label}-longer.com`])
    expect(await list(`https://www.${label}.co`)).toEqual([`${label}.com`])
  })

  it('find internationalized domains as people write them', async () => {
    const label = freshLabel()
    const { domain } = await service.list('live', `bücher-${label}.com`)
    expect(domain).toMatch(/^xn--/)
    expect(await list(`BÜCHER-${label.slice(0, 6)}`)).toEqual([domain])
    expect(await list(`bu\u0308cher-${label}`)).toEqual([domain])
    expect(await list(`büchse-${label}`)).toEqual([])
  })

  it('leave out a domain that was sold or withdrawn', async () => {
    const label = freshLabel()
    const { listing_id } = await service.list('live', `${label}.com`)
    await service.operator('DELETE', `/listings/${listing_id}`)
    expect(await list(label)).toEqual([])
  })

  it.each(['x', '%', '%_', '\\', "'; drop table listings", 'ü'.repeat(100), '🐎🐎'])(
    'have an answer for %s',
    async (q) => {
      expect((await suggest(q)).status).toBe(200)
    },
  )

  it.each(['', 'x'.repeat(201)])('refuse a text that is empty or too long', async (q) => {
    expect((await suggest(q)).status).toBe(400)
  })
})

it.each([
  ['de-CH,de;q=0.9', 'de-CH'],
  ['en-US@posix', 'en-US'],
  ['*', 'en-US'],
])('writes numbers for the language %s as in %s', async (header, locale) => {
  const { status, text } = await service.send({ method: 'GET', url: '/market', headers: { 'accept-language': header } })
  const state = JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(text)![1]!)
  expect([status, state.context.locale]).toEqual([200, locale])
})
