// How movements of a seller's balance read on a statement.

type Moved = { kind: string; cents: number; journal: string; domain: string | null; domainUnicode: string | null }

const TEXTS: Record<string, string> = {
  proceeds_payable: 'Proceeds',
  order_clawed_back: 'Proceeds taken back',
  seller_payout_created: 'Payout',
  seller_payout_failed: 'Payout that failed',
  seller_payout_reversed: 'Payout that was returned',
}

/** A sale by its domain, a payout by its ID. */
export function describeMovement({ kind, cents, journal, domain, domainUnicode }: Moved) {
  const text = TEXTS[kind] ?? 'Correction'
  const [record = ''] = journal.split(':')
  return {
    description: domain === null ? `${text} ${record}` : text,
    domain,
    domain_unicode: domainUnicode,
    amount_cents: cents,
  }
}
