// Orders and refunds for partners: record, list, show, refund, reconcile; and the sandbox, where they drive their own orders.
import { wantsCsv } from '../../http/csv.ts'
import { defineRoute, RecordedResponse } from '../../http/define-route.ts'
import { ageQuery, datesQuery } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { sortQuery } from '../../http/sorting.ts'
import { ApiError, invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { BULK_BODY_BYTES_MAX, RECONCILE_ORDERS_MAX, RECONCILE_REFERENCES_MAX } from '../../kernel/limits.ts'
import { readDomain } from '../catalog/index.ts'
import { listRefundsPage, NEWEST_FIRST, ownOrdersCsv, pageOwnOrders, requireMerchantOfRecord } from './http.ts'
import { ORDER_STATUSES, type SandboxAction } from './rules/orders.ts'
import { findRepeated, reconcile } from './rules/reconciliation.ts'
import { lockDrivenOrder, moveOrder } from './service/move.ts'
import { recordOrder } from './service/record.ts'
import { requestRefund } from './service/refund.ts'
import { findOrderJson } from './store/orders.ts'
import { listOrdersByReference } from './store/reconciliation.ts'
import * as refundStore from './store/refunds.ts'
import { SANDBOX_ACTION_TEXTS } from './views/action-texts.ts'
import {
  asOrderDetail,
  ListedOrderView,
  listedOrder,
  NoteBody,
  OrderDetailView,
  OrderInput,
  OrderProgressView,
  orderProgress,
  readBuyer,
} from './views/orders.ts'
import { ReconcileQuestion, ReconciliationView, readQuestion, sumView } from './views/reconciliation.ts'
import { RefundInput, RefundView, refundView } from './views/refunds.ts'
import { readOrderDelivery } from './views/transfers.ts'

/** Either a quote, or a name with its price and currency. */
function assertOneForm(body: Static<typeof OrderInput>): void {
  if (body.quote_id !== undefined) return
  const missing = (['domain', 'expected_price', 'currency'] as const).filter((field) => body[field] === undefined)
  if (missing.length > 0)
    throw new ApiError('validation_error', {
      message: `${missing[0]}: is required if quote_id is not sent`,
      details: missing.map((field) => ({ field, message: 'is required if quote_id is not sent' })),
    })
}

const record = defineRoute({
  id: 'orders.record',
  area: 'partner',
  method: 'POST',
  path: '/orders',
  scope: 'buy',
  summary: 'Record an order',
  description:
    'Records a sale after you charged the buyer. You must be the merchant of record (403 `not_merchant_of_record`). Send `external_payment_ref` and ' +
    'either `quote_id`, or `domain` with `expected_price` and `currency`. Repeating the request with the same ' +
    'Idempotency-Key and body returns the stored response. 422 `price_mismatch` if the price or currency differs from the ' +
    'current price or the quote, 422 `quote_expired`, 409 `domain_sold` or `domain_reserved`.',
  returns: 'The recorded order.',
  requires: requireMerchantOfRecord,
  idempotencyKey: 'required',
  keepIdempotencyKey: true,
  body: OrderInput,
  status: 201,
  response: OrderDetailView,
  errors: ['not_found', 'conflict', 'price_mismatch', 'quote_expired'],
  writes: 'one-statement',
  handle: async ({ deps, caller, now, idempotency }, { body }) => {
    assertOneForm(body)
    const recorded = await recordOrder(deps, {
      owner: { partnerId: caller.partnerId, environment: caller.environment },
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
      now,
      quoteId: parseQuoteId(body.quote_id),
      domain: body.domain === undefined ? null : readDomain(body.domain, caller.environment).domain,
      expectedPriceCents: body.expected_price ?? null,
      currency: body.currency ?? null,
      externalPaymentRef: body.external_payment_ref,
      buyer: readBuyer(body.buyer),
      returnUrl: body.return_url ?? null,
      cancelUrl: body.cancel_url ?? null,
      delivery: readOrderDelivery(body.delivery),
    })
    return new RecordedResponse(recorded.status, recorded.body, recorded.replayed)
  },
})

function parseQuoteId(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!isId('quote', text)) throw notFound('Quote not found.')
  return text
}

const list = defineRoute({
  id: 'orders.list',
  area: 'partner',
  method: 'GET',
  path: '/orders',
  scope: ['search', 'buy'],
  summary: 'List your orders',
  description:
    'Newest first, or as `sort` says. `Accept: text/csv` returns all matching orders as CSV, with each amount in minor ' +
    'units and as a decimal.',
  returns: 'A page of orders.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(['created', 'price'], NEWEST_FIRST),
    status: Type.Optional(Type.String({ description: 'Values of `OrderStatus`, separated by commas.' })),
    domain: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  produces: ['text/csv'],
  response: Strict({ orders: Type.Array(ListedOrderView), ...pageFields }),
  readsAhead: true,
  handle: async ({ db, caller, headers }, { query }) => {
    const { from, to } = dateRange(query)
    const filters = {
      list: 'orders',
      statuses: commaList('status', query.status, ORDER_STATUSES),
      domain: query.domain === undefined ? undefined : readDomain(query.domain, caller.environment).domain,
      from,
      to,
    }
    if (wantsCsv(headers.accept)) return ownOrdersCsv(db, caller, filters, query.sort)
    const page = await pageOwnOrders(db, caller, filters, query)
    const orders = page.rows.map(({ view }) => listedOrder(view, caller.environment))
    return { orders, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'orders.get',
  area: 'partner',
  method: 'GET',
  path: '/orders/{public_id}',
  scope: ['search', 'buy'],
  summary: 'Get an order',
  description: 'Returns the order with its transfer and timeline. Poll it, or subscribe to webhook events.',
  returns: 'The order.',
  params: Strict({ public_id: Type.String() }),
  response: OrderProgressView,
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ db, caller }, { params }) => {
    const order = isId('order', params.public_id) ? await findOrderJson(db, caller, params.public_id) : undefined
    if (!order) throw notFound('Order not found.')
    return orderProgress(order, caller.environment)
  },
})

