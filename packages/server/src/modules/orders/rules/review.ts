// Manual review: which sales wait for a human.

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
