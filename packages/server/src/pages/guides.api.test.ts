// The guides as pages: each is there, its links lead somewhere, and the map names nothing that is not served.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { guideHtml, readGuides } from './guide-files.ts'

const service = await startTestService()
const kept = new Map<string, ReturnType<typeof service.send>>()
/** Each page once: rendering them takes longer than looking at them. */
function get(url: string) {
  const known = kept.get(url) ?? service.send({ method: 'GET', url })
  kept.set(url, known)
  return known
}
const guides = readGuides()

describe('a guide', () => {
  it('is a page and a text, and its links lead to what is served', async () => {
    expect(guides.length).toBeGreaterThan(15)
    const targets = new Set<string>()
    for (const { path, title } of guides) {
      const page = await get(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.text).toContain(`<h1>${title.replaceAll("'", '&#39;')}</h1>`)
      const main = page.text.slice(page.text.indexOf('class="docs-guide"'))
      for (const [, href = ''] of main.matchAll(/href="(\/docs[^"#]*|\/openapi\.json)/g)) targets.add(href)
    }
    expect([...targets]).toEqual(expect.arrayContaining(['/docs/vectors/signing.json', '/docs/guides/signing']))
    for (const target of targets) expect([target, (await get(target)).status]).toEqual([target, 200])
  })

  it('is beside the glossary and the settings, which guides link to', async () => {
    for (const [path, from] of [
      ['/docs/glossary', '/docs/guides'],
      ['/docs/settings', '/docs/guides/operating'],
    ] as const) {
      expect((await get(from)).text.split('class="docs-guide"')[1]).toContain(`href="${path}"`)
      expect((await get('/docs')).text).toContain(`href="${path}"`)
      expect((await get(`${path}.md`)).headers['content-type']).toBe('text/markdown; charset=utf-8')
    }
    expect((await get('/docs/settings')).text).toContain('href="/docs/guides/limits"')
    expect((await get('/docs/glossary')).text).not.toContain('Do not write')
    expect((await get('/docs/search?q=nonce')).text).toContain('href="/docs/glossary#environments-and-keys"')
  })

  it('is in the navigation in the order and under the headings of the list of guides', async () => {
    const files = readdirSync(new URL('../../../../docs/guides/', import.meta.url)).filter((name) =>
      name.endsWith('.md'),
    )
    const paths = guides.filter(({ group }) => group === 'Guides').map(({ path }) => path)
    expect([paths.length, new Set(paths).size]).toEqual([files.length, files.length])
    const nav = (await get('/docs')).text.split('id="docs-nav"')[1]!
    const titles = [...nav.matchAll(/<summary>([^<]+)<\/summary>/g)].map(([, title]) => title)
    expect(titles.slice(0, 6)).toEqual([
      'Documentation',
      'Start here',
      'For partners',
      'Reference',
      'For developers and agents',
      'For operators',
    ])
    const places = paths.map((path) => nav.indexOf(`href="${path}"`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(paths.slice(1, 3)).toEqual(['/docs/guides/five-minute-start', '/docs/guides/first-hour'])
  })

  it('is 404 when there is none, and 405 to another method', async () => {
    expect((await get('/docs/guides/nothing')).status).toBe(404)
    expect((await get('/docs/guides/..%2f..%2fpackage.json')).status).toBe(404)
    expect((await service.send({ method: 'POST', url: '/docs/guides/signing' })).status).toBe(405)
  })

  it('shows a link to what is not served as its text, and keeps links elsewhere', () => {
    const markdown = '# T\n\n[one](../../README.md) [two](signing.md#x) [three](https://example.com/)'
    const html = guideHtml(
      { path: '', group: 'Guides', section: '', title: '', summary: '', markdown },
      new Set(['/docs/guides/signing']),
    )
    expect(html).toContain('one <a href="/docs/guides/signing#x">two</a> <a href="https://example.com/">three</a>')
  })
})

describe('/llms.txt', () => {
  it('names every guide and every operation, at URLs that are served', async () => {
    const { status, text, headers } = await get('/llms.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    for (const { title } of guides) expect(text).toContain(`- [${title}](`)
    const documents = [(await get('/openapi.json')).json, (await get('/openapi-operator.json')).json]
    const paths = documents.flatMap((one) => Object.entries(one.paths as Record<string, object>))
    for (const [path, methods] of paths)
      for (const method of Object.keys(methods)) expect(text).toContain(`- [${method.toUpperCase()} ${path}](`)
    for (const [, address = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const url = new URL(address)
      expect(url.origin).toBe(service.deps.config.baseUrl)
      const { status: found, text: page } = await get(url.pathname)
      expect([address, found]).toEqual([address, 200])
      if (url.hash) expect([address, page.includes(`id="${url.hash.slice(1)}"`)]).toEqual([address, true])
    }
  })
})
