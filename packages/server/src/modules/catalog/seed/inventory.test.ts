// Holds the seeded inventories to what the rest of the service counts on: size, spread, valid names, believable prices, no chance.
import { describe, expect, it } from 'vitest'
import { parseDomainName } from '../../../kernel/text/domain-name.ts'
import { demoInventory } from './demo-inventory.ts'
import { createPrng } from './prng.ts'
import { sandboxInventory } from './sandbox-inventory.ts'
import type { SeedListing } from './seed-listing.ts'

const sandbox = sandboxInventory()
const demo = demoInventory()

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function getTld(listing: SeedListing): string {
  const parsed = parseDomainName(listing.domain, { allowTest: true })
  return parsed.ok ? parsed.name.tld : expect.unreachable(`${listing.domain}: ${parsed.message}`)
}

describe.each([
  ['sandbox', sandbox, sandboxInventory, { allowTest: true }],
  ['demo', demo, demoInventory, { allowTest: false }],
] as const)('the %s inventory', (_, listings, generate, options) => {
  it('is the same every time', () => {
    expect(generate()).toEqual(listings)
  })

  it('hands out its own objects, so that no caller can change the next one', () => {
    for (const listing of generate()) listing.categories.push('changed')
    expect(generate()).toEqual(listings)
  })

  it('lists no name twice', () => {
    expect(new Set(listings.map((listing) => listing.domain)).size).toBe(listings.length)
  })

  it('lists registrable names in their stored form only', () => {
    for (const { domain } of listings) {
      expect(parseDomainName(domain, options)).toMatchObject({ ok: true, name: { domain } })
    }
  })

  it('asks believable prices in whole units, with a floor from 70 to 90 percent', () => {
    for (const { domain, priceCents, floorPriceCents, currency } of listings) {
      expect(priceCents % 100, domain).toBe(0)
      expect(floorPriceCents % 100, domain).toBe(0)
      expect(priceCents, domain).toBeGreaterThanOrEqual(20_000)
      expect(priceCents, domain).toBeLessThanOrEqual(12_000_000)
      expect(floorPriceCents, domain).toBeGreaterThanOrEqual(priceCents * 0.7)
      expect(floorPriceCents, domain).toBeLessThanOrEqual(priceCents * 0.9)
      expect(['USD', 'EUR'], domain).toContain(currency)
    }
    const usual = listings.filter((listing) => listing.priceCents <= 2_000_000)
    expect(usual.length).toBeGreaterThan(listings.length * 0.9)
    expect(listings.filter((listing) => listing.priceCents > 2_500_000).length).toBeGreaterThanOrEqual(5)
    expect(listings.filter((listing) => listing.currency === 'EUR').length).toBeGreaterThanOrEqual(15)
  })

  it('describes each name in one sentence', () => {
    for (const { description } of listings) {
      expect(description).toMatch(/^[\p{Lu}\d“].{15,160}\.$/u)
      expect(description).not.toMatch(/undefined|null|\$\{| {2}|“”/u)
    }
    const texts = countBy(listings.map((listing) => listing.description))
    expect(texts.size).toBeGreaterThan(listings.length / 2)
  })

  it('puts each name into one to three categories, each once', () => {
    for (const { domain, categories } of listings) {
      expect(new Set(categories).size, domain).toBe(categories.length)
      expect(categories.length, domain).toBeGreaterThanOrEqual(1)
      expect(categories.length, domain).toBeLessThanOrEqual(3)
      for (const category of categories) expect(category).toMatch(/^[a-z]+(-[a-z]+)*$/u)
    }
  })

  it('holds names that need an A-label, names with digits and names with hyphens', () => {
    const labels = listings.map((listing) => listing.domain)
    expect(labels.filter((domain) => domain.startsWith('xn--')).length).toBeGreaterThanOrEqual(10)
    expect(labels.filter((domain) => /\d/u.test(domain.replace('xn--', ''))).length).toBeGreaterThanOrEqual(10)
    expect(labels.filter((domain) => /^(?!xn--)[a-z]+-[a-z]+\./u.test(domain)).length).toBeGreaterThanOrEqual(15)
  })
})

describe('the sandbox inventory', () => {
  it('holds at least 2,400 names over at least 14 endings and 24 categories, none of them a token presence', () => {
    expect(sandbox.length).toBeGreaterThanOrEqual(2400)
    const tlds = countBy(sandbox.map(getTld))
    expect([...tlds.values()].filter((count) => count >= 20).length).toBeGreaterThanOrEqual(15)
    expect(tlds.get('test')).toBeGreaterThanOrEqual(100)
    const categories = countBy(sandbox.flatMap((listing) => listing.categories))
    expect([...categories.values()].filter((count) => count >= 50).length).toBeGreaterThanOrEqual(24)
  })

  it('lists the magic names that are bought, and not those that are brokered', () => {
    const domains = new Set(sandbox.map((listing) => listing.domain))
    for (const domain of ['held.test', 'price-changes.test', 'sold-elsewhere.test', 'transfer-fails.test']) {
      expect(domains).toContain(domain)
    }
    for (const domain of ['active-site.test', 'unregistered.test']) expect(domains).not.toContain(domain)
  })

  it('lists the name of the guides once, at a price below review', () => {
    const named = sandbox.filter((listing) => listing.domain === 'quickwheels.com')
    expect(named).toMatchObject([{ priceCents: 349_500, currency: 'USD', categories: ['cars'] }])
  })

  it('keeps the magic names below the price from which an order is held anyway', () => {
    for (const { priceCents, categories } of sandbox) {
      if (categories.includes('sandbox')) expect(priceCents).toBeLessThan(2_500_000)
    }
  })

  it('leaves alone the prefixes by which the simulated registry is steered', () => {
    for (const { domain } of sandbox) expect(domain).not.toMatch(/^(free|taken|silent)-/u)
  })
})

describe('the demo inventory', () => {
  it('holds about 600 names over at least 14 endings and 24 categories', () => {
    expect(demo.length).toBeGreaterThanOrEqual(550)
    expect(demo.length).toBeLessThanOrEqual(650)
    expect(countBy(demo.map(getTld)).size).toBeGreaterThanOrEqual(14)
    expect(countBy(demo.flatMap((listing) => listing.categories)).size).toBeGreaterThanOrEqual(24)
  })

  it('shares no name with the sandbox', () => {
    const domains = new Set(sandbox.map((listing) => listing.domain))
    expect(demo.filter((listing) => domains.has(listing.domain))).toEqual([])
  })
})

describe('createPrng', () => {
  it('repeats a sequence for a seed and gives known numbers', () => {
    const one = createPrng(42)
    const two = createPrng(42)
    const first = Array.from({ length: 3 }, () => one.between(0, 999_999))
    expect(first).toEqual(Array.from({ length: 3 }, () => two.between(0, 999_999)))
    expect(first).toEqual([601_103, 448_290, 852_465])
  })

  it('stays within its bounds and meets both ends', () => {
    const prng = createPrng(7)
    const drawn = new Set(Array.from({ length: 500 }, () => prng.between(3, 6)))
    expect([...drawn].sort()).toEqual([3, 4, 5, 6])
  })

  it('never draws a weight of zero', () => {
    const prng = createPrng(7)
    for (let index = 0; index < 500; index++) expect(prng.weighted({ never: 0, always: 1 })).toBe('always')
  })
})
