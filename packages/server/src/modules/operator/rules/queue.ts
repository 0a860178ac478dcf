// The queue: what waits for a human, in which groups, and how much of it is shown.
import { ORDER_STATUSES } from '../../orders/rules/orders.ts'
import { isAwaitingTransfer } from '../../orders/rules/statuses.ts'

/** The statuses of orders whose transfer can start. The queue walks along an index for each of them. */
export const AWAITING_TRANSFER = ORDER_STATUSES.filter(isAwaitingTransfer)

export const QUEUE_GROUPS = {
  held_orders: 'Orders held for manual review. Clear or refund them.',
  transfers_to_start: 'Paid orders whose transfer can start. Start the transfer.',
  transfers_to_confirm: 'Transfers in progress. Confirm them or mark them as failed.',
  failed_transfers: 'Paid orders whose transfer failed. Restart the transfer or cancel the order.',
  deliveries_to_secure:
    'Ended orders whose domain may still be transferred. Secure the domain at the registrar, then cancel the delivery.',
  registry_commands:
    "Changes of people's domains that the service cannot end. Check the registry, then retry, confirm or end them.",
  withdrawn_listings: 'Live listings that the service withdrew. Relist them or accept the withdrawal.',
  offers_to_review: "Offers for the marketplace's own domains. Accept, counter or decline them.",
  brokerage_cases: 'Open brokerage cases, oldest first.',
  partner_applications: 'Partners that applied for live access.',
  failing_webhooks:
    'Webhook endpoints that were disabled, or whose deliveries failed permanently since the last success.',
  settlements_to_pay: 'Closed statements that are not paid, earliest due date first.',
  payouts_to_send: 'Payouts that have not been sent.',
  payouts_to_confirm: 'Payouts in transit. Confirm them or mark them as failed.',
  seller_payouts_to_send:
    'Payouts to sellers by bank transfer that have not been sent. Transfer the money, then mark them as sent. With status `taken_back`, a buyer got the money of a sale back: mark them as failed, and the rest is payable again.',
  refused_payouts:
    'Payouts to sellers that Stripe refused, or has not sent for over a day: retry them or mark them as failed. And those that Stripe sent and the bank of the seller returned: the seller corrects the bank account at Stripe.',
  disputed_payments: 'Disputes that need a response, earliest deadline first. Submit evidence or accept them.',
  stuck_payments: 'Payments without a result from the processor for over an hour.',
  failing_refunds: 'Refunds the payment processor rejected.',
} as const
export type QueueGroupName = keyof typeof QUEUE_GROUPS
export const QUEUE_GROUP_NAMES = Object.keys(QUEUE_GROUPS) as QueueGroupName[]

/** Of each group. */
export const QUEUE_SHOWN = 20
/** Of a page of one group that is asked for alone. */
export const QUEUE_LISTED_MAX = 500
/** Beyond it nobody needs the number: counting must not cost more than looking. */
export const QUEUE_COUNTED_MAX = 10_000
export const STUCK_PAYMENT_SECONDS = 3600
export const WAITING_PAYOUT_SECONDS = 86_400
