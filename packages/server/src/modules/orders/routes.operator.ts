// Orders for operators: see every partner's, move them by hand.
import { defineRoute } from '../../http/define-route.ts'
import { pageLimit, pageLiveFirst } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { EnvironmentName, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { type OperatorAction, ORDER_STATUSES } from './rules.ts'
import { lockOrder, moveOrder, refundOrder } from './service.ts'
import { findOrderJson, listOrdersJson } from './store.ts'
import { OperatorOrderDetailView, OperatorOrderView, operatorOrder, operatorOrderDetail } from './views.ts'

const OrderPath = Strict({ public_id: Type.String() })

const list = defineRoute({
  id: 'operator.orders.list',
  area: 'operator',
  method: 'GET',
  path: '/orders',
  summary: "Every partner's orders: live before sandbox, then newest first.",
  query: Strict({
    ...pageQuery,
    status: Type.Optional(Type.String({ description: 'One or several statuses, separated by commas.' })),
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    environment: Type.Optional(EnvironmentName()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'The exact name, as A-label.' })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Strict({ orders: Type.Array(OperatorOrderView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const { from, to } = dateRange(query)
    const filters = {
      list: 'operator.orders',
      statuses: commaList('status', query.status, ORDER_STATUSES),
      partnerId: query.partner_id,
      environment: query.environment,
      domain: query.domain?.toLowerCase(),
      from,
      to,
    }
    const page = await pageLiveFirst(
      { environment: query.environment, cursor: query.cursor, limit: pageLimit(query.limit), filters },
      (environment, before, limit) => listOrdersJson(db, { owner: null, ...filters, environment, before, limit }),
      ({ id }) => id,
    )
    return {
      orders: page.rows.map((row) =>
        operatorOrder({
          ...row.view,
          partner_id: row.partnerId,
          partner_name: row.partnerName,
          environment: row.environment,
        }),
      ),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

const get = defineRoute({
  id: 'operator.orders.get',
  area: 'operator',
  method: 'GET',
  path: '/orders/{public_id}',
  summary: 'One order with its timeline.',
  params: OrderPath,
  response: OperatorOrderDetailView,
  errors: ['not_found'],
  handle: async ({ db }, { params }) => {
    const order = isId('order', params.public_id) ? await findOrderJson(db, null, params.public_id) : undefined
    if (!order) throw notFound('There is no such order.')
    return operatorOrderDetail(order)
  },
})

const SUMMARIES: Record<OperatorAction, string> = {
  hold: 'Hold a paid order for manual review.',
  clear: 'Clear a held order; start its transfer afterwards.',
  start_transfer: 'Start the domain push.',
  fail_transfer: 'The push failed; the order is paid again and can be started anew.',
  complete_transfer: "Confirm delivery to the partner's registrar. The settlement clock starts.",
  refund: 'Refund an order before delivery. The name is listed again.',
  cancel: 'Cancel an order that cannot be delivered. The name is listed again.',
}

export const NoteBody = Strict({ note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })) })

const actions = (Object.entries(SUMMARIES) as [OperatorAction, string][]).map(([action, summary]) =>
  defineRoute({
    id: `operator.orders.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/orders/{public_id}/${action}`,
    summary,
    params: OrderPath,
    body: NoteBody,
    bodyOptional: true,
    response: OperatorOrderDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller }, { params, body }) => {
      const order = await lockOrder(tx, null, params.public_id)
      const by = { kind: 'operator' as const, actor: `operator ${caller.actor}`, note: body?.note }
      if (action === 'refund') await refundOrder(deps, tx, order, { reason: 'other', comment: body?.note }, by)
      else await moveOrder(deps, tx, order, action, by)
      const moved = await findOrderJson(tx, null, order.id)
      invariant(moved, 'the order was just moved')
      return operatorOrderDetail(moved)
    },
  }),
)

export const operatorRoutes = [list, get, ...actions]
