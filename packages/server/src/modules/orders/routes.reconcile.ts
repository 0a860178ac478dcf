// Reconciling for partners: which of their payments are orders here, and for how much.
import { defineRoute } from '../../http/define-route.ts'
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
} from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import {
  BULK_BODY_BYTES_MAX,
  EXTERNAL_REF_LENGTH_MAX,
  RECONCILE_ORDERS_MAX,
  RECONCILE_REFERENCES_MAX,
} from '../../kernel/limits.ts'
import { type Asked, findRepeated, type ReconciledOrder, reconcile, type Sum } from './reconcile-rules.ts'
import { listOrdersByReference } from './reconcile-store.ts'
import { ORDER_STATUSES } from './rules.ts'

const Reference = () =>
  Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX, description: 'An `external_payment_ref` of yours.' })

const Question = Type.Union([
  Reference(),
  Strict({
    reference: Reference(),
    amount_cents: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'What you charged under it in this currency; compared with what is recorded.',
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
const amountNote = 'The sum of its orders in this currency; refunded and cancelled ones count as zero.'

const ReconciliationView = Named('Reconciliation', {
  matched: Type.Array(Strict({ ...found, amount_cents: SumCents(amountNote) })),
  missing: Type.Array(Type.String({ description: 'No order carries this reference.' })),
  mismatched: Type.Array(
    Strict({
      ...found,
      expected_cents: SumCents('What you gave; 0 in a currency that you did not name.'),
      recorded_cents: SumCents(amountNote),
    }),
  ),
  count: Strict({
    matched: Type.Integer({ minimum: 0 }),
    missing: Type.Integer({ minimum: 0 }),
    mismatched: Type.Integer({ minimum: 0 }),
  }),
})

const askedOf = (question: Static<typeof Question>): Asked =>
  typeof question === 'string'
    ? { reference: question, expected: null }
    : {
        reference: question.reference,
        expected: { amountCents: question.amount_cents, currency: question.currency },
      }

const orderView = (order: ReconciledOrder): Static<typeof ReconciledOrderView> => ({
  order_public_id: order.id,
  domain: order.domain,
  sale_price_cents: order.salePriceCents,
  currency: order.currency as 'USD',
  status: order.status,
})

const sumView = ({ reference, currency, orders }: Sum) => ({
  reference,
  currency: currency as 'USD',
  orders: orders.map(orderView),
})

const reconcileReferences = defineRoute({
  id: 'orders.reconcile',
  area: 'partner',
  method: 'POST',
  path: '/reconcile',
  scope: ['search', 'buy'],
  membership: 'member',
  limit: 'partner_reads',
  summary: 'Compare your payment references with the orders recorded under them.',
  description:
    `Up to ${RECONCILE_REFERENCES_MAX.toLocaleString('en')} references, each as text or as an object with the amount that you ` +
    'charged. It only reads: an Idempotency-Key is not needed. A reference with orders in several currencies has a row for each.',
  body: Strict({
    references: Type.Array(Question, { minItems: 1, maxItems: RECONCILE_REFERENCES_MAX }),
  }),
  bodyBytesMax: BULK_BODY_BYTES_MAX,
  response: ReconciliationView,
  handle: async ({ db, caller }, { body }) => {
    const asked = body.references.map(askedOf)
    const repeated = findRepeated(asked)
    if (repeated >= 0) throw invalidField(`references.${repeated}`, 'was given before')
    const references = [...new Set(asked.map(({ reference }) => reference))]
    const orders = await listOrdersByReference(db, caller, references, RECONCILE_ORDERS_MAX + 1)
    if (orders.length > RECONCILE_ORDERS_MAX)
      throw invalidField('references', `cover more than ${RECONCILE_ORDERS_MAX} orders; ask for fewer at once`)
    const { matched, missing, mismatched } = reconcile(asked, orders)
    return {
      matched: matched.map((sum) => ({ ...sumView(sum), amount_cents: sum.amountCents })),
      missing: [...missing],
      mismatched: mismatched.map((sum) => ({
        ...sumView(sum),
        expected_cents: sum.expectedCents,
        recorded_cents: sum.amountCents,
      })),
      count: { matched: matched.length, missing: missing.length, mismatched: mismatched.length },
    }
  },
})

export const reconcileRoutes = [reconcileReferences]
