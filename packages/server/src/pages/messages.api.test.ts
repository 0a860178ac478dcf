// Errors that a person sees: each is a page with navigation, a search box and a next step. Programs get JSON.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overInject } from '../../test/browser.ts'
import { buyDomain } from '../../test/guest.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { findLink } from '../../test/mailbox.ts'
import { newAccount } from '../../test/oauth.ts'
import { pagePlaces } from '../../test/places.ts'
import { startVariant } from '../../test/variant.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.house()
})

const HTML = { accept: 'text/html,*/*;q=0.8' }
const open = (url: string) => service.send({ method: 'GET', url, headers: HTML })

/** One heading, the way on, and a search box that the policy allows to be sent. */
function expectMessage(page: {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}): void {
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.text.match(/<h1/g)).toHaveLength(1)
  expect(page.text).toContain('aria-label="Site"')
  expect(page.text).toContain('<form class="search-box" action="/search">')
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  expect(page.text).toMatch(/class="button button--plain"/)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
}

describe('a message page', () => {
  it.each([
    ['/nothing-here', 404, 'Page not found'],
    ['/domains/example.com/buy', 405, 'Nothing to show here'],
    ['/tlds/nowhere-at-all', 404, 'Extension not found'],
    ['/docs/api/partner/nothing', 404, 'Page not found'],
    ['/assets/nothing.js', 404, 'Page not found'],
    ['/sitemaps/domains/99', 404, 'Page not found'],
    ['/checkout/cs_nothing?pt=wrong', 403, 'This checkout link is not valid'],
    ['/r/nothing', 404, 'This link does not exist'],
    ['/%ff', 404, 'Page not found'],
  ])('%s, %i: %s', async (url, status, title) => {
    const page = await open(url)
    expect([page.status, page.text.includes(`<h1>${title}</h1>`)]).toEqual([status, true])
    expectMessage(page)
  })

  it('leads people who are signed in to their account instead of the sign-in page', async () => {
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    const page = await person.open('/nothing-here')
    expect([page.text.includes('href="/account"'), page.text.includes('href="/sign-in"')]).toEqual([true, false])
    const anonymous = await open('/nothing-here')
    expect([anonymous.text.includes('href="/account"'), anonymous.text.includes('href="/sign-in"')]).toEqual([
      false,
      true,
    ])
  })

  it('"Operators only" leads to the account', async () => {
    const person = openBrowser(overInject(service))
    await person.signIn(await newAccount(service))
    const page = await person.open('/console')
    expect([page.status, page.text.includes('href="/account"')]).toEqual([403, true])
    expectMessage(page)
  })

  it('is shown while the database is unavailable', async () => {
    const { db } = service.deps
    const working = { ...db }
    const refuse = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    Object.assign(db, { many: refuse, one: refuse, manyWhenFree: refuse, tx: refuse })
    try {
      for (const url of ['/market', '/', '/tlds']) {
        const page = await open(url)
        expect([url, page.status, page.headers['retry-after']]).toEqual([url, 503, '1'])
        expect(page.text).toContain('Temporarily unavailable')
        expectMessage(page)
      }
      for (const url of ['/docs', '/nothing-here']) expect((await open(url)).text).toContain('aria-label="Site"')
    } finally {
      Object.assign(db, working)
    }
  })

  it.each(['/api/nothing', '/mcp/nothing', '/.well-known/nothing'])(
    'is not sent for %s, which is for programs',
    async (url) => {
      const { status, json } = await open(url)
      expect([status, json.error.code]).toEqual([404, 'not_found'])
    },
  )

  it('is not sent to a client that does not ask for HTML', async () => {
    const { status, json } = await service.send({ method: 'GET', url: '/nothing-here', headers: { accept: '*/*' } })
    expect([status, json.error.code]).toEqual([404, 'not_found'])
  })
})

