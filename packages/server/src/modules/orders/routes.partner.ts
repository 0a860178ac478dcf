// Orders for partners: record, list, show.
import type { PartnerCaller } from '../../http/callers.ts'
import { defineRoute, RecordedAnswer } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { pageMembers, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { readDomain } from '../catalog/index.ts'
import { ORDER_STATUSES } from './rules.ts'
import { recordOrder } from './service.ts'
import { findOrderJson, listOrdersJson } from './store.ts'
import { asOrder, OrderDetailView, OrderInput, OrderProgressView, OrderView, orderProgress } from './views.ts'

export function requireMerchantOfRecord(caller: PartnerCaller): void {
  if (!caller.partner.merchantOfRecord)
    throw new ApiError('forbidden', {
      message:
        'Only a merchant of record may record sales. Sell through a checkout session, or ask the operator to make you one.',
      reason: 'not_merchant_of_record',
    })
}

/** Either a quote, or a name with its price and currency. */
function assertOneForm(body: Static<typeof OrderInput>): void {
  if (body.quote_id !== undefined) return
  const missing = (['domain', 'expected_price', 'currency'] as const).filter((field) => body[field] === undefined)
  if (missing.length > 0)
    throw new ApiError('validation_error', {
      message: `${missing[0]}: is required when there is no quote_id`,
      details: missing.map((field) => ({ field, message: 'is required when there is no quote_id' })),
    })
}

const record = defineRoute({
  id: 'orders.record',
  area: 'partner',
  method: 'POST',
  path: '/orders',
  scope: 'buy',
  summary: 'Record a sale that you charged the buyer for.',
  description:
    'Give `external_payment_ref` and either `quote_id`, or `domain` with `expected_price` and `currency`. The same ' +
    'Idempotency-Key with the same body replays the stored answer byte for byte, with `Idempotent-Replayed: true`.',
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
    const { buyer } = body
    const recorded = await recordOrder(deps, {
      owner: { partnerId: caller.partnerId, environment: caller.environment },
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
      now,
      quoteId: quoteIdOf(body.quote_id),
      domain: body.domain === undefined ? null : readDomain(body.domain, caller.environment).domain,
      expectedPriceCents: body.expected_price ?? null,
      currency: body.currency ?? null,
      externalPaymentRef: body.external_payment_ref,
      buyer: buyer
        ? { email: buyer.email, name: buyer.name ?? null, country: buyer.country?.toUpperCase() ?? null }
        : null,
      returnUrl: body.return_url ?? null,
      cancelUrl: body.cancel_url ?? null,
    })
    return new RecordedAnswer(recorded.status, recorded.body, recorded.replayed)
  },
})

function quoteIdOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!isId('quote', text)) throw notFound('There is no such quote.')
  return text
}

const list = defineRoute({
  id: 'orders.list',
  area: 'partner',
  method: 'GET',
  path: '/orders',
  scope: ['search', 'buy'],
  summary: 'Your orders, newest first.',
  query: Strict({
    ...pageQuery,
    status: Type.Optional(Type.String({ description: 'One or several statuses, separated by commas.' })),
    domain: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    from: Type.Optional(Type.String({ maxLength: 40, description: 'Created at or after.' })),
    to: Type.Optional(Type.String({ maxLength: 40, description: 'Created before.' })),
  }),
  response: Strict({ orders: Type.Array(OrderView), ...pageMembers }),
  handle: async ({ db, caller }, { query }) => {
    const { from, to } = dateRange(query)
    const filters = {
      list: 'orders',
      statuses: commaList('status', query.status, ORDER_STATUSES),
      domain: query.domain === undefined ? undefined : readDomain(query.domain, caller.environment).domain,
      from,
      to,
    }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listOrdersJson(db, { owner: caller, ...filters, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { orders: page.rows.map(({ view }) => asOrder(view)), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'orders.get',
  area: 'partner',
  method: 'GET',
  path: '/orders/{public_id}',
  scope: ['search', 'buy'],
  summary: 'One order with its fulfilment and timeline; poll it if you like.',
  params: Strict({ public_id: Type.String() }),
  response: OrderProgressView,
  errors: ['not_found'],
  handle: async ({ db, caller }, { params }) => {
    const order = isId('order', params.public_id) ? await findOrderJson(db, caller, params.public_id) : undefined
    if (!order) throw notFound('There is no such order.')
    return orderProgress(order, caller.environment)
  },
})

export const partnerRoutes = [record, list, get]
