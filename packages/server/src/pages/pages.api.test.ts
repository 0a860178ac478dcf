// The public pages through HTTP, as a browser without scripts sees them: what they say, what their forms do, what they refuse.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, overInject } from '../../test/browser.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { readLink, readMail } from '../../test/mailbox.ts'
import { newAccount } from '../../test/oauth.ts'
import { GOOD_CARD, openShop } from '../../test/shop.ts'
import { startVariant } from '../../test/variant.ts'
import { sql } from '../db/sql.ts'

let service: TestService
let browser: Browser
let serial = 0
beforeAll(async () => {
  const sites = { hasActiveSite: async (domain: string) => domain.startsWith('taken-busy'), close: async () => {} }
  service = await startTestService({}, { sites })
  await service.house()
  browser = openBrowser(overInject(service))
})

const freshName = (tld = 'com') => `page-${process.pid}-${serial++}.${tld}`
const listed = (terms: Record<string, unknown> = {}, tld?: string) => service.list('live', freshName(tld), terms)
const open = (path: string) => browser.open(path)

/** What a reader sees: no tags, no scripts, entities as signs. */
const seen = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

describe('every public page', () => {
  it.each([
    ['/', 'Find a name. Own it.'],
    ['/search', 'Search for a domain'],
    ['/market', 'Domains for sale'],
    ['/sell', '10% of the price. You pay it only when the domain is sold.'],
    ['/brokerage', 'Buy a domain that is taken'],
    ['/tlds', 'Domain extensions'],
    ['/tlds/com', '.com'],
    ['/whois', 'WHOIS'],
    ['/developers', 'Start in the sandbox'],
  ])('%s says "%s", has one heading, a title and one true address', async (path, words) => {
    const { status, text, headers } = await open(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(seen(text)).toContain(words)
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toContain(`<link rel="canonical" href="${service.deps.config.baseUrl}${path}">`)
    expect(text).toMatch(/<title>[^<]*Freehold/)
    expect(headers['x-robots-tag']).toBeUndefined()
  })

  it.each(['/', '/docs', '/no-such-page'])(
    'allows the styles in the document of %s by their hash, and no others',
    async (path) => {
      const { text, headers } = await open(path)
      const [found, ...others] = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css!)
      // Without a build there are none.
      const hash = found === undefined ? '' : ` 'sha256-${createHash('sha256').update(found).digest('base64')}'`
      expect(headers['content-security-policy']).toContain(`style-src 'self'${hash};`)
      expect([others, text.match(/ style="/g)]).toEqual([[], null])
    },
  )

  it('serve the icons and a social image, and link to them', async () => {
    for (const [path, type, max] of [
      ['/favicon.svg', 'image/svg+xml', 1_000],
      ['/favicon.ico', 'image/x-icon', 10_000],
      ['/apple-touch-icon.png', 'image/png', 10_000],
      ['/social.png', 'image/png', 60_000],
    ] as const) {
      const { status, headers } = await service.send({ method: 'GET', url: path })
      expect([path, status, headers['content-type']]).toEqual([path, 200, type])
      expect(Number(headers['content-length'])).toBeLessThanOrEqual(max)
    }
    const { text } = await open('/market')
    expect(text).toContain(`<meta property="og:image" content="${service.deps.config.baseUrl}/social.png">`)
    expect(text).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">')
  })

  it('tells search engines what a domain for sale costs, and nothing of one that is not', async () => {
    const { domain } = await service.list('live', `structured-${process.pid}.com`)
    const readData = (text: string) => /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1]
    expect(JSON.parse(readData((await open(`/domains/${domain}`)).text)!)).toMatchObject({
      '@type': 'Product',
      name: domain,
      offers: { '@type': 'Offer', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(readData((await open('/domains/not-listed-here.com')).text)).toBeUndefined()
  })

  it('refuses other methods with 405', async () => {
    for (const url of ['/', '/market', '/tlds/com', '/domains/example.com', '/developers', '/sitemap.xml'])
      expect([url, (await service.send({ method: 'DELETE', url })).status]).toEqual([url, 405])
    expect((await service.send({ method: 'GET', url: '/domains/example.com/buy' })).status).toBe(405)
  })
})

describe('search', () => {
  it('leaves at once with the names it will ask for, and sends a browser without scripts to the whole answer', async () => {
    const { text } = await open('/search?q=free-cart')
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="0; url=/search?q=free-cart&amp;plain=1">')
    expect(seen(text)).toContain('free-cart.comChecking…')
  })

  it('without scripts has every row filled in', async () => {
    await service.list('live', `free-plain-${process.pid}.io`)
    const { text } = await open(`/search?q=free-plain-${process.pid}&plain=1`)
    for (const tld of ['com', 'net', 'org', 'ai', 'co', 'app', 'dev'])
      expect(seen(text)).toContain(`free-plain-${process.pid}.${tld}Available`)
    expect(seen(text)).toContain(`free-plain-${process.pid}.ioFor sale$1,000Buy domain`)
    expect(text).not.toContain('<noscript><meta')
    expect(text).not.toContain('Checking…')
  })

  it('offers to approach the owner of what is taken, and guesses nothing about what is silent', async () => {
    expect(seen((await open('/search?q=taken-cart.com&plain=1')).text)).toContain('taken-cart.comTakenSee options')
    expect(seen((await open('/search?q=silent-cart.com&plain=1')).text)).toContain('silent-cart.comUnknown')
  })

  it('of a TLD leads to its domains for sale', async () => {
    for (const [q, tld] of [
      ['.com', 'com'],
      ['.co.uk', 'co.uk'],
    ]) {
      const { status, headers } = await service.send({ method: 'GET', url: `/search?q=${q}` })
      expect([status, headers.location]).toEqual([303, `/market?tld=${tld}`])
    }
    expect((await open('/search?q=.nosuch')).status).toBe(400)
  })

  it('shows the price of a domain for sale to everyone, as the market does', async () => {
    const { domain } = await listed({ price_cents: 345_600 })
    expect(seen((await open(`/search?q=${domain}&plain=1`)).text)).toContain(`${domain}For sale$3,456Buy`)
  })

  it('for words shows what the market has, and the name that the words make', async () => {
    const { domain } = await listed({ description: 'Velvet umbrellas for rainy towns.' })
    const { text } = await open('/search?q=velvet+umbrellas')
    expect(seen(text)).toContain('velvetumbrellas.com')
    expect(text).toContain(`href="/domains/${domain}"`)
    expect(seen((await open('/search?q=zzqqxxvv')).text)).toContain('No matching domains for sale')
  })

  it.each(['https%3A%2F%2Fexample.com%2Fpage', 'www.example.com', 'example.com.'])(
    'reads the domain in %s',
    async (q) => {
      const { status, text } = await open(`/search?q=${q}`)
      expect([status, seen(text).includes('example.comChecking…')]).toEqual([200, true])
    },
  )

  it.each(['exa_mple.com', 'ada%40example.com', 'x'.repeat(201)])('says what is wrong with %s, with 400', async (q) => {
    const { status, text } = await open(`/search?q=${q}`)
    expect(status).toBe(400)
    expect(text).toMatch(/role="alert">[A-Z]/)
  })
})

describe('the market', () => {
  it('filters by words, ending, price in whole amounts and length, and keeps the filters in its links', async () => {
    const mark = `mk${process.pid}`
    await service.list('live', `${mark}-cheap.net`, { price_cents: 50_000 })
    await service.list('live', `${mark}-dear.net`, { price_cents: 900_000 })
    await service.list('live', `${mark}-long-long-long.net`, { price_cents: 50_000 })
    const { text } = await open(`/market?q=${mark}&tld=net&from=500&to=1000&length=15&sort=price_asc`)
    expect([...text.matchAll(/href="\/domains\/([^"]+)"/g)].map(([, name]) => name)).toEqual([`${mark}-cheap.net`])
    expect(seen(text)).toContain('1 domain')
    expect(text).toContain(`value="${mark}"`)
  })

  it('leads from page to page by links, and shows every name once', async () => {
    const mark = `walk${process.pid}`
    for (let index = 0; index < 30; index++) await service.list('live', `${mark}-${index}.com`)
    const first = await open(`/market?q=${mark}`)
    const link = (html: string, rel: string) =>
      new RegExp(`href="(/market[^"]+)" rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await open(link(first.text, 'next'))
    const names = (html: string) => [...html.matchAll(/href="\/domains\/([^"]+)"/g)].map(([, name]) => name)
    expect(new Set([...names(first.text), ...names(second.text)]).size).toBe(30)
    expect(second.text).not.toContain('Next page')
    const back = await open(link(second.text, 'prev'))
    expect(names(back.text)).toEqual(names(first.text))
    expect((await open(`/market?q=${mark}&page=9`)).path).toBe(`/market?q=${mark}&page=2`)
  })

  it.each(['from=cheap', 'from=20&to=10', 'tld=nonsense', 'length=long', 'sort=upwards'])(
    'says what is wrong with %s, with 400',
    async (query) => {
      const { status, text } = await open(`/market?${query}`)
      expect([status, /class="notice notice--bad"/.test(text)]).toEqual([400, true])
    },
  )

  it('says what to do where nothing fits', async () => {
    expect(seen((await open('/market?q=nothinglikethis')).text)).toContain('No domains match these filters')
  })
})

describe('the page of a domain', () => {
  it('shows price, description and what happens next, in any spelling of the address', async () => {
    const { domain } = await listed({ description: 'A very good one.', price_cents: 123_400, categories: ['art'] })
    const { text, path, headers } = await open(`/domains/${domain.toUpperCase()}`)
    expect([path, headers['x-robots-tag']]).toEqual([`/domains/${domain}`, undefined])
    for (const words of ['$1,234', 'A very good one.', 'Art', 'What happens next', 'Buy domain'])
      expect(seen(text)).toContain(words)
  })

  it('leads by its form to the checkout, and on to the order page when it is paid', async () => {
    const { domain } = await listed()
    const begun = await browser.post(`/domains/${domain}/buy`, {})
    expect([begun.status, begun.headers.location]).toEqual([303, expect.stringMatching(/^\/checkout\/cs_\w+\?pt=/)])
    const shop = openShop(service)
    const url = service.deps.config.baseUrl + String(begun.headers.location)
    const form = shop.formToken(await shop.open(url))
    const paid = await shop.post(url, { form, email: 'buyer@mail.example', ...shop.cardFields(GOOD_CARD) })
    const back = await open(String(paid.headers.location))
    expect([back.status, back.path]).toEqual([200, expect.stringMatching(/^\/orders\/fh_or_[\w-]{69}\?paid=1$/)])
    expect(seen(back.text)).toContain(`You bought ${domain}`)
    // A link from before orders had a page.
    const [sessionId, orderId] = [/cs_\w+/.exec(url)?.[0], await shop.readOrderId(url)]
    const before = await open(`/domains/${domain}?session_id=${sessionId}&order=${orderId}`)
    expect(seen(before.text)).toContain('emailed you a receipt')
    const others = await open(`/domains/${domain}?session_id=cs_made_up&order=ord_made_up`)
    expect(others.status).toBe(410)
    expect(seen(others.text)).toContain('This domain has been sold')
  })

  it('says that someone else is buying it, and refuses a checkout while a partner has it reserved', async () => {
    const { domain } = await listed()
    const partner = await service.partner({ environment: 'live' })
    await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
    expect(seen((await open(`/domains/${domain}`)).text)).toContain('Someone else is buying this domain')
    const refused = await browser.post(`/domains/${domain}/buy`, {})
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('notice--bad')
    expect((await browser.post(`/domains/${freshName()}/buy`, {})).status).toBe(404)
  })

  it('of a free name tells what registering costs', async () => {
    const { text, headers } = await open('/domains/free-thing.com?plain=1')
    expect(seen(text)).toContain('This domain is available')
    expect(seen(text)).toContain('$11.98 for one year')
    expect(headers['x-robots-tag']).toBe('noindex')
    const early = (await open('/domains/free-thing.com')).text
    expect(early).toContain('url=/domains/free-thing.com?plain=1')
    // The browser asks the registry; the page has its main text before.
    expect(seen(early)).toContain('This domain is not for sale on this marketplace. Below you see')
  })

  it('of a taken name opens a case by its form, which leads to the page of its progress', async () => {
    const domain = `taken-${freshName()}`
    const page = await open(`/domains/${domain}?plain=1`)
    expect(seen(page.text)).toContain('Make an offer to the owner')
    const fields = { tier: 'managed', email: 'buyer@mail.example', budget: '2500.50', notes: '' }
    const opened = await browser.post(`/domains/${domain}/broker`, fields)
    expect([opened.status, opened.headers.location]).toEqual([303, expect.stringMatching(/^\/brokerage\/brk_\w+\?t=/)])
    const row = await service.db.one(sql`select budget_cents, notes from brokerage_cases where domain = ${domain}`)
    expect(row).toEqual({ budgetCents: 250_050, notes: null })
    const again = await browser.post(`/domains/${domain}/broker`, fields)
    expect([again.status, seen(again.text).includes('already has an open brokerage case')]).toEqual([409, true])
    expect(seen((await open(`/domains/${domain}?plain=1`)).text)).toContain('Make an offer to the owner')
  })

  it('says why an owner cannot be approached, and what is wrong with the form, keeping what was typed', async () => {
    const busy = await open(`/domains/taken-busy-${serial}.com?plain=1`)
    expect(seen(busy.text)).toContain('The owner runs a website on this domain')
    const domain = `taken-${freshName()}`
    for (const wrong of [{ budget: 'lots' }, { email: 'nobody' }, { tier: 'royal' }]) {
      const fields = { tier: 'managed', email: 'kept@mail.example', budget: '900', notes: 'mine', ...wrong }
      const { status, text } = await browser.post(`/domains/${domain}/broker`, fields)
      expect([status, text.includes('>mine</textarea>')]).toEqual([400, true])
    }
  })

  it('is 400 where there is no such name', async () => {
    for (const name of ['com', 'x', 'exa_mple.com']) {
      const { status, text } = await open(`/domains/${name}`)
      expect([name, status, text.includes('action="/search"')]).toEqual([name, 400, true])
    }
  })
})

describe('extensions and WHOIS', () => {
  it('finds an extension, sorts by price and shows its rules', async () => {
    const all = (await open('/tlds')).text
    expect([...all.matchAll(/<tr>/g)].length).toBe(1 + 50)
    // A phone lays out the first ten at once.
    expect([...all.matchAll(/<tbody class="table__later">/g)].length).toBe(4)
    const { text } = await open('/tlds?q=co.uk')
    expect(text).toContain('href="/tlds/co.uk"')
    const sorted = (await open('/tlds?sort=register')).text
    const prices = [...sorted.matchAll(/data-label="Register"[^>]*>(?:<[^>]+>)*\$([\d.]+)/g)].map(([, price]) =>
      Number(price),
    )
    expect([prices.length, prices]).toEqual([50, prices.toSorted((a, b) => a - b)])
    for (const words of ['$11.98', '1 to 10 years', 'Transfer auth code'])
      expect(seen((await open('/tlds/com')).text)).toContain(words)
    expect((await open('/tlds/.COM')).path).toBe('/tlds/com')
    expect((await open('/tlds/nonsense')).status).toBe(404)
  })

  it('tell who registered a name, or that nobody did, and ask in the browser where there are scripts', async () => {
    const { text } = await open('/whois?domain=taken-one.com&plain=1')
    for (const words of [
      'Registrar',
      'Redacted for privacy',
      'Client transfer prohibited',
      'Simulated registry (not real data)',
    ])
      expect(seen(text).replace('(other details redacted)', 'Redacted for privacy')).toContain(words)
    expect(seen((await open('/whois?domain=free-one.com&plain=1')).text)).toContain('This domain is not registered')
    expect(seen((await open('/whois?domain=free-one.com')).text)).toContain('Looking up free-one.com…')
  })

  it('show the market price of a name that is for sale beside its WHOIS record', async () => {
    const { domain, listing_id } = await listed({ price_cents: 123_400 })
    const whois = async () => seen((await open(`/whois?domain=${domain}&plain=1`)).text)
    expect(await whois()).toMatch(/\$1,234(\.00)?\s*Buy domain/)
    const reserve = (until: Date | null) =>
      service.db.run(
        sql`update listings set reserved_by = ${until && 'cs_other'}, reserved_until = ${until} where domain = ${domain}`,
      )
    await reserve(new Date(service.clock.now().getTime() + 60_000))
    expect(await whois()).not.toContain('Buy domain')
    await reserve(null)
    expect(await whois()).toContain('Buy domain')
    await service.operator('DELETE', `/listings/${listing_id}`)
    expect(await whois()).not.toContain('Buy domain')
  })

  it('say what is wrong: 400 for what is no name, 503 for a silent registry, 429 with the time to wait', async () => {
    expect((await open('/whois?domain=exa_mple.com')).status).toBe(400)
    expect((await open('/whois?domain=silent-one.com&plain=1')).status).toBe(503)
    const limited = openBrowser(await startVariant(service, { RATE_LIMITS: 'on', RATE_PAGE_LOOKUPS: '1' }))
    await limited.open('/whois?domain=taken-one.com&plain=1')
    const { status, headers, text } = await limited.open('/whois?domain=taken-one.com&plain=1')
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect(seen(text)).toContain(`Try again in ${headers['retry-after']} second`)
  })
})

describe('developers', () => {
  const company = 'Acme & Söhne'
  const start = (fields: Record<string, string>, who = openBrowser(overInject(service))) =>
    who.post('/developers/start', { company, ...fields })

  it('get a key that signs, by the very command that is shown, and are signed in', async () => {
    const who = openBrowser(overInject(service))
    const account = { email: `dev-${process.pid}@mail.example`, password: 'long enough for this' }
    const asked = await start(account, who)
    expect([asked.status, asked.headers['set-cookie']]).toEqual([202, undefined])
    // The link leads to the page again, signed in and with the name filled in.
    const confirm = await who.open(await readLink(service, account.email, 'confirm_address'))
    const back = await who.submit(confirm, { password: account.password })
    expect(back.path).toBe(`/developers?company=${encodeURIComponent(company)}`)
    expect(back.text).toContain('value="Acme &amp; Söhne"')
    const { status, text, headers } = await start({}, who)
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([201, 'no-store', 'noindex'])
    const command = seen(/<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(text)?.[1] ?? '')
    // The shell signs; a stand-in for curl tells what would be sent.
    const told = execFileSync('bash', ['--norc', '-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
      encoding: 'utf8',
    })
    const sent = told.split('\n').filter((line) => line.startsWith('X-Service-'))
    const response = await service.send({
      method: 'GET',
      url: '/api/partner/v1/me',
      headers: Object.fromEntries(sent.map((line) => line.split(': ') as [string, string])),
    })
    expect([response.status, response.json.partner?.name, response.json.environment]).toEqual([200, company, 'sandbox'])
    expect(seen((await who.open('/')).text)).toContain('Portal')
  })

  it('who have an account start with its password; a wrong one looks like a new address', async () => {
    const account = await newAccount(service)
    const wrong = await start({ email: account.email, password: 'not the right one' })
    const fresh = await start({ email: `fresh-${process.pid}@mail.example`, password: 'not the right one' })
    expect([wrong.status, wrong.headers['set-cookie'], wrong.text]).toEqual([202, undefined, fresh.text])
    expect((await readMail(service, account.email)).map(({ template }) => template)).toEqual(['account_exists'])
    expect((await start(account)).status).toBe(201)
  })

  it('whose address is not confirmed get no key', async () => {
    const account = { email: `early-${process.pid}@mail.example`, password: 'long enough for this' }
    await start(account)
    const { status, text } = await start(account)
    expect([status, seen(text).includes('Your email address is not confirmed.')]).toEqual([403, true])
  })

  it('who are signed in give the company only, and own five partners at most', async () => {
    const who = openBrowser(overInject(service))
    await who.signIn(await newAccount(service))
    expect((await who.open('/developers')).text).not.toContain('type="password"')
    for (let count = 0; count < 5; count++) expect((await start({}, who)).status).toBe(201)
    const { status, text } = await start({}, who)
    expect([status, seen(text).includes('You can own at most 5 partners')]).toEqual([409, true])
  })

  it.each([
    ['no company', { company: ' ', email: 'a@mail.example', password: 'long enough for this' }],
    ['a short password', { email: 'a@mail.example', password: 'short' }],
    ['no address', { email: 'nobody', password: 'long enough for this' }],
  ])('hear what is wrong with %s', async (_, fields) => {
    const { status, text } = await start(fields)
    expect([status, text.includes('notice--bad')]).toEqual([400, true])
  })
})

describe('forms', () => {
  it.each(['/domains/example.com/buy', '/domains/example.com/broker', '/developers/start'])(
    '%s refuses what another site sends',
    async (path) => {
      const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
      expect((await browser.post(path, { company: 'x' }, headers)).status).toBe(403)
    },
  )
})

describe('for security researchers', () => {
  it('security.txt names a contact and expires within a year', async () => {
    const { text, headers } = await open('/.well-known/security.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^Contact: mailto:security@\S+$/m)
    expect(text).toContain(`Canonical: ${service.deps.config.baseUrl}/.well-known/security.txt\n`)
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
    const days = (Date.parse(expires) - service.deps.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(178)
    expect(days).toBeLessThanOrEqual(180)
  })
})

describe('for search engines', () => {
  it('robots.txt keeps them out of what is private', async () => {
    const { text } = await open('/robots.txt')
    for (const path of ['/checkout', '/account', '/portal', '/console', '/api'])
      expect(text).toContain(`Disallow: ${path}\n`)
    expect(text).toContain(`Sitemap: ${service.deps.config.baseUrl}/sitemap.xml`)
  })
})

describe('the landing of brokerage links', () => {
  it('leads on to the page of the name that was typed, and says what is no name', async () => {
    expect(await open('/brokerage?domain=Taken-Owner.COM')).toMatchObject({
      status: 200,
      path: '/domains/taken-owner.com',
    })
    const refused = await open('/brokerage?domain=not%20a%20name')
    expect(refused.status).toBe(400)
    expect(seen(refused.text)).toContain('Which domain do you want?')
  })

  it('is where a referral link for brokerage ends', async () => {
    const partner = await service.partner({ affiliate: true })
    const link = await service.signed(partner, 'POST', '/api/partner/v1/links', {
      kind: 'product',
      product: 'brokerage',
    })
    expect(await open(new URL(link.json.url).pathname)).toMatchObject({ status: 200, path: '/brokerage' })
  })
})
