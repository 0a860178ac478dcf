// Every test card, and that no other number gets anywhere.
import { describe, expect, it } from 'vitest'
import { judgeCard, TEST_CARDS } from './sandbox-cards.ts'

const NOW = new Date('2026-03-15T00:00:00Z')
const card = (number: string, change: object = {}) => ({ number, expMonth: 12, expYear: 2030, cvc: '123', ...change })

describe('test cards', () => {
  it.each(Object.entries(TEST_CARDS))('%s: %s', (number, outcome) => {
    const verdict = judgeCard(card(number), NOW)
    if (outcome === 'paid' || outcome === 'requires_action') expect(verdict.status).toBe(outcome)
    else if (outcome === 'disputed') expect(verdict.status).toBe('paid')
    else expect(verdict).toMatchObject({ status: 'declined', code: outcome })
    expect(verdict.card?.last4).toBe(number.slice(-4))
  })

  it.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('%s is a %s', (number, brand) => {
    expect(judgeCard(card(number), NOW).card).toEqual({ brand, last4: number.slice(-4) })
  })

  it('reads numbers with blanks and hyphens', () => {
    expect(judgeCard(card('4242 4242-4242 4242'), NOW).status).toBe('paid')
  })

  it.each(['4111111111111111', '4242424242424241', '', 'constructor', '__proto__'])('keeps nothing of %s', (number) => {
    expect(judgeCard(card(number), NOW)).toEqual({ status: 'declined', code: 'test_cards_only', card: null })
  })

  it('is good through the month printed on it and no longer', () => {
    const number = '4242424242424242'
    expect(judgeCard(card(number, { expMonth: 3, expYear: 2026 }), NOW).status).toBe('paid')
    expect(judgeCard(card(number, { expMonth: 2, expYear: 2026 }), NOW)).toMatchObject({ code: 'expired_card' })
    expect(judgeCard(card(number, { cvc: '12' }), NOW)).toMatchObject({ code: 'incorrect_cvc' })
  })
})
