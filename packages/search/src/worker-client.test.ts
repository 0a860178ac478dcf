// The engine behind a worker thread, started from TypeScript source as the tests are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSearchEngine, EMBEDDING_VERSION, type SearchEngine } from './index.ts'

let engine: SearchEngine
beforeAll(async () => {
  engine = createSearchEngine()
  await engine.ready()
}, 60_000)
afterAll(() => engine.close())

const listing = (id: number, domain: string) => ({ id, domain, priceCents: 1_000, currency: 'USD', categories: [] })

describe('search worker', () => {
  it('takes listings, answers, and forgets them', async () => {
    const { embedded } = await engine.upsert([listing(1, 'carhire.net'), listing(2, 'coffeebeans.com')])
    expect(embedded.map(({ id, vector }) => [id, vector.byteLength])).toEqual([
      [1, 384],
      [2, 384],
    ])
    expect((await engine.search({ q: 'rent a car' })).results[0]).toMatchObject({ id: 1, domain: 'carhire.net' })
    expect(await engine.stats()).toMatchObject({ embeddingVersion: EMBEDDING_VERSION })
    await engine.remove([1])
    expect((await engine.search({ q: 'rent a car' })).results.map(({ id }) => id)).not.toContain(1)
    expect(await engine.size()).toBe(1)
  })

  it('applies changes in the order they were asked for', async () => {
    const changes = [
      engine.upsert([listing(9, 'yogastudio.com')]),
      engine.remove([9]),
      engine.upsert([listing(9, 'teahouse.co')]),
    ]
    await Promise.all(changes)
    expect((await engine.search({ q: 'yogastudio.com' })).results.map((result) => result.domain)).not.toContain(
      'yogastudio.com',
    )
    expect((await engine.search({ q: 'teahouse' })).results[0]?.domain).toBe('teahouse.co')
  })

  it('takes a vector as the database returns it', async () => {
    const [vector] = await engine.embedListings([{ domain: 'solarpower.co' }])
    const { embedded } = await engine.upsert([{ ...listing(3, 'solarpower.co'), vector: Buffer.from(vector!) }])
    expect(embedded).toEqual([])
  })

  it('passes errors on and stays usable', async () => {
    await expect(engine.upsert([{ ...listing(4, 'x.com'), vector: new Uint8Array(3) }])).rejects.toThrow('384 bytes')
    expect(await engine.size()).toBeGreaterThan(0)
  })

  it('leaves the request thread free while it embeds', async () => {
    const many = Array.from({ length: 60 }, (_, i) => listing(1_000 + i, `name${i}example.com`))
    const import_ = engine.upsert(many)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const during = await engine.search({ q: 'coffee beans' })
    await import_
    clearInterval(timer)
    expect(during.results[0]?.domain).toBe('coffeebeans.com')
    expect(turns).toBeGreaterThan(3)
  })

  it('refuses calls after it was closed', async () => {
    const other = createSearchEngine()
    await other.close()
    await expect(other.search({ q: 'x' })).rejects.toThrow('stopped')
  })
})
