// Labels for review rules. Pure.
import type { ReviewRule } from '@freehold/sdk/types'
import { moneyText, numberText } from '../../ui/text.ts'

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
    hint: 'In minor units of any currency: 500000 is $5,000.00. Only one amount rule exists. A new one replaces it.',
    placeholder: '500000',
    inputMode: 'numeric',
    text: (value) =>
      `Sales of ${numberText(Number(value), 'en-US')} minor units or more (${moneyText(Number(value), 'USD', 'en-US', 'exact')})`,
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
