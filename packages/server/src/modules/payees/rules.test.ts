// The status of a payout account by what Stripe says of it.
import { describe, expect, it } from 'vitest'
import { chooseLink, hintAccount, isNews, judgeAccount, toAccountKey } from './rules.ts'

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
