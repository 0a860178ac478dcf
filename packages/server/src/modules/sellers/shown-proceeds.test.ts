// What the page says that a seller receives, before anything is sold, is what the sale then pays.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeShare } from '../../../../web/src/ui/amounts.ts'
import { computeProceeds } from './rules/sales.ts'

it('is the proceeds of a sale without a partner, for every price and fee', () => {
  const cents = fc.integer({ min: 1, max: 999_999_999_999 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (price, feeBps) => {
      expect(price - computeShare(price, feeBps)).toBe(computeProceeds(price, 0, feeBps).proceedsCents)
    }),
  )
})
