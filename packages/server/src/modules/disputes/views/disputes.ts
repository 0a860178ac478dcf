// The API views of disputes.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { DISPUTE_EVIDENCE_LENGTH_MAX } from '../../../kernel/limits.ts'
import { DISPUTE_ACTIONS, DISPUTE_RESPONSES, DISPUTE_STATUSES, disputeActions } from '../rules/disputes.ts'
import type { ShownDispute } from '../store/disputes.ts'

export const DisputeStatusName = () => OneOf(DISPUTE_STATUSES, { title: 'DisputeStatus' })

const EvidenceText = (description: string) =>
  Type.String({ minLength: 1, maxLength: DISPUTE_EVIDENCE_LENGTH_MAX, description })

export const EvidenceInput = Named(
  'DisputeEvidence',
  {
    text: EvidenceText('Why the payment is valid, in your words.'),
    product_description: Type.Optional(EvidenceText('What the buyer bought. Filled in from the order if absent.')),
    customer_name: Type.Optional(EvidenceText('Name of the buyer. Filled in from the order if absent.')),
    customer_email: Type.Optional(EvidenceText('Email address of the buyer. Filled in from the order if absent.')),
    service_date: Type.Optional(EvidenceText('When the domain was delivered. Filled in from the order if absent.')),
    activity_log: Type.Optional(EvidenceText('What happened to the order. Filled in from its timeline if absent.')),
    refund_refusal: Type.Optional(EvidenceText('Why the buyer is not entitled to a refund.')),
  },
  'Evidence for the bank. It can be submitted once.',
)

export const OperatorDisputeView = Named('Dispute', {
  dispute_id: IdText('dsp_'),
  status: DisputeStatusName(),
  inquiry: Type.Boolean({
    description:
      'True while the bank only asks about the payment: no money was taken, and nothing is frozen. False once it is a dispute.',
  }),
  order_id: Nullable(Type.String({ description: 'The order that was paid. Null for a registration.' })),
  domain: Nullable(Type.String()),
  domain_unicode: Nullable(Type.String()),
  partner_id: IdText('ptn_'),
  partner_name: Type.String(),
  environment: EnvironmentName(),
  processor: OneOf(['sandbox', 'stripe'] as const, { description: 'The payment processor that reported the dispute.' }),
  processor_reference: Type.String({ description: 'ID of the dispute at the payment processor.' }),
  amount_cents: PositiveCents('Disputed amount, in minor units.'),
  currency: CurrencyCode(),
  reason: Type.String({ description: 'Why the buyer disputes the payment, as the payment processor reports it.' }),
  respond_by: Nullable(
    Timestamp('Deadline for the response. Without one, the dispute is lost, and an inquiry can become a dispute.'),
  ),
  opened_at: Timestamp('When the dispute was opened.'),
  closed_at: Nullable(Timestamp('When it was won or lost. Null while it is open.')),
  fee_cents: Cents('What the payment processor charges for the dispute, in minor units.'),
  fee_currency: Nullable(Type.String({ description: 'Currency of the fee.' })),
  fee_returned: Type.Boolean({ description: 'True if the payment processor returned the fee.' }),
  funds_withdrawn_at: Nullable(Timestamp('When the payment processor took the disputed amount.')),
  funds_reinstated_at: Nullable(Timestamp('When the payment processor returned it.')),
  reversed_cents: Cents(
    'Price of the sale that the lost dispute took back, in minor units. 0 if the dispute is about a part of the price or a refunded sale: the marketplace bears the loss.',
  ),
  response: Nullable(OneOf(DISPUTE_RESPONSES, { description: 'What the marketplace responded. Null: nothing yet.' })),
  evidence: Nullable(EvidenceInput),
  responded_at: Nullable(Timestamp('When an operator responded.')),
  responded_by: Nullable(Type.String({ description: 'The operator who responded.' })),
  response_sent_at: Nullable(Timestamp('When the payment processor got the response.')),
  response_error: Nullable(Type.String({ description: 'Why the response was not sent yet. It is sent again.' })),
  actions: ActionsView('DisputeAction', DISPUTE_ACTIONS, { values: DISPUTE_STATUSES, title: 'DisputeStatus' }),
})

export const DISPUTE_COLUMNS = Object.keys(OperatorDisputeView.properties).filter(
  (name) => name !== 'evidence' && name !== 'actions',
)

export const operatorDisputeView = (dispute: ShownDispute): Static<typeof OperatorDisputeView> => ({
  dispute_id: dispute.id,
  status: dispute.status,
  inquiry: dispute.inquiry,
  order_id: dispute.orderId,
  domain: dispute.domain,
  domain_unicode: dispute.domainUnicode,
  partner_id: dispute.partnerId,
  partner_name: dispute.partnerName,
  environment: dispute.environment,
  processor: dispute.provider,
  processor_reference: dispute.providerRef,
  amount_cents: dispute.amountCents,
  currency: dispute.currency as 'USD',
  reason: dispute.reason,
  respond_by: isoTimeOrNull(dispute.respondBy),
  opened_at: isoTime(dispute.openedAt),
  closed_at: isoTimeOrNull(dispute.closedAt),
  fee_cents: dispute.feeCents,
  fee_currency: dispute.feeCurrency,
  fee_returned: dispute.feeReturnedAt !== null,
  funds_withdrawn_at: isoTimeOrNull(dispute.withdrawnAt),
  funds_reinstated_at: isoTimeOrNull(dispute.reinstatedAt),
  reversed_cents: dispute.reversedCents,
  response: dispute.response,
  evidence: dispute.evidence as Static<typeof EvidenceInput> | null,
  responded_at: isoTimeOrNull(dispute.respondedAt),
  responded_by: dispute.respondedBy,
  response_sent_at: isoTimeOrNull(dispute.responseSentAt),
  response_error: dispute.responseError,
  actions: actionViews(disputeActions(dispute), { submit: ['text'], close: ['outcome'] }),
})

export const CloseInput = Strict({
  outcome: OneOf(['won', 'lost'] as const, { title: 'DisputeOutcome', description: 'How the bank decides.' }),
})
