// Which changes of a watched domain are told.
import { describe, expect, it } from 'vitest'
import { findChange, readListing, type Standing, toUnpriced } from './rules.ts'

const forSale = (priceCents: number, currency = 'USD'): Standing => ({ state: 'for_sale', priceCents, currency })

describe('a watched domain', () => {
  it.each([
    ['is listed for sale', toUnpriced('registered'), forSale(5000), 'for_sale'],
    ['is listed again after a refund', toUnpriced('sold'), forSale(5000), 'for_sale'],
    ['changes its price', forSale(5000), forSale(4000), 'price'],
    ['changes its currency', forSale(5000), forSale(5000, 'EUR'), 'price'],
    ['becomes available', toUnpriced('registered'), toUnpriced('available'), 'available'],
    ['is withdrawn and not registered', toUnpriced('unknown'), toUnpriced('available'), 'available'],
    ['is sold', forSale(5000), toUnpriced('sold'), undefined],
    ['is registered', toUnpriced('available'), toUnpriced('registered'), undefined],
    ['stays available', toUnpriced('available'), toUnpriced('available'), undefined],
    ['keeps its price', forSale(5000), forSale(5000), undefined],
  ] as const)('%s', (_, before, after, change) => {
    expect(findChange(before, after, false)?.change).toBe(change)
  })

  it('is not reported when its state becomes known for the first time', () => {
    expect(findChange(toUnpriced('unknown'), toUnpriced('available'), true)).toBeNull()
  })

  it('says what the price was before', () => {
    expect(findChange(forSale(5000), forSale(4000), false)).toMatchObject({
      before: { priceCents: 5000, currency: 'USD' },
    })
  })

  it('has the state of its listing', () => {
    const listing = { priceCents: 5000, currency: 'USD' }
    expect(readListing({ ...listing, status: 'listed' })).toEqual(forSale(5000))
    expect(readListing({ ...listing, status: 'sold' })).toEqual(toUnpriced('sold'))
    expect(readListing(null)).toBeNull()
  })
})
