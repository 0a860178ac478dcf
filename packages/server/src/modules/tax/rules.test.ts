// Which tax applies to a sale, and how much of the price it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTax, computeTax, extractTax, isVatId, type TaxSettings } from './rules.ts'

const SETTINGS: TaxSettings = {
  prices: 'gross',
  sellerCountry: 'DE',
  rates: [
    { country: 'DE', rateBps: 1900, reverseCharge: true },
    { country: 'FR', rateBps: 2000, reverseCharge: true },
    { country: 'CH', rateBps: 810, reverseCharge: false },
  ],
}

it.each([
  [11_900, 1900, 1900],
  [12_000, 2000, 2000],
  [1, 1900, 0],
  [100, 1900, 16],
  [999_999_999_999, 2700, 212_598_425_197],
  [5000, 0, 0],
])('of %d with %d basis points, %d is tax', (gross, bps, tax) => {
  expect(extractTax(gross, bps)).toBe(tax)
})

it.each([
  [10_000, 1900, 1900],
  [1, 1900, 0],
  [3, 1900, 1],
  [100_050, 725, 7254],
  [999_999_999_999, 2700, 270_000_000_000],
  [5000, 0, 0],
])('on top of %d with %d basis points, the tax is %d', (net, bps, tax) => {
  expect(addTax(net, bps)).toBe(tax)
})

it('tax on top of any price is the exact tax, rounded by at most half a minor unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.integer({ min: 0, max: 10_000 }), (net, bps) => {
      const off = 10_000n * BigInt(addTax(net, bps)) - BigInt(net) * BigInt(bps)
      expect(off >= -5000n && off <= 5000n).toBe(true)
      // Taken out of the total again, it is the same tax but for the rounding.
      expect(Math.abs(extractTax(net + addTax(net, bps), bps) - addTax(net, bps))).toBeLessThanOrEqual(1)
    }),
  )
})

describe('the tax of a sale', () => {
  it('is on top of net prices, and part of gross ones', () => {
    const net = computeTax({ ...SETTINGS, prices: 'net' }, { country: 'DE' }, 10_000)
    expect(net).toMatchObject({ taxCents: 1900, isAdded: true })
    expect(computeTax(SETTINGS, { country: 'DE' }, 11_900)).toMatchObject({ taxCents: 1900, isAdded: false })
  })

  it('is none without settings, or for a country without a rate', () => {
    expect(computeTax(null, { country: 'DE' }, 100)).toBeNull()
    expect(computeTax(SETTINGS, { country: 'US' }, 100)).toBeNull()
  })

  it("has the rate of the buyer's country, or of the seller's if the buyer gave none", () => {
    expect(computeTax(SETTINGS, { country: 'FR' }, 12_000)).toMatchObject({ country: 'FR', taxCents: 2000 })
    expect(computeTax(SETTINGS, null, 11_900)).toMatchObject({ country: 'DE', taxCents: 1900 })
  })

  it.each([
    ['FR', 'FR12345678901', true],
    ['FR', 'DE123456789', false],
    ['DE', 'DE123456789', false],
    ['CH', 'CH123456789', false],
    ['FR', 'x', false],
  ])('for a buyer in %s with VAT ID %s: reverse charge is %s', (country, vat_id, reverseCharge) => {
    const tax = computeTax(SETTINGS, { country, vat_id }, 10_000)
    expect([tax?.reverseCharge, tax?.taxCents === 0]).toEqual([reverseCharge, reverseCharge])
  })
})

it.each([
  ['fr 12.345-678901', 'FR', true],
  ['EL123456789', 'GR', true],
  ['GR123456789', 'GR', false],
  ['FR', 'FR', false],
])('%s as a VAT ID of %s is %s', (text, country, isGood) => {
  expect(isVatId(text, country)).toBe(isGood)
})
