// The status of a payout account by what Stripe says of it.
import { describe, expect, it } from 'vitest'
import { chooseLink, hintAccount, isNewBankPayout, isNews, judgeAccount, sumReturned, toAccountKey } from './rules.ts'

const fresh = {
  isSubmitted: false,
  canReceive: false,
  canPayOut: false,
  disabledReason: 'requirements.past_due' as string | null,
  due: ['external_account'] as string[],
  isDisconnected: false,
}
const done = { ...fresh, isSubmitted: true, disabledReason: null, due: [] as string[] }

describe('an account', () => {
  it.each([
    ['incomplete', fresh],
    ['in_review', done],
    ['restricted', { ...done, due: ['individual.verification.document'] }],
    ['restricted', { ...done, canReceive: true, due: ['external_account'] }],
    ['ready', { ...done, canReceive: true, canPayOut: true }],
    ['ready', { ...done, canReceive: true, canPayOut: true, due: ['company.tax_id'] }],
    ['closed', { ...done, canReceive: true, canPayOut: true, disabledReason: 'rejected.fraud' }],
    ['closed', { ...done, canReceive: true, canPayOut: true, isDisconnected: true }],
  ])('is %s', (status, facts) => expect(judgeAccount(facts)).toBe(status))

  it('is changed by the latest report only', () => {
    const at = (second: number) => new Date(second * 1000)
    expect([isNews(at(5), at(4)), isNews(at(5), at(5)), isNews(at(5), at(6))]).toEqual([false, true, true])
  })

  it('has a dashboard once it is ready, and a setup before', () => {
    expect([chooseLink('ready'), chooseLink('restricted'), chooseLink('incomplete')]).toEqual([
      'dashboard',
      'setup',
      'setup',
    ])
  })

  it('is asked for under a new key after a change of country or email address', () => {
    const account = { sellerId: 'usr_1', country: 'DE', email: 'ada@one.example' }
    const keys = [account, { ...account, country: null }, { ...account, email: 'b@one.example' }].map(toAccountKey)
    expect(new Set([...keys, toAccountKey({ ...account })]).size).toBe(3)
    expect(keys[0]).not.toContain('ada')
  })

  it('is shown by the end of the bank account', () => {
    expect(hintAccount({ accountRef: 'acct_1ABCD', bankEnd: null })).toBe('Stripe …ABCD')
    expect(hintAccount({ accountRef: 'acct_1ABCD', bankEnd: '6789' })).toBe('Stripe …6789')
  })
})

describe('a payout of Stripe to a bank', () => {
  const bank = (ref: string, failure: string | null, begun: number, at: number, amountCents = 100) => ({
    ref,
    failure,
    amountCents,
    begunAt: new Date(begun * 1000),
    at: new Date(at * 1000),
  })
  const failed = bank('po_2', 'account_closed', 3, 5)

  it.each([
    ['a failure after the same payout was paid', bank('po_2', null, 3, 4), failed, true],
    ['the same failure again', failed, failed, false],
    ['a late payment of the same payout', failed, bank('po_2', null, 3, 4), false],
    ['a payment that was under way before', failed, bank('po_1', null, 2, 9), false],
    ['a payment that began afterwards', failed, bank('po_3', null, 5, 9), true],
    ['a failure that comes after a payment that was under way', bank('po_1', null, 2, 9), failed, true],
    ['a failure that was paid since', bank('po_3', null, 5, 9), failed, false],
    ['an older payment', bank('po_2', null, 3, 4), bank('po_1', null, 2, 9), false],
  ])('%s', (_, known, report, isNew) => expect(isNewBankPayout(known, report)).toBe(isNew))

  it('that was returned with another one that was under way is added to it, and a later one has both', () => {
    expect(sumReturned(failed, bank('po_1', 'account_closed', 2, 6, 500))).toBe(600)
    expect(sumReturned(failed, bank('po_3', 'account_closed', 5, 6, 500))).toBe(500)
    expect(sumReturned(undefined, failed)).toBe(100)
    expect(sumReturned(bank('po_1', null, 2, 3), failed)).toBe(100)
  })
})
