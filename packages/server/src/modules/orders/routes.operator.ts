// Orders for operators: see every partner's, move them by hand, and the rules that hold a sale for manual review.
import type { Db } from '../../db/sql.ts'
import { once, toCsvList, wantsCsv } from '../../http/csv.ts'
import { defineRoute } from '../../http/define-route.ts'
import { NDJSON } from '../../http/ndjson.ts'
import { pageLimit } from '../../http/pagination.ts'
import { EnvironmentName, Nullable, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { assertRole } from '../../http/session-checks.ts'
import { sortQuery } from '../../http/sorting.ts'
import { ApiError, invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import {
  IDEMPOTENCY_KEY_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  ORDERS_COUNTED_MAX,
  ORDERS_PER_RUN_MAX,
} from '../../kernel/limits.ts'
import { findSaleSeller } from '../sellers/index.ts'
import {
  countMatching,
  listUnclaimedPage,
  NEWEST_FIRST,
  ordersCsv,
  pageOrders,
  runBulk,
  toOperatorOrder,
} from './http.ts'
import { actionRole, type OperatorAction } from './rules/orders.ts'
import { REVIEW_KINDS, REVIEW_SHAPES } from './rules/review.ts'
import { actOnOrder } from './service/act.ts'
import { renewClaimLink } from './service/claim-purchase.ts'
import { lockOrder } from './service/move.ts'
import { findPurchaseOwner } from './store/claims.ts'
import { findOrderJson, ORDER_QUEUES, ORDER_SORTS } from './store/orders.ts'
import * as reviewStore from './store/review-rules.ts'
import { findRun, listRunRows } from './store/runs.ts'
import { BULK_TEXTS, OPERATOR_ACTION_TEXTS } from './views/action-texts.ts'
import { ClaimLinkView, claimLinkView, UnclaimedView } from './views/claims.ts'
import { NoteBody, OperatorOrderDetailView, OperatorOrderView, operatorOrderDetail, StartBody } from './views/orders.ts'
import { ReviewRuleView, reviewRuleView } from './views/review-rules.ts'
import { OrderActionName, OrderRunView, orderRunView, RUN_COLUMNS, runCells } from './views/runs.ts'
import { TransferStateName } from './views/transfers.ts'

const OrderPath = Strict({ public_id: Type.String() })

const list = defineRoute({
  id: 'operator.orders.list',
  area: 'operator',
  method: 'GET',
  path: '/orders',
  summary: 'List orders',
  description:
    'Orders of all partners, live before sandbox, then newest first or as `sort` says. `Accept: text/csv` returns all ' +
    'matching orders as CSV, with each amount in minor units and as a decimal.',
  returns: 'A page of orders.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(ORDER_SORTS, NEWEST_FIRST),
    status: Type.Optional(Type.String({ description: 'Values of `OrderStatus`, separated by commas.' })),
    transfer: Type.Optional(TransferStateName({ $comment: 'State of the transfer.' })),
    queue: Type.Optional(OneOf(ORDER_QUEUES, { description: 'Orders that wait in this group of the work queue.' })),
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    environment: Type.Optional(EnvironmentName()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'The exact domain, in A-label form.' })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    count: Type.Optional(Type.Boolean({ description: 'True to return `matching_count`.' })),
  }),
  produces: ['text/csv'],
  response: Strict({
    orders: Type.Array(OperatorOrderView),
    matching_count: Nullable(
      Type.Integer({
        minimum: 0,
        description: `Number of orders that match the filters, at most ${ORDERS_COUNTED_MAX}. Null unless \`count\` is true.`,
      }),
    ),
    ...pageFields,
  }),
  handle: async ({ db, headers }, { query }) => {
    if (wantsCsv(headers.accept)) return ordersCsv(db, query)
    const page = await pageOrders(db, query, query.cursor, pageLimit(query.limit))
    return {
      orders: page.rows.map(toOperatorOrder),
      matching_count: query.count ? await countMatching(db, query) : null,
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

async function readOrder(db: Db, id: string, now: Date) {
  const order = await findOrderJson(db, null, id)
  if (!order) return null
  const people = { purchase: await findPurchaseOwner(db, id), seller: await findSaleSeller(db, id) }
  return operatorOrderDetail(order, people, now)
}

const get = defineRoute({
  id: 'operator.orders.get',
  area: 'operator',
  method: 'GET',
  path: '/orders/{public_id}',
  summary: 'Get an order',
  description: 'Returns the order with its timeline.',
  returns: 'The order.',
  params: OrderPath,
  response: OperatorOrderDetailView,
  errors: ['not_found'],
  handle: async ({ db, now }, { params }) => {
    const order = isId('order', params.public_id) ? await readOrder(db, params.public_id, now) : null
    if (order === null) throw notFound('Order not found.')
    return order
  },
})

const actions = (Object.keys(OPERATOR_ACTION_TEXTS) as OperatorAction[]).map((action) =>
  defineRoute({
    id: `operator.orders.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/orders/{public_id}/${action}`,
    operators: [actionRole(action)],
    ...OPERATOR_ACTION_TEXTS[action],
    params: OrderPath,
    body: action === 'start_transfer' ? StartBody : (NoteBody as typeof StartBody),
    bodyOptional: true,
    response: OperatorOrderDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller, now }, { params, body }) => {
      const acting = { action, actor: caller.actor, note: body?.note, withoutChoice: body?.without_choice }
      const { id } = await actOnOrder(deps, tx, params.public_id, acting)
      const moved = await readOrder(tx, id, now)
      invariant(moved, 'the order was just moved')
      return moved
    },
  }),
)

const bulk = defineRoute({
  id: 'operator.orders.bulk',
  area: 'operator',
  method: 'POST',
  path: '/orders/bulk',
  operators: ['support', 'finance'],
  ...BULK_TEXTS,
  body: Strict({
    action: OrderActionName(),
    order_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: ORDERS_PER_RUN_MAX,
      uniqueItems: true,
      description: 'IDs of the orders. The run handles them in this sequence.',
    }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
    idempotency_key: Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'A unique value of your choice that identifies this bulk action.',
      examples: ['9b2f3c1e-held-orders'],
    }),
  }),
  produces: [NDJSON],
  response: OrderRunView,
  errors: ['conflict'],
  // Not one transaction but one for each order, with its audit row.
  handle: async ({ deps, caller, requestId, path, headers: { accept } }, { body }) => {
    assertRole({ method: 'POST', operators: [actionRole(body.action)] }, caller.role)
    return runBulk(
      { deps, caller, requestId, path, accept },
      { action: body.action, orderIds: body.order_ids, note: body.note ?? null, key: body.idempotency_key },
    )
  },
})

