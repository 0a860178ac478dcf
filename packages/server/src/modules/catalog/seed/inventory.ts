// Owns the making of an inventory: draws names until there are enough, each valid and unique, and gives each its price and text.
import { parseDomainName } from '../../../kernel/text/domain-name.ts'
import { composeName } from './compose-name.ts'
import { describeName } from './describe-name.ts'
import { priceName } from './price-name.ts'
import { createPrng, type Prng } from './prng.ts'
import type { ComposedName, SeedListing } from './seed-listing.ts'
import { BUSINESS } from './words/business.ts'
import type { CategoryWords, Purpose } from './words/category-words.ts'
import { FOREIGN_NAMES } from './words/foreign-names.ts'
import { LEISURE } from './words/leisure.ts'
import { LIVING } from './words/living.ts'
import { TECHNOLOGY } from './words/technology.ts'

export interface InventoryPlan {
  seed: number
  /** How many names in all, the foreign and the `.test` ones included. */
  count: number
  /** How many of them under `.test`; a live inventory has none. */
  testCount: number
  /** Which part of the foreign names this inventory takes: the two inventories share none. */
  takesForeign: (index: number) => boolean
  /** Names that are listed elsewhere already. */
  exclude: ReadonlySet<string>
}

const CATEGORIES: readonly CategoryWords[] = [...LEISURE, ...LIVING, ...BUSINESS, ...TECHNOLOGY]

/** A label under many endings looks like a price list, not like a market. */
const MAX_ENDINGS_PER_LABEL = 2

/** Words that put a name into a second category, whatever list they come from. */
const SECOND_CATEGORY: Readonly<Record<string, string>> = {
  apps: 'software',
  bot: 'ai',
  cloud: 'software',
  coffee: 'food',
  crypto: 'finance',
  cycling: 'fitness',
  dental: 'health',
  design: 'art',
  electric: 'energy',
  florist: 'wedding',
  flowers: 'garden',
  hosting: 'software',
  hotels: 'travel',
  insurance: 'finance',
  kitchen: 'home',
  kitchens: 'food',
  mortgage: 'real-estate',
  movers: 'logistics',
  nutrition: 'food',
  photographers: 'art',
  printing: 'art',
  rental: 'travel',
  rentals: 'travel',
  robotics: 'science',
  seo: 'software',
  solar: 'home',
  spa: 'health',
  sneakers: 'sports',
  tours: 'outdoors',
  trails: 'outdoors',
  villas: 'travel',
  vintage: 'art',
  wallet: 'finance',
  wellness: 'fitness',
  yoga: 'health',
}

export function buildInventory(plan: InventoryPlan): SeedListing[] {
  const prng = createPrng(plan.seed)
  const listings = new Map<string, SeedListing>()
  const tldsByLabel = new Map<string, number>()

  function add(name: ComposedName, purposes: readonly Purpose[]): void {
    const used = tldsByLabel.get(name.label) ?? 0
    if (used >= MAX_ENDINGS_PER_LABEL) return
    const parsed = parseDomainName(`${name.label}.${name.tld}`, { allowTest: plan.testCount > 0 })
    if (!parsed.ok || listings.has(parsed.name.domain) || plan.exclude.has(parsed.name.domain)) return
    tldsByLabel.set(name.label, used + 1)
    listings.set(parsed.name.domain, {
      domain: parsed.name.domain,
      ...priceName(name, prng),
      description: describeName(name, purposes, prng),
      categories: listCategories(name),
    })
  }

  for (const [name, purposes] of foreignNames(plan.takesForeign)) add(name, purposes)
  const withTest = Math.min(plan.count, listings.size + plan.testCount)
  drawNames(prng, (name, words) => {
    if (listings.size >= withTest) return false
    add({ ...name, tld: 'test' }, words.purposes)
    return true
  })
  drawNames(prng, (name, words) => {
    if (listings.size >= plan.count) return false
    add(name, words.purposes)
    return true
  })
  return [...listings.values()]
}

/** Goes round the categories, so that each gets its share, until the taker wants no more. */
function drawNames(prng: Prng, take: (name: ComposedName, words: CategoryWords) => boolean): void {
  for (let round = 0; round < 1000; round++) {
    for (const words of CATEGORIES) {
      const name = composeName(words, prng)
      if (name !== null && !take(name, words)) return
    }
  }
  throw new Error('The word lists are too short for an inventory of this size.')
}

function foreignNames(takes: (index: number) => boolean): [ComposedName, readonly Purpose[]][] {
  return FOREIGN_NAMES.filter((_, index) => takes(index)).flatMap((foreign) => {
    const purposes = CATEGORIES.find((words) => words.category === foreign.category)?.purposes
    if (!purposes) throw new Error(`The category ${foreign.category} of ${foreign.label} has no word list.`)
    return foreign.tlds.map((tld): [ComposedName, readonly Purpose[]] => {
      const { label, category, language, meaning } = foreign
      return [{ label, tld, shape: 'foreign', category, words: [label], translation: { language, meaning } }, purposes]
    })
  })
}

function listCategories(name: ComposedName): string[] {
  const seconds = name.words.map((word) => SECOND_CATEGORY[word]).filter((second) => second !== undefined)
  return [...new Set([name.category, ...seconds])]
}
