// What the buyer's pages show: the order, the claim, and links that do not work.
import type { PageResponse, PropsOf } from '../../http/page.ts'
import type { AuditedCall } from '../../kernel/contracts/audit-log.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { type Document, documentLink } from '../documents/index.ts'
import { buyerText, isForBuyer } from './rules/buyer-timeline.ts'
import { type OrderStatus, upcomingStatuses } from './rules/orders.ts'
import { getClaimState, maskEmail } from './rules/purchases.ts'
import { isDelivered, isReversed } from './rules/statuses.ts'
import type { BuyerOrder } from './store/claims.ts'
import type { PurchaseLine } from './store/purchases.ts'

type OrderProps = PropsOf<'order'>

/** What the module delivery does for the buyer's page, given to it where both are mounted. */
export type BuyerDelivery = {
  /** Null when there is nothing to choose or to see. */
  describe(order: BuyerOrder): Promise<ShownDelivery | null>
  choose(order: BuyerOrder, given: { method: string; registrar: string; account: string }): Promise<void>
  /** The auth code. */
  reveal(order: BuyerOrder, call: AuditedCall): Promise<string>
}
type ShownDelivery = Omit<NonNullable<OrderProps['delivery']>, 'given' | 'action' | 'codeAction' | 'code'>
export type Note = OrderProps['note']
export type GivenTarget = NonNullable<OrderProps['delivery']>['given']

const NAMES: Record<OrderStatus, string> = {
  EXTERNALLY_PAID: 'Paid',
  PAID: 'Paid',
  MANUAL_REVIEW: 'In review',
  TRANSFER_IN_PROGRESS: 'Transferring',
  TRANSFER_COMPLETED: 'Delivered',
  SETTLED: 'Delivered',
  REFUNDED: 'Refunded',
  CANCELLED: 'Canceled',
}

/** Lines that their status would not tell from the line before. */
const NAMES_OF_EVENTS: Record<string, string> = {
  'order.manual_review_cleared': 'Review complete',
  'transfer.action_required': 'Auth code ready',
  'transfer.failed': 'Transfer failed',
  'order.disputed': 'Payment disputed',
}

const REFUND = 'We are refunding your payment in full. Your bank can take several days to show it.'
const NEXT_STEPS: Record<OrderStatus, string> = {
  EXTERNALLY_PAID: 'We transfer the domain next. This usually takes a few days.',
  PAID: 'We transfer the domain next. This usually takes a few days. You do not need to do anything.',
  MANUAL_REVIEW: 'We review the order before the transfer starts. You do not need to do anything.',
  TRANSFER_IN_PROGRESS: 'We are transferring the domain. We will email you when the transfer is complete.',
  TRANSFER_COMPLETED: 'The domain has been delivered.',
  SETTLED: 'The domain has been delivered.',
  REFUNDED: REFUND,
  CANCELLED: `We cannot deliver the domain. ${REFUND}`,
}

const CHARGED_BACK = 'Your bank returned your payment after you disputed it. We canceled the order.'

/** Whether a lost dispute canceled the order. Disputes of orders that were canceled before have their lines after that. */
const isChargedBack = (timeline: readonly PurchaseLine[]): boolean =>
  timeline.find(({ status }) => status === 'CANCELLED')?.event === 'order.dispute_closed'

/** Where the service sends no mail. */
const TRANSFERRING = 'We are transferring the domain. This page shows when the transfer is complete.'

const CHOOSE = 'Choose where you want to receive the domain. Then we transfer it.'
const CHOOSE_AGAIN = 'Choose again where you want to receive the domain. Then we restart the transfer.'
const CODE_READY = 'Your auth code is ready. Enter it at your registrar to transfer the domain.'
const CODE_NEXT = 'We are preparing your auth code. This page shows the code when it is ready.'

/** Where the buyer has something to do, or will have; null where we do the rest. */
function describeChoice({ isOpen, chosen, problem, isByCode, isCodeReady }: ShownDelivery): string | null {
  if (isOpen && problem !== null) return CHOOSE_AGAIN
  if (isOpen && chosen === null) return CHOOSE
  if (!isByCode) return null
  return isCodeReady ? CODE_READY : CODE_NEXT
}

function describeNext({ status }: BuyerOrder, isMailOff: boolean, delivery: ShownDelivery | null): string {
  const choice = delivery && status !== 'MANUAL_REVIEW' ? describeChoice(delivery) : null
  if (choice !== null) return choice
  return isMailOff && status === 'TRANSFER_IN_PROGRESS' ? TRANSFERRING : NEXT_STEPS[status]
}

