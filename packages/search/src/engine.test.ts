// The engine in one thread, on a small inventory: each kind of query, the life of a listing, filters, odd input.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocalSearchEngine } from './engine.ts'
import type { SearchDocument, SearchQuery } from './types.ts'

const NAMES =
  'quickwheels.com rentwheels.net globalcarhire.com carhire.net autohire.io driveabroad.com usedcars.net carloans.io ' +
  'dogtreats.co healthytails.com barkbites.com hundefutter.de comidaperros.com petpantry.io hotdogstand.com ' +
  'coffeebeans.com coffee.shop espressobar.com coffeetables.net teahouse.co jellybeans.shop ' +
  'yogastudio.com zenflowyoga.com meditation.app calmly.app serenia.com soothely.com ' +
  'finzo.com monexa.io lendora.com credvo.com moneo.app personalloans.com bankdirectory.com ' +
  'aistudio.com smartagents.io neuralworks.io synthetica.ai machinelearning.co helpdesk.io ' +
  'charityfund.org donatenow.org givehope.org charityshop.co solarsystem.org chariot.org ' +
  'locationvoiture.fr voitureoccasion.fr boulangerieartisanale.fr artisanbakery.com ' +
  'solarpower.co rooftopsolar.io weddingphotos.com weddingplanner.io pixelforge.dev pixelforge.com ' +
  'xn--bckerei-5wa.de web3builders.xyz crooks181.shop junction-wheels.com zyntra.com zyntrix.io'
const DOCUMENTS: SearchDocument[] = NAMES.split(' ').map((domain, i) => ({
  id: `lst_${i}`,
  domain,
  priceCents: (i + 1) * 10_000,
  currency: 'USD',
  categories: [],
}))

let engine: LocalSearchEngine
beforeAll(async () => {
  engine = await LocalSearchEngine.load()
  await engine.upsert(DOCUMENTS)
}, 60_000)
afterAll(() => engine.close())

const names = async (query: string | SearchQuery): Promise<string[]> => {
  const { results } = await engine.search(typeof query === 'string' ? { q: query } : query)
  return results.map((result) => result.domain)
}