describe('texts and links of the operator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-texts-'))
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }

  it('are absent without settings', async () => {
    const { text } = await open('/market')
    for (const word of ['Terms', 'Privacy', 'Status', 'Contact']) expect(text).not.toContain(`>${word}</a>`)
    expect((await open('/terms')).status).toBe(404)
    expect((await open('/privacy')).status).toBe(404)
  })

  it('are in the footer of every page, on messages too, and in the sitemap', async () => {
    const variant = await startVariant(service, {
      TERMS_FILE: file(
        'terms.md',
        '# Terms of sale\n\nYou *pay*, we transfer. <script>alert(1)</script> [x](javascript:alert(1))\n',
      ),
      PRIVACY_URL: 'https://legal.example/privacy',
      STATUS_URL: 'https://status.example',
      SUPPORT_CONTACT: 'help@market.example',
    })
    const visit = (url: string) => variant.send({ method: 'GET', url, headers: HTML })
    for (const url of ['/market', '/docs', '/nothing-here', '/terms']) {
      const { text } = await visit(url)
      for (const link of [
        '/terms">Terms',
        'https://legal.example/privacy">Privacy',
        'https://status.example">Status',
        'mailto:help@market.example">Contact',
      ])
        expect([url, link, text.includes(`<a href="${link}</a>`)]).toEqual([url, link, true])
    }
    // Buyers with a single task have no menu, but a way to the operator.
    const bought = await buyDomain(service)
    const order = (await findLink(service, bought.email, '/orders/')).split('.')[0]!
    for (const url of [order, bought.path, '/sign-in'])
      expect((await visit(url)).text).toContain('<a href="mailto:help@market.example">Contact the marketplace</a>')
    expect((await open(order)).text).not.toContain('Contact the marketplace')
    const terms = await visit('/terms')
    expect(terms.text).toContain('<h1 id="terms-of-sale">Terms of sale</h1>')
    expect(terms.text).toContain('<em>pay</em>')
    expect(terms.text).not.toMatch(/<script>alert|href="javascript/)
    expect(terms.headers['x-robots-tag']).toBeUndefined()
    expect((await visit('/privacy')).status).toBe(404)
    expect((await visit('/sitemaps/pages')).text).toContain('/terms</loc>')
  })
})

describe('sitemaps', () => {
  it('the index names a sitemap of pages and those of the domains', async () => {
    const { domain } = await service.list('live', `mapped-${process.pid}.com`)
    const { baseUrl } = service.deps.config
    const index = await open('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    const files = [...index.text.matchAll(/<sitemap><loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.replace(baseUrl, ''))
    expect(files).toEqual(['/sitemaps/pages', '/sitemaps/domains/1'])
    const pages = (await open('/sitemaps/pages')).text
    for (const url of [
      '/',
      '/brokerage',
      '/tlds/com',
      '/docs',
      '/docs/guides/signing',
      '/docs/glossary',
      '/docs/api/partner/orders',
    ])
      expect([url, pages.includes(`<loc>${baseUrl}${url}</loc>`)]).toEqual([url, true])
    expect((await open('/sitemaps/domains/1')).text).toContain(`<loc>${baseUrl}/domains/${domain}</loc>`)
  })

  it('have the pages that the service serves and search engines may index, and no others', async () => {
    const kept = [...(await open('/robots.txt')).text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!)
    const served: string[] = []
    for (const { method, url } of await pagePlaces()) {
      if (method !== 'GET' || url.includes('{') || kept.some((path) => url.startsWith(path))) continue
      const { status, headers } = await open(url)
      const isPage = status === 200 && String(headers['content-type']).startsWith('text/html')
      if (isPage && headers['x-robots-tag'] === undefined) served.push(url)
    }
    const { text } = await open('/sitemaps/pages')
    const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
    expect(new Set(urls).size).toBe(urls.length)
    // The places of these have parameters. The next test opens those that are listed.
    const fixed = urls.filter((url) => !/^\/(?:tlds|docs\/api)\/./.test(url))
    expect(fixed.sort()).toEqual(served.sort())
  })

  it.each(['0', '2', '-1', '1.5', 'x', '99999999'])('there is no part %s', async (part) => {
    expect((await open(`/sitemaps/domains/${part}`)).status).toBe(404)
  })

  it('every page in them opens, and has its own title and description', async () => {
    const { baseUrl } = service.deps.config
    const pages = (await open('/sitemaps/pages')).text
    const urls = [...pages.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.replace(baseUrl, ''))
    const shown = urls.filter((url) => !url.startsWith('/tlds/')).concat('/tlds/com', '/tlds/net')
    const titles = new Map<string, string>()
    const descriptions = new Map<string, string>()
    for (const url of shown) {
      const { status, text } = await open(url)
      expect([url, status]).toEqual([url, 200])
      const title = /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? ''
      const description = /<meta name="description" content="([^"]{20,})">/.exec(text)?.[1] ?? ''
      expect([url, description === '', titles.get(title), descriptions.get(description)]).toEqual([
        url,
        false,
        undefined,
        undefined,
      ])
      titles.set(title, url)
      descriptions.set(description, url)
    }
  })
})