const createRefund = defineRoute({
  id: 'refunds.create',
  area: 'partner',
  method: 'POST',
  path: '/refunds',
  scope: 'buy',
  summary: 'Refund an order',
  description:
    'Records that you refunded a sale you collected. With `amount_cents` below what is left of the price, the order ' +
    'goes on with the rest, and your commission is reduced in proportion. Otherwise the order is reversed and the domain ' +
    'listed again. Possible before TRANSFER_COMPLETED. Later, and if the marketplace collected the payment: 409 ' +
    '`order_not_refundable`.',
  returns: 'The created refund.',
  body: RefundInput,
  status: 201,
  response: RefundView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { body }) => {
    const { id } = await requestRefund(deps, tx, caller, body.order_public_id, {
      reason: body.reason,
      comment: body.comment,
      externalRefundRef: body.external_refund_ref,
      amountCents: body.amount_cents,
    })
    const refund = await refundStore.findRefund(tx, caller, id)
    invariant(refund, 'the refund was just written')
    return refundView(refund)
  },
})

const listRefunds = defineRoute({
  id: 'refunds.list',
  area: 'partner',
  method: 'GET',
  path: '/refunds',
  scope: 'buy',
  summary: 'List your refunds',
  description: 'Newest first or as `sort` says. `Accept: text/csv` returns all matching refunds as CSV.',
  returns: 'A page of refunds.',
  query: Strict({ ...pageQuery, ...ageQuery, ...datesQuery }),
  produces: ['text/csv'],
  response: Strict({ refunds: Type.Array(RefundView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => listRefundsPage(db, caller, { headers, query }),
})

const getRefund = defineRoute({
  id: 'refunds.get',
  area: 'partner',
  method: 'GET',
  path: '/refunds/{refund_id}',
  scope: 'buy',
  summary: 'Get a refund',
  description: 'Returns one of your refunds.',
  returns: 'The refund.',
  params: Strict({ refund_id: Type.String() }),
  response: RefundView,
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ db, caller }, { params }) => {
    const refund = isId('refund', params.refund_id)
      ? await refundStore.findRefund(db, caller, params.refund_id)
      : undefined
    if (!refund) throw notFound('Refund not found.')
    return refundView(refund)
  },
})

const reconcileOrders = defineRoute({
  id: 'orders.reconcile',
  area: 'partner',
  method: 'POST',
  path: '/reconcile',
  scope: ['search', 'buy'],
  membership: 'member',
  limit: 'partner_reads',
  summary: 'Reconcile payment references',
  description:
    `Compares up to ${RECONCILE_REFERENCES_MAX.toLocaleString('en')} payment references, with or without the amounts you ` +
    'charged, with the recorded orders. It only reads, so it needs no Idempotency-Key. A reference with orders in several ' +
    'currencies has one row per currency.',
  returns: 'The matched, mismatched and missing references.',
  body: Strict({
    references: Type.Array(ReconcileQuestion, { minItems: 1, maxItems: RECONCILE_REFERENCES_MAX }),
  }),
  bodyBytesMax: BULK_BODY_BYTES_MAX,
  response: ReconciliationView,
  handle: async ({ db, caller }, { body }) => {
    const asked = body.references.map(readQuestion)
    const repeated = findRepeated(asked)
    if (repeated >= 0) throw invalidField(`references.${repeated}`, 'must not repeat an earlier reference')
    const references = [...new Set(asked.map(({ reference }) => reference))]
    const orders = await listOrdersByReference(db, caller, references, RECONCILE_ORDERS_MAX + 1)
    if (orders.length > RECONCILE_ORDERS_MAX)
      throw invalidField('references', `match more than ${RECONCILE_ORDERS_MAX} orders. Send fewer references.`)
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

export const partnerRoutes = [record, list, get, createRefund, listRefunds, getRefund, reconcileOrders]

/** In the sandbox a partner moves its own orders through every status, as an operator does in live mode. */
export const sandboxRoutes = (Object.keys(SANDBOX_ACTION_TEXTS) as SandboxAction[]).map((action) =>
  defineRoute({
    id: `sandbox.orders.${action}`,
    area: 'partner',
    method: 'POST',
    path: `/sandbox/orders/{public_id}/${action}`,
    scope: 'buy',
    requires: requireSandbox,
    ...SANDBOX_ACTION_TEXTS[action],
    params: Strict({ public_id: Type.String() }),
    body: NoteBody,
    bodyOptional: true,
    response: OrderDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller }, { params, body }) => {
      const order = await lockDrivenOrder(tx, caller, params.public_id)
      await moveOrder(deps, tx, order, action, { kind: 'operator', actor: 'sandbox', note: body?.note })
      const moved = await findOrderJson(tx, { partnerId: order.partnerId, environment: order.environment }, order.id)
      invariant(moved, 'the order was just moved')
      return asOrderDetail(moved)
    },
  }),
)
