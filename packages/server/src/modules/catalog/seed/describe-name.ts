// Owns the one sentence that goes with a seeded name, and claims nothing of it that is not so.
import type { Prng } from './prng.ts'
import type { ComposedName, NameShape } from './seed-listing.ts'
import type { Purpose } from './words/category-words.ts'

type Sentence = (facts: Facts) => string

interface Facts {
  /** The words apart and capitalised: `Quick Wheels`. */
  reading: string
  /** Of a local name: the place and what one looks for there. */
  place: string
  trade: string
  tld: string
  letters: number
  /** Two different purposes of the category, with their articles. */
  purpose: string
  other: string
  language: string
  meaning: string
}

const TWO_WORDS: readonly Sentence[] = [
  (f) => `${f.reading} is a natural name for ${f.purpose}.`,
  (f) => `A clear two-word name for ${f.purpose}.`,
  (f) => `${f.reading} suits ${f.purpose} or ${f.other}.`,
  (f) => `Two words that fit ${f.purpose} as well as ${f.other}.`,
  (f) => `A ready-made brand for ${f.purpose}.`,
  (f) => `${f.letters} letters and no hyphen, right for ${f.purpose}.`,
  (f) => `Under ${f.tld}, ${f.reading} would serve ${f.purpose}.`,
  (f) => `Made for ${f.purpose}, and broad enough for ${f.other}.`,
  (f) => `Two words that are spelt as they are spoken, for ${f.purpose}.`,
  (f) => `${f.reading}: a friendly name with room for ${f.purpose} to grow.`,
]

const SENTENCES: Readonly<Record<NameShape, readonly Sentence[]>> = {
  two_words: TWO_WORDS,
  three_words: [
    (f) => `${f.reading} speaks to the customer directly and suits ${f.purpose}.`,
    (f) => `A three-word name that works as a call to action for ${f.purpose}.`,
    (f) => `A good campaign or product name for ${f.purpose}.`,
    (f) => `${f.reading} would suit ${f.purpose} or ${f.other}.`,
  ],
  pair: [
    (f) => `${f.reading} puts two words together that belong together, for ${f.purpose}.`,
    (f) => `A warm double name in the old shop style, for ${f.purpose}.`,
    (f) => `${f.reading} has the ring of a house brand and suits ${f.purpose} or ${f.other}.`,
  ],
  local: [
    (f) => `A local name for people who look for ${f.trade} in ${f.place}.`,
    (f) => `${f.reading} is what people type, which suits a guide to ${f.trade} in ${f.place}.`,
    (f) => `An exact-match name for anything about ${f.trade} in ${f.place}.`,
    (f) => `Place and trade in one name, for anybody who offers ${f.trade} in ${f.place}.`,
  ],
  single: [
    (f) => `A single dictionary word of ${f.letters} letters, for ${f.purpose}.`,
    (f) => `One real word under ${f.tld}: ${f.reading} could carry ${f.purpose} or ${f.other}.`,
    (f) => `${f.reading} is one word that anyone can spell, and suits ${f.purpose}.`,
  ],
  brand: [
    (f) => `An invented name of ${f.letters} letters, open enough for ${f.purpose}.`,
    (f) => `${f.reading} is a made-up word with a clear sound, for ${f.purpose} or ${f.other}.`,
    (f) => `A coined brand name for ${f.purpose}.`,
  ],
  digits: [
    (f) => `A word and a number, for ${f.purpose} that is always there.`,
    (f) => `${f.reading} is short for what it offers and suits ${f.purpose}.`,
    (f) => `A name with a number in it, for ${f.purpose} or ${f.other}.`,
  ],
  hyphen: [
    (f) => `${f.reading}, with a hyphen for easy reading, suits ${f.purpose}.`,
    (f) => `A hyphenated name at a modest price for ${f.purpose}.`,
    (f) => `Two words and a hyphen, for ${f.purpose} or ${f.other}.`,
  ],
  foreign: [
    (f) => `${f.language} for “${f.meaning}”; suits ${f.purpose}.`,
    (f) => `Means “${f.meaning}” in ${f.language}, for ${f.purpose} or ${f.other}.`,
    (f) => `A ${f.language} name (“${f.meaning}”) for ${f.purpose}.`,
  ],
}

/** Words that stay in capitals when they are read apart. */
const ACRONYMS: ReadonlySet<string> = new Set(['ai', 'api', 'seo'])

export function describeName(name: ComposedName, purposes: readonly Purpose[], prng: Prng): string {
  const [purpose, other] = pickTwo(fittingPurposes(name, purposes), prng)
  const sentence = prng.pick(SENTENCES[name.shape])
  const [first = name.label, second = ''] = name.words
  return capitalised(
    sentence({
      reading: name.words.map((word) => (word === 'and' ? word : titled(word))).join(' '),
      place: titled(first),
      trade: ACRONYMS.has(second) ? second.toUpperCase() : second,
      tld: `.${name.tld}`,
      letters: name.label.length,
      purpose,
      other,
      language: name.translation?.language ?? '',
      meaning: name.translation?.meaning ?? '',
    }),
  )
}

/** What the words ask for, three times over, and what suits every name of the category: `coffee` is sooner a roaster than a blog. */
function fittingPurposes(name: ComposedName, purposes: readonly Purpose[]): string[] {
  const general = purposes.filter((purpose) => purpose.needs.size === 0).map((purpose) => purpose.text)
  const special = purposes
    .filter((purpose) => name.words.some((word) => purpose.needs.has(word)))
    .map((purpose) => purpose.text)
  return [...special, ...special, ...special, ...general]
}

function pickTwo(items: readonly string[], prng: Prng): [string, string] {
  const first = prng.pick(items)
  return [first, prng.pick(items.filter((item) => item !== first))]
}

function titled(words: string): string {
  return words
    .split(' ')
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : capitalised(word)))
    .join(' ')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
