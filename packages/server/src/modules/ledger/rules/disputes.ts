// What disputes, and sales that are taken back after the delivery, put into the accounts.
import { type Account, type Journal, journal } from './journal.ts'
import type { Sale, SellerShare } from './sales.ts'

/** Where a commission is: on no statement yet, or payable or paid. */
export type CommissionPlace = 'accrued' | 'pending'
/** Where a seller's proceeds are: in their hold, or payable or paid. */
export type ProceedsPlace = 'held' | 'payable'

/**
 * Takes back what a delivered sale put in. The price is owed to the buyer. Commission and proceeds that were paid already leave a negative
 * balance, which later sales fill.
 */
export function clawbackJournal(
  sale: Sale,
  commissionFrom: CommissionPlace,
  seller: (SellerShare & { from: ProceedsPlace }) | null,
): Journal {
  const { orderId, partnerId, priceCents, commissionCents } = sale
  const earned: [Account, string, number][] =
    seller === null
      ? [
          ['domain_sales', '', priceCents],
          ['partner_commission', '', -commissionCents],
        ]
      : [
          ['seller_fees', '', seller.feeCents],
          [seller.from === 'held' ? 'proceeds_held' : 'proceeds_payable', seller.sellerId, seller.proceedsCents],
        ]
  return journal(`${orderId}:clawed_back`, 'order_clawed_back', sale.currency, [
    ...earned,
    [commissionFrom === 'accrued' ? 'commission_accrued' : 'commission_pending', partnerId, commissionCents],
    ['buyer_refund_payable', orderId, -priceCents],
  ])
}

type Disputed = { disputeId: string; currency: string; cents: number }

/** The processor took the disputed amount until the dispute is closed. */
export const disputeWithdrawnJournal = ({ disputeId, currency, cents }: Disputed): Journal =>
  journal(`${disputeId}:withdrawn`, 'dispute_withdrawn', currency, [
    ['disputed_funds', disputeId, cents],
    ['cash', '', -cents],
  ])

/** The processor returned it. */
export const disputeReinstatedJournal = ({ disputeId, currency, cents }: Disputed): Journal =>
  journal(`${disputeId}:reinstated`, 'dispute_reinstated', currency, [
    ['cash', '', cents],
    ['disputed_funds', disputeId, -cents],
  ])

const paidBack = ({ orderId, cents }: { orderId: string; cents: number }): [Account, string, number] => [
  'buyer_refund_payable',
  orderId,
  cents,
]

/** The buyer keeps the money. It pays back a sale that was taken back; anything else is a loss of the marketplace. */
export const disputeLostJournal = (
  { disputeId, currency, cents }: Disputed,
  reversed: { orderId: string; cents: number } | null,
): Journal =>
  journal(`${disputeId}:lost`, 'dispute_lost', currency, [
    ...(reversed === null ? [] : [paidBack(reversed)]),
    ['dispute_losses', '', cents - (reversed?.cents ?? 0)],
    ['disputed_funds', disputeId, -cents],
  ])

/** A refund came to be owed after the dispute was lost. The dispute has paid it back: the loss is smaller by it. */
export const disputeCoveredJournal = ({ disputeId, currency, cents }: Disputed, subject: string): Journal =>
  journal(`${disputeId}:covered`, 'dispute_covered', currency, [
    paidBack({ orderId: subject, cents }),
    ['dispute_losses', '', -cents],
  ])

/** What the processor charges for a dispute, in its own currency. */
export const disputeFeeJournal = ({ disputeId, currency, cents }: Disputed): Journal =>
  journal(`${disputeId}:fee`, 'dispute_fee', currency, [
    ['dispute_fees', '', cents],
    ['cash', '', -cents],
  ])

export const disputeFeeReturnedJournal = ({ disputeId, currency, cents }: Disputed): Journal =>
  journal(`${disputeId}:fee_returned`, 'dispute_fee_returned', currency, [
    ['cash', '', cents],
    ['dispute_fees', '', -cents],
  ])
