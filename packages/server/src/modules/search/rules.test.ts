// Matches of a search: which a filter leaves, how many each choice would show, and their order.
import { describe, expect, it } from 'vitest'
import {
  countMatches,
  explainKeyword,
  filterMatches,
  keywordWords,
  listingTrigrams,
  listTrigrams,
  sortMatches,
} from './rules.ts'

const match = (domainUnicode: string, priceCents: number, categories: string[] = [], day = 1) => ({
  domainUnicode,
  tld: domainUnicode.slice(domainUnicode.indexOf('.') + 1),
  priceCents,
  categories,
  listedAt: new Date(Date.UTC(2026, 0, day)),
})
const MATCHES = [
  match('abcd.com', 50_000, ['ai'], 1),
  match('wheels.io', 250_000, ['cars'], 3),
  match('bücher.com', 99_999, ['ai', 'books'], 2),
]
const list = (matches: { domainUnicode: string }[]) => matches.map(({ domainUnicode }) => domainUnicode)

describe('a filter', () => {
  it.each([
    [{}, ['abcd.com', 'wheels.io', 'bücher.com']],
    [{ tld: 'com' }, ['abcd.com', 'bücher.com']],
    [{ category: 'books' }, ['bücher.com']],
    [{ minPrice: 99_999, maxPrice: 99_999 }, ['bücher.com']],
    [{ maxLength: 6 }, ['abcd.com', 'wheels.io', 'bücher.com']],
    [{ maxLength: 5 }, ['abcd.com']],
    [{ tld: 'io', maxPrice: 1000 }, []],
  ])('%j leaves %j', (filter, left) => {
    expect(list(filterMatches(MATCHES, filter))).toEqual(left)
  })
})

it('counts each choice without the filter that it replaces', () => {
  const counts = countMatches(MATCHES, { tld: 'com', maxPrice: 60_000 })
  expect(counts.tlds).toEqual([{ tld: 'com', count: 1 }])
  expect(counts.categories).toEqual([{ category: 'ai', count: 1 }])
  expect(counts.prices.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0])
  expect(counts.lengths[0]).toEqual({ maxLength: 4, count: 1 })
})

it('sorts by price and age, and leaves relevance as it is', () => {
  expect(list(sortMatches(MATCHES, 'relevance'))).toEqual(list(MATCHES))
  expect(list(sortMatches(MATCHES, 'price_desc'))).toEqual(['wheels.io', 'bücher.com', 'abcd.com'])
  expect(list(sortMatches(MATCHES, 'newest'))).toEqual(['wheels.io', 'bücher.com', 'abcd.com'])
})

it.each([
  ['codeandcoffee.tech', ['coffee'], 'Name contains “coffee”'],
  ['cafedelbarrio.com', ['coffee'], 'Description contains “coffee”'],
  ['beanroast.com', ['coffee', 'roast'], 'Name contains “roast”'],
])('says where the word is that found %s', (domain, terms, reason) => {
  expect(explainKeyword(domain, terms)).toBe(reason)
})

it.each([
  ['Rent a car', ['rent', 'car']],
  ['a', []],
  ['car, Car; CAR', ['car']],
  ['one two three four five six seven eight nine', ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']],
])('looks for words of %j', (query, words) => {
  expect(keywordWords(query)).toEqual(words)
})

describe('trigrams', () => {
  it.each([
    [['wheels'], ['whe', 'hee', 'eel', 'els']],
    [['ab', 'abc', 'Abc'], ['abc']],
    [['q-wheel.io'], ['whe', 'hee', 'eel']],
    [['b\u00fccher'], ['b\u00fcc', '\u00fcch', 'che', 'her']],
    [['\u{1f600}abc'], ['abc']],
  ])('of %j are %j', (texts, trigrams) => {
    expect(listTrigrams(texts)).toEqual(trigrams)
  })

  it('of a listing include those of every word in its name, categories and description', () => {
    const listing = {
      domain: 'quickwheels.com',
      categories: ['Rental Cars'],
      description: `Fast. ${'x '.repeat(300)}late`,
    }
    const trigrams = new Set(listingTrigrams(listing))
    for (const word of ['kwhee', 'rental', 'cars', 'fast', 'com'])
      expect([word, listTrigrams([word]).every((one) => trigrams.has(one))]).toEqual([word, true])
    // Beyond what is read of a description.
    expect(trigrams.has('lat')).toBe(false)
  })
})
