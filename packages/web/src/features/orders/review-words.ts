// Labels for review rules. Pure.
import type { ReviewRule } from '@freehold/sdk/types'
import { moneyText } from '../../ui/text.ts'

type Kind = ReviewRule['kind']
type Words = {
  label: string
  hint: string
  placeholder: string
  inputMode: 'numeric' | 'email' | 'text'
  text: (value: string) => string
}

export const REVIEW_KINDS: Record<Kind, Words> = {
  min_amount: {
    label: 'Minimum amount',
    hint: 'The amount counts in every currency: 5000 is $5,000, €5,000 and £5,000. In yen, which has no cents, it is ¥500,000. A new amount replaces the current one.',
    placeholder: '5000.00',
    inputMode: 'numeric',
    text: (value) =>
      `Sales of ${moneyText(Number(value), 'USD', 'en-US', 'exact')} or more, or the same number in another currency`,
  },
  buyer_email: {
    label: "Buyer's email address",
    hint: 'A full email address.',
    placeholder: 'buyer@example.com',
    inputMode: 'email',
    text: (value) => `Buyer ${value}`,
  },
  buyer_email_domain: {
    label: "Buyer's email domain",
    hint: 'The part after the @ sign.',
    placeholder: 'example.com',
    inputMode: 'text',
    text: (value) => `Buyers with an email address at ${value}`,
  },
  buyer_country: {
    label: "Buyer's country",
    hint: 'A two-letter ISO country code.',
    placeholder: 'US',
    inputMode: 'text',
    text: (value) => `Buyers from ${value}`,
  },
}

export const ruleText = ({ kind, value }: Pick<ReviewRule, 'kind' | 'value'>): string => REVIEW_KINDS[kind].text(value)
