// The queue: what waits for a human, in which groups, and how much of it is shown.

export const QUEUE_GROUPS = {
  held_orders: 'Orders held for a manual review: clear them, or take them back.',
  transfers_to_start: 'Paid orders whose name has to be pushed.',
  transfers_to_confirm: 'Pushes under way, to be confirmed or called failed.',
  failed_transfers: 'Paid orders whose push failed: start it again, or cancel.',
  brokerage_cases: 'Open cases, the longest without a move first.',
  partner_applications: 'Partners that ask for live access.',
  failing_webhooks: 'Receivers that were switched off, or to which deliveries were given up since the last success.',
  settlements_to_pay: 'Closed statements that are not paid, the first due first.',
  payouts_to_send: 'Payouts that nobody has sent.',
  payouts_to_confirm: 'Payouts on their way, to be confirmed or called failed.',
  stuck_payments: 'Payments that the processor has not decided for an hour.',
  failing_refunds: "Buyers' money that the processor does not take back.",
} as const
export type QueueGroupName = keyof typeof QUEUE_GROUPS
export const QUEUE_GROUP_NAMES = Object.keys(QUEUE_GROUPS) as QueueGroupName[]

/** Of each group. */
export const QUEUE_SHOWN = 20
/** Beyond it nobody needs the number: counting must not cost more than looking. */
export const QUEUE_COUNTED_MAX = 10_000
export const STUCK_PAYMENT_SECONDS = 3600
