// Double entry: which accounts there are, and journals that sum to zero. Debit positive, credit negative.
import { invariant } from '../../../kernel/errors.ts'

/** What an account is to the marketplace, and whose it is. */
export const ACCOUNTS = {
  cash: { kind: 'asset', subject: 'none' },
  partner_unbilled: { kind: 'asset', subject: 'partner' },
  partner_receivable: { kind: 'asset', subject: 'partner' },
  commission_prepaid: { kind: 'asset', subject: 'none' },
  disputed_funds: { kind: 'asset', subject: 'dispute' },
  order_deferred: { kind: 'liability', subject: 'order' },
  buyer_refund_payable: { kind: 'liability', subject: 'payment' },
  purchase_deferred: { kind: 'liability', subject: 'purchase' },
  tax_payable: { kind: 'liability', subject: 'country' },
  seller_payable: { kind: 'liability', subject: 'case' },
  proceeds_held: { kind: 'liability', subject: 'seller' },
  proceeds_payable: { kind: 'liability', subject: 'seller' },
  commission_accrued: { kind: 'liability', subject: 'partner' },
  commission_pending: { kind: 'liability', subject: 'partner' },
  brokerage_pending: { kind: 'liability', subject: 'partner' },
  referral_accrued: { kind: 'liability', subject: 'partner' },
  referral_pending: { kind: 'liability', subject: 'partner' },
  payout_in_transit: { kind: 'liability', subject: 'payout' },
  tax_included: { kind: 'revenue', subject: 'none' },
  domain_sales: { kind: 'revenue', subject: 'none' },
  registration_sales: { kind: 'revenue', subject: 'none' },
  brokerage_fees: { kind: 'revenue', subject: 'none' },
  seller_fees: { kind: 'revenue', subject: 'none' },
  settlement_adjustments: { kind: 'revenue', subject: 'none' },
  partner_commission: { kind: 'expense', subject: 'none' },
  brokerage_share: { kind: 'expense', subject: 'none' },
  referral_commission: { kind: 'expense', subject: 'none' },
  dispute_fees: { kind: 'expense', subject: 'none' },
  dispute_losses: { kind: 'expense', subject: 'none' },
} as const
export type Account = keyof typeof ACCOUNTS

export type Entry = { account: Account; subject: string; amountCents: number }
export type Journal = { key: string; kind: string; currency: string; entries: Entry[] }

/** Zero lines say nothing and are left out; what remains must balance and name its subjects. */
export function journal(key: string, kind: string, currency: string, lines: [Account, string, number][]): Journal {
  const entries = lines
    .filter(([, , amountCents]) => amountCents !== 0)
    .map(([account, subject, amountCents]) => ({ account, subject, amountCents }))
  invariant(entries.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0, `journal ${key} does not balance`)
  for (const { account, subject } of entries)
    invariant((ACCOUNTS[account].subject === 'none') === (subject === ''), `${account} of "${subject}"`)
  return { key, kind, currency, entries }
}
