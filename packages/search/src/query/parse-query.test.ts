// Understanding a whole query, without any inventory.
import { describe, expect, it } from 'vitest'
import { NameReader } from '../names/understand-name.ts'
import { LANGUAGES } from '../names/word-table.ts'
import { type InventoryWords, QueryReader } from './parse-query.ts'
import { Speller } from './speller.ts'

const names = new NameReader()
const reader = new QueryReader(names, new Speller(names.words))
const EMPTY: InventoryWords = {
  hasTld: () => false,
  hasLabel: () => false,
  beginningWith: () => [],
  nearestLabel: () => undefined,
  hasWord: () => false,
}
const read = (q: string, inventory: Partial<InventoryWords> = {}) => reader.read(q, { ...EMPTY, ...inventory })

describe('corrections', () => {
  it.each([
    ['helthy dog treets', 'healthy dog treats'],
    ['cofee', 'coffee'],
    ['weding photograper', 'wedding photographer'],
    ['mortage calculater', 'mortgage calculator'],
    ['vegan resturants', 'vegan restaurants'],
    ['quikwheels', 'quick wheels'],
    ['jewlery', 'jewelry'],
  ])('%s → %s', (typed, meant) => {
    expect(read(typed).texts[0]).toBe(meant)
  })

  it('leaves words, names of the inventory and compounds as they are', () => {
    expect(read('yoga studio').corrected).toBe(false)
    expect(read('dogfood').texts[0]).toBe('dog food')
    expect(read('zentrix', { hasLabel: (label) => label === 'zentrix' }).terms.map((term) => term.word)).toEqual([
      'zentrix',
    ])
  })

  it('takes the label of a listing that is a slip away', () => {
    expect(read('lendorra', { nearestLabel: () => 'lendora' }).terms[0]?.word).toBe('lendora')
  })

  it('completes a word that is being typed from the names that begin with it', () => {
    const parsed = read('mortg', { beginningWith: () => ['mortgagebrokers.com', 'mortgagerates.org'] })
    expect(parsed.partial).toBe(true)
    expect(parsed.texts[0]).toBe('mortgage')
  })
})

describe('languages', () => {
  it.each([
    ['comida para perros', 'es', 'dog food'],
    ['boulangerie artisanale', 'fr', 'bakery handmade'],
    ['hundefutter kaufen', 'de', 'dog food buy'],
    ['noleggio auto', 'it', 'car rental'],
    ['viagens baratas', 'pt', 'cheap travel'],
    ['goedkope vluchten', 'nl', 'cheap flights'],
  ])('%s is %s for %s', (q, language, english) => {
    const parsed = read(q)
    expect(parsed.languages & (1 << LANGUAGES.indexOf(language as 'es'))).toBeTruthy()
    expect(parsed.english.join(' ')).toBe(english)
    expect(parsed.texts).toHaveLength(2)
  })

  it('does not take English for another language', () => {
    for (const q of ['rent a car abroad', 'hotel', 'online casino', 'data security', 'pizza delivery', 'short names']) {
      expect(read(q).languages).toBe(0)
    }
  })
})

describe('wishes', () => {
  it('takes TLD, price and brand wishes out of the text', () => {
    const parsed = read('short brandable name for fintech .io under $2000')
    expect(parsed).toMatchObject({ tlds: ['io'], maxPriceCents: 200_000, brandable: true })
    expect(parsed.texts[0]).toBe('fintech')
  })

  it('does not read a brand wish into a plain noun', () => {
    expect(read('clothing brand').brandable).toBe(false)
    expect(read('futuristic tech company name').brandable).toBe(true)
  })

  it('drops the frame of a request', () => {
    expect(read('i am looking for a domain about vegan food').texts[0]).toBe('vegan food')
  })
})

describe('input that means nothing', () => {
  it.each(['', ' ', '😀', '\u0000\u0001\u0007', '\u202e\u200b', '...', '-', '%%%', '\ud800'])(
    '%j has no words',
    (q) => {
      expect(read(q).terms).toEqual([])
    },
  )

  it('survives long and odd queries', () => {
    for (const q of [
      'a'.repeat(200),
      'x '.repeat(100),
      '1'.repeat(200),
      'ß'.repeat(100),
      '東京 タワー',
      '.'.repeat(200),
    ]) {
      expect(() => read(q)).not.toThrow()
    }
  })

  it('knows that random keys are no words', () => {
    expect(read('qwpoeiru zxcmn').known).toBe(0)
    expect(read('rent a car').known).toBe(1)
  })
})
