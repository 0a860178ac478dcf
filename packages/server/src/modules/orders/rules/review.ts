// Manual review: which sales wait for a human, and what the value of a rule looks like.

import { MONEY_CENTS_MAX } from '../../../kernel/limits.ts'
import { isEmail } from '../../../kernel/text/email-address.ts'

export const REVIEW_KINDS = ['min_amount', 'buyer_email', 'buyer_email_domain', 'buyer_country'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** Whether a sale waits for a human. The SQL function `is_held` mirrors it where the rules are stored. */
export function isHeld(
  sale: { priceCents: number; magic: string | null; buyer: { email: string; country: string | null } | null },
  rules: readonly { kind: ReviewKind; value: string }[],
): boolean {
  const email = sale.buyer?.email.toLowerCase()
  const found: Record<ReviewKind, (value: string) => boolean> = {
    min_amount: (value) => sale.priceCents >= Number(value),
    buyer_email: (value) => email === value,
    buyer_email_domain: (value) => email?.split('@')[1] === value,
    buyer_country: (value) => sale.buyer?.country?.toUpperCase() === value,
  }
  return sale.magic === 'held' || rules.some(({ kind, value }) => found[kind](value))
}

type Shape = { fits: (text: string) => boolean; tidy: (text: string) => string; hint: string }

export const REVIEW_SHAPES: Record<ReviewKind, Shape> = {
  min_amount: {
    fits: (text) => /^\d{1,12}$/.test(text),
    tidy: (text) => String(Number(text)),
    hint: `must be an amount in minor units, at most ${MONEY_CENTS_MAX}`,
  },
  buyer_email: { fits: isEmail, tidy: (text) => text.trim().toLowerCase(), hint: 'must be an email address' },
  buyer_email_domain: {
    fits: (text) => isEmail(`a@${text}`),
    tidy: (text) => text.trim().toLowerCase(),
    hint: 'must be an email domain: the part after the @',
  },
  buyer_country: {
    fits: (text) => /^[A-Za-z]{2}$/.test(text),
    tidy: (text) => text.toUpperCase(),
    hint: 'must be a two-letter country code',
  },
}