/** A text that only repeats its title is left out. */
const toSteps = (lines: readonly PurchaseLine[]): OrderProps['done'] =>
  lines.filter(isForBuyer).map(({ at, status, event }) => {
    const title = (event === null ? undefined : NAMES_OF_EVENTS[event]) ?? NAMES[status]
    const text = buyerText(status, event)
    return { title, at, text: text === `${title}.` ? '' : text }
  })

/** Of an order that was returned, nothing is left to manage. */
function getClaim(order: BuyerOrder, visitorId: string | null, now: Date): OrderProps['claim'] {
  if (order.environment === 'sandbox' || isReversed(order.status)) return 'none'
  return visitorId !== null && order.accountId === visitorId ? 'own' : getClaimState(order, now)
}

export function orderPage(
  order: BuyerOrder,
  shown: {
    path: string
    timeline: readonly PurchaseLine[]
    note: Note
    now: Date
    /** The account that is signed in. */
    visitorId: string | null
    /** The domain was sold for a person who owned it. */
    isForOwner: boolean
    status?: number
    isMailOff: boolean
    delivery: ShownDelivery | null
    code: string | null
    given: GivenTarget
    documents: readonly Document[]
  },
): PageResponse<'order'> {
  const {
    path,
    timeline,
    note,
    now,
    visitorId,
    isForOwner,
    status = 200,
    isMailOff,
    delivery,
    code,
    given,
    documents,
  } = shown
  const props: OrderProps = {
    path,
    domain: order.domainUnicode,
    orderId: order.orderId,
    seller: isForOwner ? `${order.sellerName}, for the owner of the domain` : order.sellerName,
    priceCents: order.priceCents,
    currency: order.currency,
    paidAt: order.createdAt.toISOString(),
    buyerEmail: maskEmail(order.buyerEmail),
    isTest: order.environment === 'sandbox',
    statusText: NAMES[order.status],
    tone: isDelivered(order.status) ? 'good' : isReversed(order.status) ? 'neutral' : 'info',
    nextStep: isChargedBack(timeline) ? CHARGED_BACK : describeNext(order, isMailOff, delivery),
    done: toSteps(timeline),
    ahead: upcomingStatuses({ status: order.status, paymentModel: 'service_collected' })
      .filter((one) => one !== 'SETTLED' && one !== 'PAID')
      .map((one) => NAMES[one]),
    claim: getClaim(order, visitorId, now),
    resendAction: `${path}/claim-link`,
    delivery: delivery && { ...delivery, action: `${path}/delivery`, codeAction: `${path}/auth-code`, code, given },
    accountPath: `/account/orders/${order.orderId}`,
    documents: documents.map((document) => ({ ...documentLink(document), href: `${path}/documents/${document.id}` })),
    note,
  }
  return { status, name: 'order', props, options: { forms: ["'self'"], isMailOff } }
}

export function claimPage(
  order: BuyerOrder,
  shown: {
    path: string
    person: { email: string; isConfirmed: boolean } | null
    problem: string | null
    status?: number
  },
): PageResponse<'claim'> {
  const { path, person, problem, status = 200 } = shown
  const props = {
    domain: order.domainUnicode,
    orderId: order.orderId,
    priceCents: order.priceCents,
    currency: order.currency,
    isDelivered: isDelivered(order.status),
    action: path,
    signUpAction: `${path}/sign-up`,
    signInPath: `/sign-in?next=${encodeURIComponent(path)}`,
    buyerEmail: order.buyerEmail,
    person,
    problem,
    passwordLengthMin: PASSWORD_LENGTH_MIN,
  }
  return { status, name: 'claim', props, options: { forms: ["'self'"] } }
}

/** One page for links that were used, replaced, have expired, are of another order or incomplete. */
export const deadClaimPage = (orderPath: string | null): PageResponse<'message'> => ({
  status: orderPath === null ? 404 : 410,
  name: 'message',
  props: {
    title: 'This claim link does not work',
    text:
      'It was used before, was replaced by a newer link, has expired, or is incomplete. If the purchase is not in your account ' +
      'yet, open your order page and send a new claim link. Our messages about the order link to that page.',
    ...(orderPath === null ? {} : { link: { href: orderPath, text: 'Open order page' } }),
  },
})

export const unknownOrderPage = (): PageResponse<'message'> => ({
  status: 404,
  name: 'message',
  props: {
    title: 'Order not found',
    text: 'The link is incomplete or was changed. Open the link in our message again.',
    link: { href: '/', text: 'Go to the marketplace' },
  },
})
