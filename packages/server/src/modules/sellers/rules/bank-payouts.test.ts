// Which payouts a returned bank payout holds.
import { describe, expect, it } from 'vitest'
import { choosePaid, explainBankFailure } from './bank-payouts.ts'

const sent = [
  { id: 'c', amountCents: 300, reversedCents: 0 },
  { id: 'b', amountCents: 200, reversedCents: 50 },
  { id: 'a', amountCents: 100, reversedCents: 0 },
]

describe('a payout that a bank returned', () => {
  it.each([
    [300, ['c']],
    [301, ['c', 'b']],
    [450, ['c', 'b']],
    [451, ['c', 'b', 'a']],
    [9000, ['c', 'b', 'a']],
    [1, ['c']],
  ])('of %i cents holds the last payouts up to its amount', (cents, ids) => {
    expect(choosePaid(sent, cents)).toEqual(ids)
  })

  it('holds none if none was sent', () => {
    expect(choosePaid([], 100)).toEqual([])
  })

  it('has a reason that people understand', () => {
    expect(explainBankFailure('account_closed')).toBe('The bank account is closed.')
    expect(explainBankFailure('constructor')).toContain('without a reason')
    expect(explainBankFailure('new_code')).toContain('without a reason')
  })
})
