// The table of endings: what a visitor asks for is what they get.
import { describe, expect, it } from 'vitest'
import { readSort, TLDS_A_PAGE, tldPage } from './tld-table.ts'

const makeTld = (tld: string, register_cents: number | null, tld_unicode = tld) => ({
  tld,
  tld_unicode,
  register_cents,
  renew_cents: register_cents,
  transfer_cents: null,
})
const TLDS = [
  makeTld('ac.ai', 900),
  makeTld('ai', 7000),
  makeTld('co.uk', 500),
  makeTld('com', 1100),
  makeTld('xn--p1ai', null, 'рф'),
]
const names = (q: string, sort = 'name') =>
  tldPage(TLDS, { q, sort: readSort(sort), page: 1 }).rows.map(({ tld }) => tld)

describe('the table of endings', () => {
  it('finds by a part, with a dot, in capitals and in the spelling of people, the ending itself first', () => {
    expect([names('CO'), names('.ai'), names('рф'), names('xn--p1ai'), names('')]).toEqual([
      ['co.uk', 'com'],
      ['ai', 'ac.ai'],
      ['xn--p1ai'],
      ['xn--p1ai'],
      TLDS.map(({ tld }) => tld),
    ])
  })

  it('sorts by price, what has none last, and by name when asked for anything else', () => {
    expect(names('', 'register')).toEqual(['co.uk', 'ac.ai', 'com', 'ai', 'xn--p1ai'])
    expect(names('', 'nonsense')).toEqual(names('', 'name'))
  })

  it('shows every ending once over its pages', () => {
    const many = Array.from({ length: TLDS_A_PAGE * 2 + 1 }, (_, index) => makeTld(`a${index}`, index))
    const pages = [1, 2, 3].map((page) => tldPage(many, { q: '', sort: 'register', page }))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(many)
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
  })
})
