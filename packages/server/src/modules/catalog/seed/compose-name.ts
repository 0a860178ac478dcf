// Owns how words become names: which shapes there are, how common each is, and which endings go with which category.
import type { Prng } from './prng.ts'
import type { ComposedName, NameShape } from './seed-listing.ts'
import type { CategoryStyle, CategoryWords } from './words/category-words.ts'

type ComposedShape = Exclude<NameShape, 'foreign'>

const SHAPE_WEIGHTS: Readonly<Record<ComposedShape, number>> = {
  two_words: 60,
  three_words: 6,
  pair: 3,
  local: 10,
  single: 7,
  brand: 6,
  digits: 3,
  hyphen: 5,
}

const COMMON_TLDS = {
  com: 38,
  net: 7,
  org: 3,
  co: 8,
  io: 5,
  app: 4,
  xyz: 4,
  online: 4,
  me: 3,
  de: 2,
  'co.uk': 5,
} as const

const TLD_WEIGHTS: Readonly<Record<CategoryStyle, Readonly<Record<string, number>>>> = {
  general: { ...COMMON_TLDS, tech: 1, ai: 1 },
  retail: { ...COMMON_TLDS, io: 1, app: 2, shop: 9, store: 8 },
  tech: { ...COMMON_TLDS, com: 28, io: 12, ai: 12, dev: 9, tech: 8, app: 8 },
  civic: { ...COMMON_TLDS, org: 13, app: 5, ai: 2 },
}

const LEADING_WORDS = ['the', 'my', 'your', 'get', 'try']

const PLACES = `london paris berlin madrid lisbon rome milan vienna dublin boston austin denver chicago miami seattle
  toronto sydney dubai oslo porto prague brooklyn texas florida kyoto malta ibiza tuscany`.split(/\s+/u)

/** A number before or after a word, as shops that never close and round-about guides have it. */
const NUMBERS_BEFORE = ['24', '247', '365']
const NUMBERS_AFTER = ['24', '247', '365', '360']

const MAX_LABEL_LENGTH = 20

/** Composes one name of the category; null when this throw of the dice gave a name that nobody would register. */
export function composeName(words: CategoryWords, prng: Prng): ComposedName | null {
  const shape = prng.weighted<ComposedShape>(SHAPE_WEIGHTS)
  const parts = composeWords(shape, words, prng)
  const label = parts.join(shape === 'hyphen' ? '-' : '').replaceAll(' ', '')
  const tld = prng.weighted(TLD_WEIGHTS[words.style])
  if (label.length > MAX_LABEL_LENGTH || repeatsItself(parts)) return null
  return { label, tld, shape, category: words.category, words: parts }
}

function composeWords(shape: ComposedShape, words: CategoryWords, prng: Prng): string[] {
  const front = prng.pick(words.fronts)
  const head = prng.pick(words.heads)
  switch (shape) {
    case 'two_words':
    case 'hyphen':
      return [front, head]
    case 'three_words':
      return [prng.pick(LEADING_WORDS), front, head]
    case 'pair': {
      const [first, second] = prng.pick(words.pairs)
      return [first, 'and', second]
    }
    case 'local':
      return [prng.pick(PLACES), prng.pick(words.locals)]
    case 'single':
      return [prng.pick(words.singles)]
    case 'brand':
      return [prng.pick(words.brands)]
    case 'digits':
      return prng.next() < 0.5 ? [prng.pick(NUMBERS_BEFORE), head] : [head, prng.pick(NUMBERS_AFTER)]
  }
}

/** Refuses `solarsolar` and `petpets`: one word that holds another. */
function repeatsItself(parts: readonly string[]): boolean {
  return parts.some((part, index) =>
    parts.some((other, otherIndex) => index !== otherIndex && other.length > 2 && part.includes(other)),
  )
}
