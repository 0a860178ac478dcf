// The documentation: a page for each resource, its size, its search, and a console whose scripts are the service's own.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { openApiDocument } from '../document.ts'
import { type OpenApi, readAreas } from './reference/document.ts'
import { buildSamples } from './reference/samples.ts'

const service = await startTestService()
const kept = new Map<string, ReturnType<typeof service.send>>()
/** Each page once: rendering them takes longer than looking at them. */
function get(url: string) {
  const known = kept.get(url) ?? service.send({ method: 'GET', url })
  kept.set(url, known)
  return known
}
const document = openApiDocument(service.deps.config.version, service.deps.config.baseUrl) as unknown as OpenApi
const areas = readAreas(document)
const resources = areas.flatMap((area) => area.resources)

describe('the API reference', () => {
  it('lists every operation on its first page, with a link to its own', async () => {
    const { text } = await get('/docs')
    for (const { path, endpoints } of resources)
      for (const { operation } of endpoints) expect(text).toContain(`href="${path}#${operation.operationId}"`)
    const ids = Object.values({ ...document.paths, ...document.webhooks })
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(ids.filter((id) => !text.includes(`id="${id}"`))).toEqual([])
    for (const area of ['Partner API', 'Public API', 'Operator API', 'OAuth', 'MCP'])
      expect(text).toContain(`<h2>${area}</h2>`)
  })

  it('has a page for each resource, of at most 80 KB compressed', async () => {
    for (const { path, endpoints } of resources) {
      const { status, text } = await get(path)
      expect([path, status]).toEqual([path, 200])
      for (const { operation } of endpoints) expect(text).toContain(`id="${operation.operationId}"`)
      expect([path, gzipSync(text).byteLength < 80 * 1024]).toEqual([path, true])
    }
    expect(gzipSync((await get('/docs')).text).byteLength).toBeLessThan(80 * 1024)
    expect((await get('/docs/api/partner/no-such-resource')).status).toBe(404)
  })

  it('shows each operation in curl, TypeScript and Python', async () => {
    for (const { path, endpoints } of resources) {
      const { text } = await get(path)
      const callable = endpoints.filter(({ isPushed }) => !isPushed).length
      for (const language of ['curl', 'TypeScript', 'Python'])
        expect([path, language, text.split(`data-language="${language}"`).length - 1]).toEqual([
          path,
          language,
          callable,
        ])
    }
  })

  const hasTools = spawnSync('curl', ['--version']).status === 0 && spawnSync('openssl', ['version']).status === 0
  it.runIf(hasTools)('has curl samples whose signatures the service accepts', async () => {
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const partner = await service.partner()
    const env = { ...process.env, FREEHOLD_KEY_ID: partner.keyId, FREEHOLD_SECRET: partner.secret }
    const shown = resources.flatMap(({ endpoints }) => endpoints)
    for (const id of ['me.get', 'availability.get', 'quotes.create', 'orders.list']) {
      const endpoint = shown.find(({ operation }) => operation.operationId === id)!
      const [{ code } = { code: '' }] = buildSamples(document, endpoint, baseUrl)
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', code], { env })
      const refusal = (JSON.parse(stdout) as { error?: { code: string } }).error?.code ?? 'none'
      expect([id, ['none', 'not_found', 'conflict'].includes(refusal) ? 'accepted' : refusal]).toEqual([id, 'accepted'])
    }
  })

  it('links nothing that is not served', async () => {
    const targets = new Set<string>()
    for (const page of ['/docs', '/docs/search?q=quote', resources[0]!.path])
      for (const [, href = ''] of (await get(page)).text.matchAll(/href="(\/[^"#?]*)/g)) targets.add(href)
    for (const target of [...targets].filter((one) => !one.startsWith('/assets/')))
      expect([target, (await get(target)).status]).toEqual([target, 200])
  })
})

describe('the search of the documentation', () => {
  it('works without JavaScript', async () => {
    const { text } = await get('/docs/search?q=create+a+quote')
    expect(text).toContain('href="/docs/api/partner/quotes#quotes.create"')
    expect((await get('/docs/search?q=zzzzzz')).text).toContain('No page matches')
    expect((await get('/docs/search?q=%3Cscript%3E')).text).not.toContain('<script>"')
  })

  it('sends an index in which every entry leads to a place that exists', async () => {
    const entries = (await get('/docs/search.json')).json as { href: string; title: string }[]
    expect(entries.length).toBeGreaterThan(200)
    const pages = new Map<string, string>()
    for (const { href, title } of entries) {
      const [path = '', id] = href.split('#')
      if (!pages.has(path)) pages.set(path, (await get(path)).text)
      expect(title).not.toBe('')
      if (id) expect([href, pages.get(path)!.includes(`id="${id}"`)]).toEqual([href, true])
    }
  })
})

describe('the request console', () => {
  it('runs scripts of its own only, and talks to nobody else', async () => {
    const { text, headers } = await get('/docs/console')
    const policy = headers['content-security-policy']
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toContain('<script type="module" src="/docs/console.js">')
    expect(scripts.filter((tag) => !/src="\/(docs|assets)\//.test(tag))).toEqual([])
  })

  it('loads every operation that the reference links to it', async () => {
    const { text } = await get('/docs/console.js')
    const urls = [...text.matchAll(/'(\/openapi[^']*\.json)'/g)].map(([, url = '']) => url)
    const loaded = new Set<string>()
    for (const url of urls)
      for (const methods of Object.values(((await get(url)).json as OpenApi).paths))
        for (const { operationId } of Object.values(methods)) loaded.add(operationId)
    const linked = resources.flatMap(({ endpoints }) =>
      endpoints.filter(({ isPushed }) => !isPushed).map(({ operation }) => operation.operationId),
    )
    expect(linked.length).toBeGreaterThan(200)
    expect(linked.filter((id) => !loaded.has(id))).toEqual([])
  })

  it('signs in the browser with the very signer of the SDK', async () => {
    const console = await get('/docs/console.js')
    expect(console.headers['content-type']).toContain('text/javascript')
    expect(console.text).toContain("from './signing.js'")
    const { text } = await get('/docs/signing.js')
    const signer = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
    const partner = await service.partner()
    const path = '/api/partner/v1/me'
    const { headers } = await signer.signRequest({ method: 'GET', path, ...partner })
    expect((await service.send({ method: 'GET', url: path, headers })).status).toBe(200)
  })
})
