// The groups of the work queue: titles, descriptions and links. Pure.
import type { ResponseBody } from '../../api/client.ts'
import { type Environment, inEnvironment } from '../../api/shown-environment.ts'

export type Queue = ResponseBody<'GET /api/operator/v1/queue'>
export type QueueGroupName = keyof Queue
export type QueueItem = Queue[QueueGroupName]['items'][number]

type Place =
  | 'orders'
  | 'disputes'
  | 'registry'
  | 'listings'
  | 'offers'
  | 'brokerage'
  | 'partners'
  | 'statements'
  | 'payouts'
  | 'sellers'
  | 'webhooks'
type Group = {
  title: string
  text: string
  place: Place
  toHref: (item: QueueItem) => string
  /** The list of all items of the group. */
  all: string
}

const order = ({ id }: QueueItem): string => `/console/orders/${id}`
const payouts = ({ partner_id, status }: QueueItem): string =>
  `/console/payouts?partner_id=${partner_id}&status=${status}`
const found = ({ id }: QueueItem): string => `/console/search?q=${encodeURIComponent(id)}`

/** By importance: money that may be wrong comes first. */
export const QUEUE_GROUPS: Record<QueueGroupName, Group> = {
  failing_refunds: {
    title: 'Failed refunds',
    text: 'Refunds the payment processor rejected. The buyers still wait for their money.',
    place: 'orders',
    toHref: found,
    all: '/console/queue/failing_refunds',
  },
  disputed_payments: {
    title: 'Disputed payments',
    text: 'Submit evidence or accept the dispute. The earliest deadline comes first. Without a response, a dispute is lost.',
    place: 'disputes',
    toHref: ({ id }) => `/console/disputes/${id}`,
    all: '/console/disputes?status=needs_response&sort=created_asc',
  },
  refused_payouts: {
    title: 'Payouts that did not reach sellers',
    text: 'Stripe refused these payouts, or they wait for over a day, for example because your Stripe balance is too low. Retry them. To send the money by bank, mark the payout as failed first, then set a bank account and create a new payout. If a bank returned the money, it is in the Stripe account of the seller, who corrects the bank account there.',
    place: 'sellers',
    toHref: ({ title }) => `/console/sellers?email=${encodeURIComponent(title)}`,
    all: '/console/queue/refused_payouts',
  },
  stuck_payments: {
    title: 'Stuck payments',
    text: 'The payment processor has not confirmed or declined these payments for an hour.',
    place: 'orders',
    toHref: ({ title }) => `/console/search?q=${encodeURIComponent(title)}`,
    all: '/console/queue/stuck_payments',
  },
  held_orders: {
    title: 'Orders to review',
    text: 'Clear these orders, or refund them.',
    place: 'orders',
    toHref: order,
    all: '/console/orders?status=MANUAL_REVIEW&sort=created_asc',
  },
  failed_transfers: {
    title: 'Failed transfers',
    text: 'Restart the transfer, or cancel the order.',
    place: 'orders',
    toHref: order,
    all: '/console/orders?status=PAID,EXTERNALLY_PAID&transfer=failed&sort=created_asc',
  },
  transfers_to_start: {
    title: 'Transfers to start',
    text: 'Paid orders whose domain has to be transferred.',
    place: 'orders',
    toHref: order,
    all: '/console/orders?queue=transfers_to_start&sort=created_asc',
  },
  transfers_to_confirm: {
    title: 'Transfers to confirm',
    text: 'In progress. Confirm the delivery, or mark the transfer as failed.',
    place: 'orders',
    toHref: order,
    all: '/console/orders?queue=transfers_to_confirm&sort=created_asc',
  },
  deliveries_to_secure: {
    title: 'Domains to secure',
    text: 'These orders ended, but their domain may still be transferred. Secure it at the registrar, then cancel the delivery.',
    place: 'orders',
    toHref: order,
    all: '/console/queue/deliveries_to_secure',
  },
  registry_commands: {
    title: 'Registry commands',
    text: "The service cannot end these changes of people's domains. Check the registry, then retry, confirm or end them.",
    place: 'registry',
    toHref: ({ id }) => `/console/registry-commands/${id}`,
    all: '/console/registry-commands?state=needs_operator&sort=created_asc',
  },
  withdrawn_listings: {
    title: 'Withdrawn listings',
    text: 'The domain expired, was deleted or left its seller. Relist it, or accept the withdrawal.',
    place: 'listings',
    toHref: ({ id }) => `/console/listings/${id}`,
    all: '/console/queue/withdrawn_listings',
  },
  offers_to_review: {
    title: 'Offers to review',
    text: "Offers for the marketplace's own domains. The offer that expires first comes first.",
    place: 'offers',
    toHref: ({ id }) => `/console/offers/${id}`,
    all: '/console/offers?seller=marketplace&status=open,countered_by_buyer&sort=created_asc',
  },
  partner_applications: {
    title: 'Applications for live access',
    text: 'Partners that applied to sell with real money.',
    place: 'partners',
    toHref: ({ partner_id }) => `/console/partners/${partner_id}`,
    all: '/console/partners?status=applied&sort=created_asc',
  },
  brokerage_cases: {
    title: 'Brokerage cases',
    text: 'Open cases. The case without an update for the longest time comes first.',
    place: 'brokerage',
    toHref: ({ id }) => `/console/brokerage/${id}`,
    all: '/console/brokerage?status=opened,outreach,negotiating,agreed,in_escrow&sort=updated_asc',
  },
  settlements_to_pay: {
    title: 'Unpaid statements',
    text: 'Closed statements the partner has not paid. The earliest due date comes first.',
    place: 'statements',
    toHref: ({ id }) => `/console/statements/${id}`,
    all: '/console/statements?status=closed',
  },
  payouts_to_send: {
    title: 'Payouts to send',
    text: 'Requested payouts that have not been sent.',
    place: 'payouts',
    toHref: payouts,
    all: '/console/payouts?status=pending&sort=created_asc',
  },
  seller_payouts_to_send: {
    title: 'Seller payouts to send',
    text: 'Transfer the money to the bank account of the seller, then mark the payout as sent. Mark a payout with “Do not send” as failed: a buyer got the money of a sale back, and the rest is payable again.',
    place: 'sellers',
    toHref: ({ title }) => `/console/sellers?email=${encodeURIComponent(title)}`,
    all: '/console/queue/seller_payouts_to_send',
  },
  payouts_to_confirm: {
    title: 'Payouts to confirm',
    text: 'Sent payouts. Mark each as arrived or failed.',
    place: 'payouts',
    toHref: payouts,
    all: '/console/payouts?status=in_transit&sort=created_asc',
  },
  failing_webhooks: {
    title: 'Failing webhooks',
    text: 'Endpoints that were disabled, or with failed deliveries since their last success.',
    place: 'webhooks',
    toHref: ({ id }) => `/console/webhooks?endpoint_id=${id}&status=failed`,
    all: '/console/webhooks/endpoints?failing=true',
  },
}

export const GROUP_NAMES = Object.keys(QUEUE_GROUPS) as QueueGroupName[]

/** The number of queue items in a section of the console. */
export const waitingAt = (queue: Queue | undefined, place: Place): number =>
  GROUP_NAMES.filter((name) => QUEUE_GROUPS[name].place === place).reduce(
    (sum, name) => sum + (queue?.[name].count ?? 0),
    0,
  )

/** The list behind a group, in the environment that the queue shows. */
export const allHref = (name: QueueGroupName, environment: Environment): string =>
  inEnvironment(QUEUE_GROUPS[name].all, environment)
