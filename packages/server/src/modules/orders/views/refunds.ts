// How refunds look on the wire.
import {
  Cents,
  CurrencyCode,
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
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../../kernel/limits.ts'
import { REFUND_REASONS } from '../rules/orders.ts'
import type { RefundJson } from '../store/refunds.ts'
import { asOrder, OrderView } from './orders.ts'

export const RefundInput = Strict({
  order_public_id: IdText('ord_'),
  reason: OneOf(REFUND_REASONS, { title: 'RefundReason' }),
  amount_cents: Type.Optional(
    PositiveCents('Amount to refund, in minor units. Default: all that is left of the price, which ends the order.'),
  ),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
  external_refund_ref: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })),
})

export const RefundView = Named('Refund', {
  refund_id: IdText('rfd_'),
  order_public_id: IdText('ord_'),
  status: OneOf(['pending', 'completed', 'failed']),
  amount_cents: PositiveCents(),
  commission_clawback_cents: Cents(),
  currency: CurrencyCode(),
  reason: OneOf(REFUND_REASONS, { title: 'RefundReason' }),
  comment: Nullable(Type.String()),
  external_refund_ref: Nullable(Type.String()),
  order: OrderView,
  created_at: Timestamp(),
  completed_at: Nullable(Timestamp()),
})

export const refundView = (refund: RefundJson): Static<typeof RefundView> => ({
  refund_id: refund.id,
  order_public_id: refund.orderId,
  status: refund.status,
  amount_cents: refund.amountCents,
  commission_clawback_cents: refund.commissionClawbackCents,
  currency: refund.currency as 'USD',
  reason: refund.reason,
  comment: refund.comment,
  external_refund_ref: refund.externalRefundRef,
  order: asOrder(refund.order),
  created_at: isoTime(refund.createdAt),
  completed_at: isoTimeOrNull(refund.completedAt),
})
