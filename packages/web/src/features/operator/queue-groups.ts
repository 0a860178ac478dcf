// What waits for a human, group by group: how it is called, and where each item leads. Pure.
import type { Answer } from '../../api/client.ts'

export type Queue = Answer<'GET /api/operator/v1/queue'>
export type QueueGroupName = keyof Queue
export type QueueItem = Queue[QueueGroupName]['items'][number]

type Place = 'orders' | 'brokerage' | 'partners' | 'statements' | 'payouts' | 'webhooks'
type Group = { title: string; text: string; place: Place; hrefOf: (item: QueueItem) => string }

const order = ({ id }: QueueItem): string => `/console/orders/${id}`
const payouts = ({ partner_id, status }: QueueItem): string =>
  `/console/payouts?partner_id=${partner_id}&status=${status}`
const found = ({ id }: QueueItem): string => `/console/search?q=${encodeURIComponent(id)}`

/** In the order of their weight: money that may be wrong first. */
export const QUEUE_GROUPS: Record<QueueGroupName, Group> = {
  failing_refunds: {
    title: 'Refunds that fail',
    text: "Buyers' money that the payment service does not take back.",
    place: 'orders',
    hrefOf: found,
  },
  stuck_payments: {
    title: 'Payments without an answer',
    text: 'The payment service has not decided them for an hour.',
    place: 'orders',
    hrefOf: ({ title }) => `/console/search?q=${encodeURIComponent(title)}`,
  },
  held_orders: { title: 'Orders to review', text: 'Clear them, or take them back.', place: 'orders', hrefOf: order },
  failed_transfers: {
    title: 'Transfers that failed',
    text: 'Start them again, or cancel the order.',
    place: 'orders',
    hrefOf: order,
  },
  transfers_to_start: {
    title: 'Transfers to start',
    text: 'Paid orders whose name has to be pushed.',
    place: 'orders',
    hrefOf: order,
  },
  transfers_to_confirm: {
    title: 'Transfers to confirm',
    text: 'Under way: confirm the delivery, or say that it failed.',
    place: 'orders',
    hrefOf: order,
  },
  partner_applications: {
    title: 'Applications for live access',
    text: 'Partners that want to sell for real.',
    place: 'partners',
    hrefOf: ({ partner_id }) => `/console/partners/${partner_id}`,
  },
  brokerage_cases: {
    title: 'Brokerage cases',
    text: 'The longest without a move first.',
    place: 'brokerage',
    hrefOf: ({ id }) => `/console/brokerage/${id}`,
  },
  settlements_to_pay: {
    title: 'Statements to be paid',
    text: 'Closed and not paid, the first due first.',
    place: 'statements',
    hrefOf: ({ id }) => `/console/statements/${id}`,
  },
  payouts_to_send: {
    title: 'Payouts to send',
    text: 'Ordered, and sent by nobody yet.',
    place: 'payouts',
    hrefOf: payouts,
  },
  payouts_to_confirm: {
    title: 'Payouts to confirm',
    text: 'Sent: say whether they arrived.',
    place: 'payouts',
    hrefOf: payouts,
  },
  failing_webhooks: {
    title: 'Webhooks that fail',
    text: 'Switched off, or given up since their last success.',
    place: 'webhooks',
    hrefOf: ({ partner_id, environment }) =>
      `/console/webhooks?partner_id=${partner_id}&environment=${environment}&status=failed`,
  },
}

export const GROUP_NAMES = Object.keys(QUEUE_GROUPS) as QueueGroupName[]

/** How much waits in a part of the console. */
export const waitingAt = (queue: Queue | undefined, place: Place): number =>
  GROUP_NAMES.filter((name) => QUEUE_GROUPS[name].place === place).reduce(
    (sum, name) => sum + (queue?.[name].count ?? 0),
    0,
  )
