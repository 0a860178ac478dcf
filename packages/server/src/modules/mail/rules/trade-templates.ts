// Messages to buyers: purchases and brokerage.
import {
  button,
  facts,
  formatAmount,
  formatDate,
  type MailBlock,
  type MailContent,
  paragraph,
  SECRET_PLACE,
} from './content.ts'

const BUYER_REASON = 'You receive this message because this email address was given at checkout.'

type Purchase = { domain: string; orderId: string; priceCents: number; currency: string }

const purchaseFacts = ({ domain, orderId, priceCents, currency }: Purchase): MailBlock =>
  facts(['Domain', domain], ['Order number', orderId], ['Amount', formatAmount(priceCents, currency)])

/** `isClaimed`: the purchase belongs to an account. `isTest`: a sandbox order, which nobody can claim. */
type Progress = { isClaimed: boolean; isTest: boolean }

const TEST_ORDER = 'This is a test order. No money moved, and no domain changes hands.'

/** A receipt for a purchase that is not in an account carries the claim link. Its secret opens the order page too. */
function receiptLinks({ isClaimed, isTest }: Progress): MailBlock[] {
  const viewOrder = button('View order', `/orders/${SECRET_PLACE}`)
  if (isTest) return [paragraph(TEST_ORDER), viewOrder]
  if (isClaimed)
    return [
      paragraph(
        'On the order page, choose where you want to receive the domain, and follow the transfer. The domain appears in your account when the transfer is complete.',
      ),
      viewOrder,
    ]
  return [
    paragraph('Claim the purchase to manage the domain in an account. The link works once, within 30 days.'),
    button('Claim purchase', `/claim/${SECRET_PLACE}`),
    paragraph(
      'On the order page, choose where you want to receive the domain, and follow the transfer. Do not forward this message.',
    ),
    viewOrder,
  ]
}

const receipt = (order: Purchase & Progress & { paidAt: Date; seller: string }): MailContent => ({
  subject: `Receipt for ${order.domain}`,
  preview: `You paid ${formatAmount(order.priceCents, order.currency)}.`,
  blocks: [
    paragraph(`Thank you for buying ${order.domain}. This message is your receipt.`),
    facts(
      ['Domain', order.domain],
      ['Order number', order.orderId],
      ['Amount paid', formatAmount(order.priceCents, order.currency)],
      ['Paid on', formatDate(order.paidAt)],
      ['Seller', order.seller],
    ),
    ...receiptLinks(order),
  ],
  reason: BUYER_REASON,
})

const claim = (order: Purchase): MailContent => ({
  subject: `Claim ${order.domain}`,
  preview: 'Add your purchase to an account.',
  blocks: [
    paragraph('Claim your purchase to manage the domain in an account. Earlier claim links no longer work.'),
    purchaseFacts(order),
    button('Claim purchase', `/claim/${SECRET_PLACE}`),
    paragraph('The link works once, within 30 days. Do not forward this message.'),
  ],
  reason: BUYER_REASON,
})

const ORDER_STEPS = {
  started: [
    'The transfer has started',
    'The transfer of the domain has started. We will email you when it is complete.',
  ],
  code_ready: [
    'Your auth code is ready',
    'Enter the auth code at your registrar to transfer the domain. The order page shows it. It works for 30 days.',
  ],
  delivered: ['Your domain has been delivered', 'The transfer is complete.'],
  failed: [
    'The transfer failed',
    'The transfer of the domain failed. The order page says why, and whether you have to do something.',
  ],
  refunded: [
    'Your order was refunded',
    'We are refunding your payment in full. Your bank can take several days to show it.',
  ],
  refunded_delivered: [
    'Your order was refunded',
    'We are refunding your payment in full. You keep the domain. Your bank can take several days to show the refund.',
  ],
} as const
export type OrderStep = keyof typeof ORDER_STEPS

const CLAIM_NOTE =
  'Claim the purchase to manage the domain in an account. The order page can send you the claim link again.'

/** What follows for the buyer when the domain is theirs. */
function progressNotes(step: OrderStep, { isClaimed, isTest }: Progress): MailBlock[] {
  if (isTest) return [paragraph(TEST_ORDER)]
  if (step !== 'delivered') return []
  return [paragraph(isClaimed ? 'Manage the domain in your account.' : CLAIM_NOTE)]
}

const orderProgress = ({ step, ...order }: Purchase & Progress & { step: OrderStep }): MailContent => {
  const [title, text] = ORDER_STEPS[step]
  return {
    subject: `${title}: ${order.domain}`,
    preview: text,
    blocks: [
      paragraph(text),
      purchaseFacts(order),
      ...progressNotes(step, order),
      button('View order', `/orders/${SECRET_PLACE}`),
    ],
    reason: BUYER_REASON,
  }
}

const brokerageProgress = (brokerage: {
  caseId: string
  domain: string
  status: string
  text: string
  note: string | null
}): MailContent => ({
  subject: `Brokerage for ${brokerage.domain}: ${brokerage.status}`,
  preview: brokerage.text,
  blocks: [
    paragraph(brokerage.text),
    ...(brokerage.note === null ? [] : [{ kind: 'quote', text: brokerage.note } as const]),
    button('View request', `/brokerage/${brokerage.caseId}?t=${SECRET_PLACE}`),
  ],
  reason: 'You receive this message because you asked us to broker this domain.',
})

export const TRADE_TEMPLATES = {
  receipt,
  claim,
  order_progress: orderProgress,
  brokerage_progress: brokerageProgress,
} as const
