// The test cards: which number does what. Real numbers are neither accepted nor kept.
import type { Card, CardSummary } from './provider.ts'

export const TEST_CARDS = {
  '4242424242424242': 'paid',
  '5555555555554444': 'paid',
  '378282246310005': 'paid',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'requires_action',
  '4000000000000259': 'disputed',
} as const satisfies Record<string, string>

export type CardVerdict =
  | { status: 'paid' | 'requires_action'; card: CardSummary }
  | { status: 'declined'; code: string; card: CardSummary | null }

const BRANDS: Record<string, string> = { '3': 'amex', '4': 'visa', '5': 'mastercard' }

/** The end of the card whose payments succeed and are disputed. No other test card has it. */
export const DISPUTED_LAST4 = '0259'

/** What the processor decides from the card alone. Of a number that is no test card nothing is kept, not even its end. */
export function judgeCard(card: Card, now: Date): CardVerdict {
  const number = card.number.replace(/[\s-]/g, '')
  const outcome = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number as keyof typeof TEST_CARDS] : undefined
  if (outcome === undefined) return { status: 'declined', code: 'test_cards_only', card: null }
  const summary = { brand: BRANDS[number[0]!] ?? 'unknown', last4: number.slice(-4) }
  const isAccepted = outcome === 'paid' || outcome === 'requires_action' || outcome === 'disputed'
  if (!isAccepted) return { status: 'declined', code: outcome, card: summary }
  const expires = card.expYear * 12 + card.expMonth - 1
  if (expires < now.getUTCFullYear() * 12 + now.getUTCMonth())
    return { status: 'declined', code: 'expired_card', card: summary }
  if (!/^\d{3,4}$/.test(card.cvc)) return { status: 'declined', code: 'incorrect_cvc', card: summary }
  return { status: outcome === 'disputed' ? 'paid' : outcome, card: summary }
}
