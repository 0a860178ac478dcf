// Refunds for partners.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { dateRange } from '../../http/query.ts'
import { IdText, OneOf, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { REFUND_REASONS } from './rules.ts'
import { requestRefund } from './service.ts'
import { findRefund, listRefunds } from './store.ts'
import { RefundView, refundView } from './views.ts'

const create = defineRoute({
  id: 'refunds.create',
  area: 'partner',
  method: 'POST',
  path: '/refunds',
  scope: 'buy',
  summary: 'Refund a sale that you collected. Accepted only before TRANSFER_COMPLETED.',
  body: Strict({
    order_public_id: IdText('ord_'),
    reason: OneOf(REFUND_REASONS, { title: 'RefundReason' }),
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
    external_refund_ref: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })),
  }),
  status: 201,
  response: RefundView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { body }) => {
    const { id } = await requestRefund(deps, tx, caller, body.order_public_id, {
      reason: body.reason,
      comment: body.comment,
      externalRefundRef: body.external_refund_ref,
    })
    const refund = await findRefund(tx, caller, id)
    invariant(refund, 'the refund was just written')
    return refundView(refund)
  },
})

const list = defineRoute({
  id: 'refunds.list',
  area: 'partner',
  method: 'GET',
  path: '/refunds',
  scope: 'buy',
  summary: 'Your refunds, newest first.',
  query: Strict({
    ...pageQuery,
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Strict({ refunds: Type.Array(RefundView), ...pageMembers }),
  handle: async ({ db, caller }, { query }) => {
    const filters = { list: 'refunds', ...dateRange(query) }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const page = pageOf(
      await listRefunds(db, { owner: caller, ...filters, before, limit: limit + 1 }),
      limit,
      filters,
      (row) => [row.id],
    )
    return { refunds: page.rows.map(refundView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'refunds.get',
  area: 'partner',
  method: 'GET',
  path: '/refunds/{refund_id}',
  scope: 'buy',
  summary: 'One refund.',
  params: Strict({ refund_id: Type.String() }),
  response: RefundView,
  errors: ['not_found'],
  handle: async ({ db, caller }, { params }) => {
    const refund = isId('refund', params.refund_id) ? await findRefund(db, caller, params.refund_id) : undefined
    if (!refund) throw notFound('There is no such refund.')
    return refundView(refund)
  },
})

export const refundRoutes = [create, list, get]
