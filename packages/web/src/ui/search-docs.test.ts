// The search of the documentation: what it finds, and in which order.
import { describe, expect, it } from 'vitest'
import { searchDocs } from './search-docs.ts'

const entry = (title: string, text = '') => ({ href: `/${title}`, title, section: 'Guides', text })
const titles = (query: string, ...entries: ReturnType<typeof entry>[]) =>
  searchDocs(entries, query, 10).map(({ title }) => title)

describe('the search of the documentation', () => {
  it('needs every word, in any case and order', () => {
    const quote = entry('Create a quote', 'Reserves a domain for ten minutes.')
    expect(titles('QUOTE domain', quote, entry('List quotes'))).toEqual(['Create a quote'])
  })

  it('puts a title before a text, and a whole word before its beginning', () => {
    const list = [entry('Orders', 'refund'), entry('Refunding'), entry('Refund an order')]
    expect(titles('refund', ...list)).toEqual(['Refund an order', 'Refunding', 'Orders'])
  })

  it('finds identifiers by their parts', () => {
    expect(titles('quote_id', entry('Orders', 'quote_id domain'))).toEqual(['Orders'])
  })

  it('finds nothing for no words', () => {
    expect(titles(' … ', entry('Orders'))).toEqual([])
  })
})
