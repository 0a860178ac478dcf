// What sellers see of a sale, by what became of its payout.
import { describe, expect, it } from 'vitest'
import { SELLER_SALE_STATES, showSaleState } from './sales.ts'

describe('a sale', () => {
  it.each([
    ['payable', null],
    ['in_payout', { isReturned: false, isBeingPaid: true }],
    ['paid_out', { isReturned: false, isBeingPaid: false }],
    ['payable', { isReturned: true, isBeingPaid: false }],
    ['payable', { isReturned: true, isBeingPaid: true }],
  ] as const)('that is payable is shown as %s with the payout %o', (status, payout) => {
    expect(showSaleState('payable', payout)).toBe(status)
  })

  it('that is not payable is shown as it is', () => {
    for (const state of SELLER_SALE_STATES.filter((one) => one !== 'payable'))
      expect(showSaleState(state, { isReturned: false, isBeingPaid: false })).toBe(state)
  })
})
