// Price wishes in words.
import { describe, expect, it } from 'vitest'
import { takePriceWish } from './price-wish.ts'

describe('price wishes', () => {
  it.each([
    ['ai startup under $2000', undefined, 200_000, 'ai startup'],
    ['coffee less than 500 usd', undefined, 50_000, 'coffee'],
    ['yoga names between 1k and 5k', 100_000, 500_000, 'yoga names'],
    ['travel from $500 to $1,500', 50_000, 150_000, 'travel'],
    ['shoes $100-$200', 10_000, 20_000, 'shoes'],
    ['fintech over 10k', 1_000_000, undefined, 'fintech'],
    ['crypto at least €2.500', 250_000, undefined, 'crypto'],
    ['tea max 1.5k', undefined, 150_000, 'tea'],
    ['viajes menos de 500 euros', undefined, 50_000, 'viajes'],
    ['garten unter 300 euro', undefined, 30_000, 'garten'],
    ['domain around $1000', 60_000, 140_000, 'domain'],
    ['short name $900', undefined, 90_000, 'short name'],
    ['solar 2 million dollars', undefined, 200_000_000, 'solar'],
  ])('%s', (text, min, max, rest) => {
    const wish = takePriceWish(text)
    expect(wish.minPriceCents).toBe(min)
    expect(wish.maxPriceCents).toBe(max)
    expect(wish.rest).toBe(rest)
  })

  it.each([
    ['tea under 300 euros', 'EUR'],
    ['tea between £100 and £200', 'GBP'],
    ['tea under 2k bucks', 'USD'],
    ['tea under 2000', undefined],
  ])('knows the currency of "%s"', (text, currency) => {
    expect(takePriceWish(text).priceCurrency).toBe(currency)
  })

  it.each(['under 21 soccer', 'catch 22', '24 7 locksmith', '3 to 5 year olds', 'over the moon', 'top 10 hotels'])(
    'leaves %s alone',
    (text) => {
      expect(takePriceWish(text)).toEqual({ rest: text })
    },
  )
})
