// Messages about disputes: to operators, to a partner's team, and to sellers.
import type { Environment } from '../../../kernel/owner.ts'
import { button, facts, formatAmount, formatMoment, type MailContent, paragraph } from './content.ts'

/** `name` is the domain as people read it; null for a registration. */
type Disputed = {
  disputeId: string
  orderId: string | null
  name: string | null
  amountCents: number
  currency: string
  reason: string
  /** The bank only asks, and has taken no money. */
  isInquiry?: boolean
  respondBy: Date | null
}
/** `isTakenBack`: of a lost one, whether the sale was. Otherwise the marketplace bears the loss. */
type Closed = Disputed & { isWon: boolean; isTakenBack: boolean }
type Team = { partner: string; partnerId: string; environment: Environment }

const OPERATOR_REASON = 'You receive this message because you are an operator of this marketplace.'
const TEAM_REASON = 'You receive this message because you are on the team of this partner, or its contact.'
const SELLER_REASON = 'You receive this message because you sell domains on this marketplace.'

const describeDomain = ({ name }: Disputed): string => name ?? 'a registration'

const disputeFacts = (dispute: Disputed) =>
  facts(
    ['Dispute', dispute.disputeId],
    ...(dispute.orderId === null ? [] : [['Order number', dispute.orderId] as const]),
    ['Amount', formatAmount(dispute.amountCents, dispute.currency)],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ...(dispute.respondBy === null ? [] : [['Respond by', formatMoment(dispute.respondBy)] as const]),
  )

const disputeOpened = (dispute: Disputed): MailContent => ({
  subject: dispute.isInquiry
    ? `A bank asks about a payment for ${describeDomain(dispute)}`
    : `A payment for ${describeDomain(dispute)} is disputed`,
  preview: dispute.isInquiry
    ? 'Submit evidence or refund the order before the deadline.'
    : 'Submit evidence or accept the dispute before the deadline.',
  blocks: [
    paragraph(
      dispute.isInquiry
        ? `The bank of the buyer of ${describeDomain(dispute)} asks about the payment. No money was taken. Submit evidence or refund the order before the deadline. Without a response the bank can open a dispute.`
        : `The buyer of ${describeDomain(dispute)} disputed the payment. Submit evidence or accept the dispute before the deadline. Without a response the dispute is lost.`,
    ),
    disputeFacts(dispute),
    button('View dispute', `/console/disputes/${dispute.disputeId}`),
  ],
  reason: OPERATOR_REASON,
})

const disputeClosed = (dispute: Closed): MailContent => ({
  subject: dispute.isInquiry
    ? `The bank closed its inquiry about ${describeDomain(dispute)}`
    : `The dispute about ${describeDomain(dispute)} was ${dispute.isWon ? 'won' : 'lost'}`,
  preview: dispute.isInquiry
    ? 'No dispute was opened.'
    : dispute.isWon
      ? 'The sale stands.'
      : 'The buyer keeps the money.',
  blocks: [
    paragraph(
      dispute.isInquiry
        ? 'The bank opened no dispute and took no money.'
        : dispute.isWon
          ? 'The bank decided for the marketplace. The sale stands, and everyone is paid as usual.'
          : dispute.isTakenBack
            ? 'The bank decided for the buyer. What was earned on the sale was taken back.'
            : 'The bank decided for the buyer. The marketplace bears the loss. Nothing was taken back for this dispute.',
    ),
    disputeFacts({ ...dispute, respondBy: null }),
    button('View dispute', `/console/disputes/${dispute.disputeId}`),
  ],
  reason: OPERATOR_REASON,
})

const teamButton = ({ orderId, partnerId, environment }: Disputed & Team) =>
  button('View order', `/portal/orders/${orderId}?partner=${partnerId}&environment=${environment}`)

const orderDisputed = (dispute: Disputed & Team): MailContent => ({
  subject: `The payment for ${describeDomain(dispute)} is disputed`,
  preview: 'Its commission is not paid until the dispute is closed.',
  blocks: [
    paragraph(
      `The buyer of ${describeDomain(dispute)} disputed the payment with the bank. The commission of ${dispute.partner} on this sale is not paid until the dispute is closed. You do not need to do anything.`,
    ),
    disputeFacts({ ...dispute, respondBy: null }),
    teamButton(dispute),
  ],
  reason: TEAM_REASON,
})

const orderDisputeClosed = (dispute: Closed & Team): MailContent => ({
  subject: `The dispute about ${describeDomain(dispute)} was ${dispute.isWon ? 'won' : 'lost'}`,
  preview: dispute.isWon
    ? 'The commission is paid as usual.'
    : dispute.isTakenBack
      ? 'The commission on the sale was taken back.'
      : 'The commission is not affected by this dispute.',
  blocks: [
    paragraph(
      dispute.isWon
        ? 'The bank decided for the marketplace. The commission on the sale is paid as usual.'
        : dispute.isTakenBack
          ? 'The bank decided for the buyer. The commission on the sale was taken back. If it was paid already, it is set off against later commission.'
          : 'The bank decided for the buyer. The marketplace bears the loss. The commission is not affected by this dispute.',
    ),
    disputeFacts({ ...dispute, respondBy: null }),
    teamButton(dispute),
  ],
  reason: TEAM_REASON,
})

const saleDisputed = (dispute: Disputed): MailContent => ({
  subject: `The payment for ${describeDomain(dispute)} is disputed`,
  preview: 'Your proceeds are not paid until the dispute is closed.',
  blocks: [
    paragraph(
      `The buyer of ${describeDomain(dispute)} disputed the payment with the bank. Your proceeds of this sale are not paid until the dispute is closed. The operator of the marketplace responds to the bank. You do not need to do anything.`,
    ),
    disputeFacts({ ...dispute, respondBy: null }),
    button('View sales', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

const saleDisputeWon = (dispute: Disputed): MailContent => ({
  subject: `The dispute about ${describeDomain(dispute)} was won`,
  preview: 'You are paid as usual.',
  blocks: [
    paragraph(`The bank decided for the marketplace. You are paid for ${describeDomain(dispute)} as usual.`),
    button('View sales', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

const saleClawedBack = (sale: {
  name: string
  orderId: string
  proceedsCents: number
  currency: string
  cause: 'refund' | 'dispute'
}): MailContent => ({
  subject: `The sale of ${sale.name} was taken back`,
  preview: `The buyer got the money back.`,
  blocks: [
    paragraph(
      sale.cause === 'dispute'
        ? `The buyer of ${sale.name} disputed the payment, and the bank decided for the buyer. Your proceeds of this sale were taken back.`
        : `The operator of the marketplace refunded the buyer of ${sale.name} after the delivery. Your proceeds of this sale were taken back.`,
    ),
    facts(
      ['Domain', sale.name],
      ['Order number', sale.orderId],
      ['Taken back', formatAmount(sale.proceedsCents, sale.currency)],
    ),
    paragraph('If they were paid out already, your balance is below zero, and your next sales are set off against it.'),
    button('View balance', '/account/selling/money'),
  ],
  reason: SELLER_REASON,
})

export const DISPUTE_TEMPLATES = {
  dispute_opened: disputeOpened,
  dispute_closed: disputeClosed,
  order_disputed: orderDisputed,
  order_dispute_closed: orderDisputeClosed,
  sale_disputed: saleDisputed,
  sale_dispute_won: saleDisputeWon,
  sale_clawed_back: saleClawedBack,
} as const