describe('each kind of query', () => {
  it.each([
    [
      'intent',
      'rent a car abroad',
      ['globalcarhire.com', 'driveabroad.com', 'carhire.net', 'autohire.io', 'rentwheels.net'],
    ],
    ['keyword', 'coffee', ['coffee.shop', 'coffeebeans.com']],
    ['exact', 'quickwheels.com', ['quickwheels.com']],
    ['exact label', 'pixelforge', ['pixelforge.com', 'pixelforge.dev']],
    ['typo', 'quikwheels', ['quickwheels.com']],
    ['typo in a phrase', 'helthy dog treets', ['dogtreats.co', 'healthytails.com', 'barkbites.com']],
    ['typo in an invented name', 'lendorra', ['lendora.com']],
    ['prefix', 'weddingp', ['weddingphotos.com', 'weddingplanner.io']],
    ['tld', 'charity .org', ['charityfund.org', 'donatenow.org', 'givehope.org']],
    [
      'brandable',
      'short brandable name for fintech',
      ['finzo.com', 'monexa.io', 'moneo.app', 'credvo.com', 'lendora.com'],
    ],
    ['brandable mood', 'calm wellness brand name', ['calmly.app', 'serenia.com', 'soothely.com']],
    ['spanish', 'comida para perros', ['comidaperros.com']],
    ['french', 'location de voiture', ['locationvoiture.fr']],
    ['german', 'hundefutter', ['hundefutter.de']],
    ['idn', 'bäckerei.de', ['xn--bckerei-5wa.de']],
    ['digits', 'web3 builders', ['web3builders.xyz']],
    ['digits in an exact label', 'crooks181', ['crooks181.shop']],
    ['hyphen', 'junction wheels', ['junction-wheels.com']],
  ])('%s: %s begins with one of what was meant', async (_kind, q, meant) => {
    expect(meant).toContain((await names(q))[0])
  })

  it('leaves out what a wish rules out', async () => {
    const found = await names('car hire, not .com, without hyphens')
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((domain) => domain.endsWith('.com') || domain.includes('-'))).toEqual([])
    expect((await names('invented name ending in -ora')).slice(0, 1)).toEqual(['lendora.com'])
    expect(await names('coffee in .shop or .com')).toEqual(expect.arrayContaining(['coffee.shop', 'coffeebeans.com']))
  })

  it.each([
    ['coffee', 'Exactly the name you typed'],
    ['fresh coffee beans', 'Name contains “coffee” and “beans”'],
    ['weddingp', 'Starts with “weddingp”'],
    ['quickwheels.com', 'Exactly the domain you asked for'],
    ['quikwheels', 'Spelled almost like “quikwheels”'],
    ['charity .org', 'Name contains “charity”, ends in .org'],
  ])('says why %s found its first', async (q, reason) => {
    expect((await engine.search({ q })).results[0]?.match.reason).toBe(reason)
  })

  it('shows near names after the one that was typed', async () => {
    expect((await names('zyntra')).slice(0, 2)).toEqual(['zyntra.com', 'zyntrix.io'])
  })

  it('hears a price wish in another currency than the listing has', async () => {
    const price = (id: string, priceCents: number, currency: string): SearchDocument => ({
      id,
      domain: `${id}coffee.com`,
      priceCents,
      currency,
    })
    await engine.upsert(
      [price('near', 33_000, 'USD'), price('dear', 29_000, 'GBP'), price('own', 30_000, 'EUR')],
      'mixed',
    )
    const found = await names({ q: 'coffee under 300 euros', collection: 'mixed' })
    expect(found.sort()).toEqual(['nearcoffee.com', 'owncoffee.com'])
  })

  it('does not offer cats to someone who asks for dogs', async () => {
    const animals = ['felinetreats.com', 'puppybiscuits.com'].map((domain) => ({
      id: domain,
      domain,
      priceCents: 1,
      currency: 'USD',
    }))
    await engine.upsert(animals, 'animals')
    expect((await names({ q: 'healthy dog treats', collection: 'animals' }))[0]).toBe('puppybiscuits.com')
  })

  it('puts what was meant before lexical traps', async () => {
    const found = await names({ q: 'rent a car abroad', limit: 10 })
    expect(found.indexOf('globalcarhire.com')).toBeLessThan(
      found.indexOf('carloans.io') + 100 * Number(!found.includes('carloans.io')),
    )
    expect(await names('charity .org')).not.toContain('chariot.org')
    expect((await names('coffee')).indexOf('coffeetables.net')).not.toBe(0)
  })

  it('gives at most five, or as many as asked for', async () => {
    expect((await names('car')).length).toBeLessThanOrEqual(5)
    expect((await names({ q: 'car', limit: 2 })).length).toBe(2)
  })

  it('explains its scores', async () => {
    const { results, understood } = await engine.search({ q: 'helthy dog treets under $5000' })
    expect(understood).toMatchObject({
      corrections: { helthy: 'healthy', treets: 'treats' },
      maxPriceCents: 500_000,
      language: 'en',
    })
    expect(results.find(({ domain }) => domain === 'dogtreats.co')?.match.terms).toEqual(['dog', 'treats'])
    for (const { score, match } of results) {
      for (const value of [score, match.keyword, match.semantic]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    }
    const scores = results.map((result) => result.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })
})

describe('nonsense and odd input', () => {
  it.each(['qwpoeiru zxcmn', 'asdkjh', 'vrtplk qqwzx', 'zzzzxxxx', '😀', '\u0000\u0007', '\u200b', '   ', '...'])(
    '%j finds nothing',
    async (q) => {
      expect(await names(q)).toEqual([])
    },
  )

  it('answers a query of 200 characters', async () => {
    expect(await names('a quiet place to rent a car abroad '.repeat(6).slice(0, 200))).toBeInstanceOf(Array)
    expect(await names('x'.repeat(200))).toEqual([])
  })
})

describe('the very words that were typed', () => {
  const DOMAINS =
    'nordiclamp.online tokenora.co cryptowallet.io coinvault.com bitcoinmarket.com organicfarm.com pianoorgans.com ' +
    'homecastle.com familyvillas.com propertyagents.net rooftopgardening.com plantnursery.com seedlings.shop ' +
    'gardenwedding.com brainvoice.app justicefirm.co smartoffice.io coffeecastle.com'
  beforeAll(async () => {
    const documents = DOMAINS.split(' ').map((domain) => ({ id: domain, domain, priceCents: 1_000, currency: 'USD' }))
    await engine.upsert(documents, 'words')
  })
  const found = (q: string, more: Partial<SearchQuery> = {}) => names({ q, collection: 'words', limit: 20, ...more })

  it.each([
    ['nordic', ['nordiclamp.online']],
    ['home', ['homecastle.com']],
    ['homes', ['homecastle.com']],
    ['token', ['tokenora.co']],
    ['garden', ['gardenwedding.com', 'rooftopgardening.com']],
    ['wedding garden', ['gardenwedding.com']],
    ['a nordic lamp', ['nordiclamp.online']],
    ['castle', ['coffeecastle.com', 'homecastle.com']],
  ])('come first for %s', async (q, wanted) => {
    expect((await found(q)).slice(0, wanted.length).sort()).toEqual(wanted)
  })

  it('are whole words or their inflections, not other words with the same stem', async () => {
    expect((await found('organs'))[0]).toBe('pianoorgans.com')
    expect((await found('organ')).slice(0, 2)).toContain('pianoorgans.com')
  })

  it('are not hidden, and not put before what a wish binds', async () => {
    for (const q of ['nordic', 'castle', 'office']) expect((await found(q)).length).toBeGreaterThan(0)
    expect(await found('nordic', { tld: 'com' })).not.toContain('nordiclamp.online')
    await engine.upsert([{ id: 'fort', domain: 'fortress.net', priceCents: 1_000, currency: 'USD' }], 'words')
    expect((await found('castle .net'))[0]).toBe('fortress.net')
    await engine.remove(['fort'], 'words')
    // Letters do not bring back what is not wanted.
    expect(await found('ice without justice')).not.toContain('justicefirm.co')
    expect((await found('ice .co')).filter((domain) => !domain.endsWith('.co'))).toEqual([])
  })

  it('count little in a description', async () => {
    const { results } = await engine.search({ q: 'somewhere to buy seedlings for the garden', collection: 'words' })
    expect(results[0]?.domain).not.toBe('gardenwedding.com')
  })

  it('may be letters inside of words when no name has them as a word and none means them', async () => {
    expect((await found('ice')).sort()).toEqual(['brainvoice.app', 'justicefirm.co', 'smartoffice.io'])
    expect(await found('ice', { tld: 'app' })).toEqual(['brainvoice.app'])
    expect(await found('ice', { isTyping: true })).toEqual([])
    expect(await found('xyzice')).toEqual([])
    const { results } = await engine.search({ q: 'ice', collection: 'words' })
    expect(results[0]?.match.reason).toBe('Contains the letters “ice”')
    // A beginning of a word comes before the inside of one.
    expect((await found('ust'))[0]).toBe('justicefirm.co')
    await engine.upsert([{ id: 'ice', domain: 'icerink.co', priceCents: 1_000, currency: 'USD' }], 'words')
    expect((await found('ice'))[0]).toBe('icerink.co')
  })
})

describe('the relevance floor of an inventory of few names', () => {
  const INVENTORIES: Record<string, string[]> = {
    one: ['coffeebeans.com'],
    two: ['coffeebeans.com', 'quickwheels.com'],
    five: ['coffeebeans.com', 'weddingphotos.com', 'finzo.com', 'yogastudio.com', 'dogtreats.co'],
  }
  const few = async (collection: string, q: string): Promise<string[]> => names({ q, collection })
  beforeAll(async () => {
    for (const [collection, domains] of Object.entries(INVENTORIES)) {
      const documents = domains.map((domain) => ({ id: domain, domain, priceCents: 1_000, currency: 'USD' }))
      await engine.upsert(documents, collection)
    }
  })

  it.each(
    Object.keys(INVENTORIES).flatMap((collection) =>
      [
        'train for a marathon',
        'learn guitar online',
        'cheap flights to japan',
        'tax lawyer',
        'ai startup .io',
        'zebra',
        'qwpoeiru zxcmn',
        'xkqzjv',
      ].map((q) => [collection, q] as const),
    ),
  )('%s: %s finds nothing', async (collection, q) => {
    expect(await few(collection, q)).toEqual([])
  })

  it('does not answer with the least strange of strangers', async () => {
    expect(await few('one', 'rent a car')).toEqual([])
    expect(await few('two', 'rent a car')).not.toContain('coffeebeans.com')
    expect(await few('five', 'rent a car')).toEqual([])
  })

  it('still finds what is meant', async () => {
    for (const collection of Object.keys(INVENTORIES)) {
      expect(await few(collection, 'coffee')).toEqual(['coffeebeans.com'])
      expect(await few(collection, 'espresso shop')).toEqual(['coffeebeans.com'])
      expect(await few(collection, 'cofeebeans')).toEqual(['coffeebeans.com'])
      expect(await few(collection, 'coffeeb')).toEqual(['coffeebeans.com'])
    }
    expect(await few('two', 'quickwheels.com')).toEqual(['quickwheels.com'])
    expect((await few('five', 'short brandable name for fintech'))[0]).toBe('finzo.com')
    expect((await few('five', 'healthy snacks for dogs'))[0]).toBe('dogtreats.co')
  })
})

describe('filters', () => {
  it('keep to a TLD and to prices, and never empty an answer that others would fill', async () => {
    expect((await names({ q: 'car rental', tld: 'net' })).every((domain) => domain.endsWith('.net'))).toBe(true)
    expect((await names({ q: 'car rental', tld: 'net' })).length).toBeGreaterThan(0)
    const { results } = await engine.search({ q: 'rent a car', maxPriceCents: 30_000 })
    expect(results.map((result) => result.domain)).toContain('rentwheels.net')
    const price = new Map(DOCUMENTS.map((document) => [document.domain, document.priceCents]))
    expect(results.every((result) => price.get(result.domain)! <= 30_000)).toBe(true)
  })

  it('read a price from the words, unless one is given apart', async () => {
    expect(await names('rent a car under $200')).not.toContain('carhire.net')
    expect(await names({ q: 'rent a car under $200', maxPriceCents: 10_000_000 })).toContain('carhire.net')
  })

  it('give nothing for a TLD that is not there', async () => {
    expect(await names({ q: 'car rental', tld: 'museum' })).toEqual([])
  })
})

describe('while someone types', () => {
  const typed = (q: string) => names({ q, isTyping: true, limit: 8 })

  it.each(['cof', 'coff', 'coffe'])('finds names with a word that begins with %s, and no others', async (q) => {
    expect((await typed(q)).toSorted()).toEqual(['coffee.shop', 'coffeebeans.com', 'coffeetables.net'])
  })

  it('finds a word in the middle of a name, but not letters in the middle of a word', async () => {
    expect(await typed('sola')).toEqual(expect.arrayContaining(['solarpower.co', 'rooftopsolar.io']))
    expect(await typed('iness')).toEqual([])
    expect(await typed('ffee')).toEqual([])
  })

  it('searches by meaning when the word is whole, corrected or of another language', async () => {
    for (const q of ['coffee', 'cofee', 'koffie']) expect(await typed(q)).toContain('espressobar.com')
  })

  it('searches by the whole words before a word that is being typed', async () => {
    expect(await typed('dog tre')).toEqual(expect.arrayContaining(['dogtreats.co', 'barkbites.com']))
    expect((await typed('coffee ta'))[0]).toBe('coffeetables.net')
  })

  it('finds nothing for letters that begin no word', async () => {
    for (const q of ['xqz', 'zz', 'qwpo']) expect(await typed(q)).toEqual([])
  })
})

describe('the life of a listing', () => {
  const listing: SearchDocument = {
    id: 77,
    domain: 'marathontraining.io',
    priceCents: 5_000,
    currency: 'USD',
    categories: [],
  }

  it('is found when it comes, as changed, and gone when it goes', async () => {
    expect(await names('train for a marathon')).not.toContain(listing.domain)
    await engine.upsert([listing])
    expect((await names('train for a marathon'))[0]).toBe(listing.domain)
    await engine.upsert([{ ...listing, priceCents: 900_000 }])
    expect(await names({ q: 'train for a marathon', maxPriceCents: 10_000 })).not.toContain(listing.domain)
    expect(await engine.size()).toBe(DOCUMENTS.length + 1)
    await engine.remove([listing.id, 'unknown'])
    expect(await names('train for a marathon')).not.toContain(listing.domain)
    expect(await names('marathontraining.io')).not.toContain(listing.domain)
    expect(await engine.size()).toBe(DOCUMENTS.length)
  })

  it('counts categories and description', async () => {
    await engine.upsert([
      { ...listing, domain: 'zorvanta.com', categories: ['pet-care'], description: 'grooming for poodles' },
    ])
    const { results } = await engine.search({ q: 'poodle grooming' })
    expect(results.map((result) => result.domain)).toContain('zorvanta.com')
    expect(results.find((result) => result.domain === 'zorvanta.com')?.match.terms).toContain('grooming')
    await engine.remove([listing.id])
  })

  it('uses a stored vector instead of embedding', async () => {
    const [vector] = await engine.embedListings([listing])
    expect(vector?.byteLength).toBe(384)
    expect((await engine.upsert([{ ...listing, vector: vector! }])).embedded).toEqual([])
    const { embedded } = await engine.upsert([listing])
    expect(embedded).toEqual([{ id: listing.id, vector }])
    await engine.remove([listing.id])
    await expect(engine.upsert([{ ...listing, vector: new Uint8Array(5) }])).rejects.toThrow('384')
  })

  it('keeps collections apart', async () => {
    await engine.upsert([listing], 'sandbox')
    expect(await names('marathon training')).not.toContain(listing.domain)
    expect(await names({ q: 'marathon training', collection: 'sandbox' })).toEqual([listing.domain])
    expect((await engine.stats()).collections).toMatchObject({
      sandbox: { size: 1 },
      default: { size: DOCUMENTS.length },
    })
  })
})
