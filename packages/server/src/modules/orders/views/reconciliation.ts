// How a reconciliation looks on the wire.
import {
  CurrencyCode,
  IdText,
  Named,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  SumCents,
  Type,
} from '../../../http/schema.ts'
import { EXTERNAL_REF_LENGTH_MAX } from '../../../kernel/limits.ts'
import { ORDER_STATUSES } from '../rules/orders.ts'
import type { Asked, ReconciledOrder, Sum } from '../rules/reconciliation.ts'

const Reference = () =>
  Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX, description: 'Your `external_payment_ref`.' })

export const ReconcileQuestion = Type.Union([
  Reference(),
  Strict({
    reference: Reference(),
    amount_cents: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Amount you charged with this reference and currency. It is compared with the recorded amount.',
    }),
    currency: CurrencyCode(),
  }),
])

const ReconciledOrderView = Named('ReconciledOrder', {
  order_public_id: IdText('ord_'),
  domain: Type.String(),
  sale_price_cents: PositiveCents(),
  currency: CurrencyCode(),
  status: OneOf(ORDER_STATUSES, { title: 'OrderStatus' }),
})
const found = { reference: Type.String(), currency: CurrencyCode(), orders: Type.Array(ReconciledOrderView) }
const amountNote = 'Total of the orders with this reference and currency. Refunded and canceled orders count as zero.'

export const ReconciliationView = Named('Reconciliation', {
  matched: Type.Array(Strict({ ...found, amount_cents: SumCents(amountNote) })),
  missing: Type.Array(Type.String({ description: 'References without an order.' })),
  mismatched: Type.Array(
    Strict({
      ...found,
      expected_cents: SumCents('The amount you sent. 0 for a currency you did not send.'),
      recorded_cents: SumCents(amountNote),
    }),
  ),
  count: Strict({
    matched: Type.Integer({ minimum: 0 }),
    missing: Type.Integer({ minimum: 0 }),
    mismatched: Type.Integer({ minimum: 0 }),
  }),
})

export const readQuestion = (question: Static<typeof ReconcileQuestion>): Asked =>
  typeof question === 'string'
    ? { reference: question, expected: null }
    : {
        reference: question.reference,
        expected: { amountCents: question.amount_cents, currency: question.currency },
      }

const reconciledOrderView = (order: ReconciledOrder): Static<typeof ReconciledOrderView> => ({
  order_public_id: order.id,
  domain: order.domain,
  sale_price_cents: order.salePriceCents,
  currency: order.currency as 'USD',
  status: order.status,
})

export const sumView = ({ reference, currency, orders }: Sum) => ({
  reference,
  currency: currency as 'USD',
  orders: orders.map(reconciledOrderView),
})
