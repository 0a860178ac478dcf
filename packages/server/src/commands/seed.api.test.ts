// The first start of a development service: inventories, people, and the file that tells their secrets.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EMBEDDING_VERSION } from '@freehold/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LocalSearchEngine } from '../../../search/src/engine.ts'
import { openBrowser, overInject } from '../../test/browser.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { sql } from '../db/sql.ts'
import { type CredentialsFile, credentialsPath, seed } from './seed.ts'

let service: TestService
let folder: string
let first: CredentialsFile
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'freehold-seed-'))
  service = await startTestService({ DATA_DIR: folder, BASE_URL: 'http://localhost:9999' })
  first = await seed(service.deps)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signedMe = (credentials: CredentialsFile) =>
  service.signed({ keyId: credentials.partner.key_id, secret: credentials.partner.secret }, 'GET', '/api/partner/v1/me')
function computeCosine(a: Int8Array, b: Int8Array): number {
  const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
const count = async (table: 'partners' | 'users') =>
  (
    await service.db.one<{ n: number }>(
      table === 'partners' ? sql`select count(*) as n from partners` : sql`select count(*) as n from users`,
    )
  )?.n

it('fills a sandbox of at least 2,000 names with the magic ones, and a demonstration inventory, which share none', async () => {
  const [sandbox, live] = await Promise.all(
    ['sandbox', 'live'].map((environment) =>
      service.db.many<{ domain: string; tld: string }>(
        sql`select domain, tld from listings where environment = ${environment}`,
      ),
    ),
  )
  expect(sandbox!.length).toBeGreaterThanOrEqual(2000)
  expect(new Set(sandbox!.map(({ tld }) => tld)).size).toBeGreaterThanOrEqual(12)
  const names = new Set(sandbox!.map(({ domain }) => domain))
  for (const magic of ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test'])
    expect(names.has(magic)).toBe(true)
  for (const unlisted of ['active-site.test', 'unregistered.test']) expect(names.has(unlisted)).toBe(false)
  expect(live!.length).toBeGreaterThan(100)
  expect(live!.filter(({ domain }) => names.has(domain) || domain.endsWith('.test'))).toEqual([])
})

it('has a vector of this embedding for every sample domain, so that nothing is left to embed', async () => {
  const rows = await service.db.many<{
    domain: string
    categories: string[]
    description: string | null
    vector: Buffer
  }>(
    sql`select l.domain, l.categories, l.description, v.vector from listings l
        left join listing_vectors v on v.listing_id = l.id and v.version = ${EMBEDDING_VERSION} order by l.domain`,
  )
  // Otherwise: npm run sample-vectors.
  expect(rows.filter(({ vector }) => vector === null).map(({ domain }) => domain)).toEqual([])
  const some = rows.filter((_, at) => at % 300 === 0)
  const engine = await LocalSearchEngine.load()
  const made = await engine.embedListings(
    some.map(({ domain, categories, description }) => ({
      domain,
      categories,
      ...(description === null ? {} : { description }),
    })),
  )
  // Other processors round differently.
  for (const [at, { domain, vector }] of some.entries())
    expect([domain, computeCosine(new Int8Array(vector), new Int8Array(made[at]!)) > 0.98]).toEqual([domain, true])
  await engine.close()
})

it('writes credentials.json with the members of the contract, for nobody else to read', async () => {
  const file = JSON.parse(readFileSync(credentialsPath(folder), 'utf8')) as CredentialsFile
  expect(file).toEqual(first)
  expect(statSync(credentialsPath(folder)).mode & 0o777).toBe(0o600)
  expect(Object.keys(file)).toEqual(['base_url', 'partner', 'operator', 'user', 'portal'])
  expect(file.base_url).toBe('http://localhost:9999')
})

it('makes a sandbox partner that is merchant of record, holds every scope and an affiliate account', async () => {
  const me = await signedMe(first)
  expect(me.json).toMatchObject({ environment: 'sandbox', merchant_of_record: true, affiliate: { linked: true } })
  expect(me.json.scopes).toHaveLength(7)
  expect(me.json.partner.partner_id).toBe(first.partner.partner_id)
})

it('gives the operator a token that works', async () => {
  const response = await service.send({
    method: 'GET',
    url: '/api/operator/v1/partners',
    headers: { authorization: `Bearer ${first.operator.token}` },
  })
  expect(response.status).toBe(200)
})

it('makes a person who owns the sandbox partner, and signs in to its portal', async () => {
  const browser = openBrowser(overInject(service))
  await browser.signIn(first.portal)
  const response = await browser.request({ method: 'GET', url: '/api/portal/v1/partners' })
  const [partner] = JSON.parse(response.text).partners
  expect([partner.partner_id, partner.role]).toEqual([first.partner.partner_id, 'owner'])
})

it('adds that person to a folder of an older version, and leaves the rest of the file as it was', async () => {
  const { portal: _portal, ...older } = first
  writeFileSync(credentialsPath(folder), JSON.stringify(older))
  const again = await seed(service.deps)
  expect(again).toEqual({ ...older, portal: { email: first.portal.email, password: expect.any(String) } })
  expect((await signedMe(again)).status).toBe(200)
  first = again
})

it('changes nothing the second time, but keeps base_url current', async () => {
  const before = [await count('partners'), await count('users')]
  expect(await seed(service.deps)).toEqual(first)
  const moved = await seed({ ...service.deps, config: { ...service.deps.config, baseUrl: 'http://localhost:1234' } })
  expect(moved).toEqual({ ...first, base_url: 'http://localhost:1234' })
  expect((JSON.parse(readFileSync(credentialsPath(folder), 'utf8')) as CredentialsFile).base_url).toBe(
    'http://localhost:1234',
  )
  expect([await count('partners'), await count('users')]).toEqual(before)
})

it('issues new secrets for the same people when the file is lost or broken', async () => {
  for (const lose of [
    () => rmSync(credentialsPath(folder)),
    () => writeFileSync(credentialsPath(folder), '{"half":'),
  ]) {
    lose()
    const again = await seed(service.deps)
    expect(again.partner.partner_id).toBe(first.partner.partner_id)
    expect(again.partner.secret).not.toBe(first.partner.secret)
    expect((await signedMe(again)).status).toBe(200)
    expect(await count('partners')).toBe(1)
    expect(existsSync(credentialsPath(folder))).toBe(true)
  }
})