const getRun = defineRoute({
  id: 'operator.orders.run',
  area: 'operator',
  method: 'GET',
  path: '/orders/bulk/{run_id}',
  summary: 'Get a bulk action',
  description: 'Returns the run with the outcome of each order. `Accept: text/csv` returns the orders as CSV.',
  returns: 'The run with the outcome of each order.',
  params: Strict({ run_id: Type.String({ description: 'ID of the bulk action.' }) }),
  produces: ['text/csv'],
  response: OrderRunView,
  errors: ['not_found'],
  handle: async ({ db, headers }, { params: { run_id: id } }) => {
    const run = isId('bulkRun', id) ? await findRun(db, id) : undefined
    if (!run) throw notFound('Bulk action not found.')
    const rows = await listRunRows(db, id)
    return wantsCsv(headers.accept) ? toCsvList(RUN_COLUMNS, once(runCells(run, rows))) : orderRunView(run, rows)
  },
})

const sendClaimLink = defineRoute({
  id: 'operator.orders.claim_link',
  area: 'operator',
  method: 'POST',
  path: '/orders/{public_id}/claim-link',
  summary: 'Send the claim link of an order again',
  description:
    'Emails the buyer a new claim link. Earlier links stop working. 409 if the purchase belongs to an account.',
  returns: 'Where the link was sent.',
  operators: ['support'],
  params: OrderPath,
  response: ClaimLinkView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params }) => {
    const { id } = await lockOrder(tx, null, params.public_id)
    return claimLinkView(deps.config, await renewClaimLink(deps, tx, id, now))
  },
})

const listUnclaimedPurchases = defineRoute({
  id: 'operator.orders.unclaimed',
  area: 'operator',
  method: 'GET',
  path: '/unclaimed-purchases',
  summary: 'List unclaimed purchases',
  description:
    'Live purchases and domains that belong to no account yet, newest first. Nobody can manage such a domain. `Accept: ' +
    'text/csv` returns all of them as CSV.',
  returns: 'A page of unclaimed purchases.',
  query: Strict({ ...pageQuery }),
  produces: ['text/csv'],
  response: Strict({ purchases: Type.Array(UnclaimedView), ...pageFields }),
  handle: ({ db, headers }, { query }) => listUnclaimedPage(db, { headers, query }),
})

const listRules = defineRoute({
  id: 'operator.review_rules.list',
  area: 'operator',
  method: 'GET',
  path: '/review-rules',
  summary: 'List review rules',
  description: 'Review rules hold matching sales for manual review.',
  returns: 'The review rules.',
  response: Strict({ review_rules: Type.Array(ReviewRuleView) }),
  handle: async ({ db }) => ({ review_rules: (await reviewStore.listRules(db)).map(reviewRuleView) }),
})

const createRule = defineRoute({
  id: 'operator.review_rules.create',
  area: 'operator',
  method: 'POST',
  path: '/review-rules',
  operators: ['support'],
  summary: 'Create a review rule',
  description: 'A new `min_amount` rule replaces the existing one.',
  returns: 'The created rule.',
  body: Strict({ kind: OneOf(REVIEW_KINDS), value: Type.String({ minLength: 1, maxLength: 254 }) }),
  status: 201,
  response: ReviewRuleView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, now }, { body }) => {
    const shape = REVIEW_SHAPES[body.kind]
    if (!shape.fits(body.value)) throw invalidField('value', shape.hint)
    const rule = await reviewStore.putRule(tx, body.kind, shape.tidy(body.value), now)
    if (!rule) throw new ApiError('conflict', { message: 'A review rule with this kind and value already exists.' })
    return reviewRuleView(rule)
  },
})

const deleteRule = defineRoute({
  id: 'operator.review_rules.delete',
  area: 'operator',
  method: 'DELETE',
  path: '/review-rules/{rule_id}',
  operators: ['support'],
  summary: 'Delete a review rule',
  description: 'Orders the rule held stay held.',
  returns: 'The deleted rule.',
  params: Strict({ rule_id: Type.String() }),
  response: ReviewRuleView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx }, { params }) => {
    const rule = await reviewStore.removeRule(tx, params.rule_id)
    if (!rule) throw notFound('Review rule not found.')
    return reviewRuleView(rule)
  },
})

export const operatorRoutes = [
  list,
  get,
  ...actions,
  bulk,
  getRun,
  sendClaimLink,
  listUnclaimedPurchases,
  listRules,
  createRule,
  deleteRule,
]
