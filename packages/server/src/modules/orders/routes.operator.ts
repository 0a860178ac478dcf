// Orders for operators: see every partner's, move them by hand, and the rules that hold a sale for manual review.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageLiveFirst, toPage } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { EnvironmentName, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { isEmail } from '../../kernel/email-address.ts'
import { ApiError, invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { MONEY_CENTS_MAX } from '../../kernel/limits.ts'
import { type OperatorAction, ORDER_STATUSES } from './rules/orders.ts'
import { REVIEW_KINDS, type ReviewKind } from './rules/review.ts'
import { renewClaimLink } from './service/claim-purchase.ts'
import { lockOrder, moveOrder } from './service/move.ts'
import { refundOrder } from './service/refund.ts'
import { findPurchaseOwner, listUnclaimed } from './store/claims.ts'
import { findOrderJson, listOrdersJson } from './store/orders.ts'
import * as reviewStore from './store/review-rules.ts'
import { OPERATOR_ACTION_TEXTS } from './views/action-texts.ts'
import { ClaimLinkView, claimLinkView, UnclaimedView, unclaimedView } from './views/claims.ts'
import {
  NoteBody,
  OperatorOrderDetailView,
  OperatorOrderView,
  operatorOrder,
  operatorOrderDetail,
} from './views/orders.ts'
import { ReviewRuleView, reviewRuleView } from './views/review-rules.ts'

const OrderPath = Strict({ public_id: Type.String() })

const list = defineRoute({
  id: 'operator.orders.list',
  area: 'operator',
  method: 'GET',
  path: '/orders',
  summary: 'List orders',
  description: 'Orders of all partners, live before sandbox, then newest first.',
  returns: 'A page of orders.',
  query: Strict({
    ...pageQuery,
    status: Type.Optional(Type.String({ description: 'Values of `OrderStatus`, separated by commas.' })),
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    environment: Type.Optional(EnvironmentName()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'The exact domain, in A-label form.' })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Strict({ orders: Type.Array(OperatorOrderView), ...pageFields }),
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

async function readOrder(db: Db, id: string, now: Date) {
  const order = await findOrderJson(db, null, id)
  return order ? operatorOrderDetail(order, await findPurchaseOwner(db, id), now) : null
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

/** They give the buyer's money back. */
const MONEY_ACTIONS: readonly OperatorAction[] = ['refund', 'cancel']

const actions = (Object.keys(OPERATOR_ACTION_TEXTS) as OperatorAction[]).map((action) =>
  defineRoute({
    id: `operator.orders.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/orders/{public_id}/${action}`,
    operators: [MONEY_ACTIONS.includes(action) ? 'finance' : 'support'],
    ...OPERATOR_ACTION_TEXTS[action],
    params: OrderPath,
    body: NoteBody,
    bodyOptional: true,
    response: OperatorOrderDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller, now }, { params, body }) => {
      const order = await lockOrder(tx, null, params.public_id)
      const by = { kind: 'operator' as const, actor: `operator ${caller.actor}`, note: body?.note }
      if (action === 'refund') await refundOrder(deps, tx, order, { reason: 'other', comment: body?.note }, by)
      else await moveOrder(deps, tx, order, action, by)
      const moved = await readOrder(tx, order.id, now)
      invariant(moved, 'the order was just moved')
      return moved
    },
  }),
)

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
    'Live purchases and domains that belong to no account yet, newest first. Nobody can manage such a domain.',
  returns: 'A page of unclaimed purchases.',
  query: Strict({ ...pageQuery }),
  response: Strict({ purchases: Type.Array(UnclaimedView), ...pageFields }),
  handle: async ({ db }, { query }) => {
    const limit = pageLimit(query.limit)
    const filters = { list: 'operator.unclaimed' }
    const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
    const after = key && { at: new Date(key[0]), domain: key[1] }
    const page = toPage(await listUnclaimed(db, { after, limit: limit + 1 }), limit, filters, ({ at, domain }) => [
      at.getTime(),
      domain,
    ])
    return { purchases: page.rows.map(unclaimedView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const SHAPES: Record<ReviewKind, { fits: (text: string) => boolean; tidy: (text: string) => string; hint: string }> = {
  min_amount: {
    fits: (text) => /^\d{1,12}$/.test(text),
    tidy: (text) => String(Number(text)),
    hint: `must be an amount in minor units, at most ${MONEY_CENTS_MAX}`,
  },
  buyer_email: { fits: isEmail, tidy: (text) => text.trim().toLowerCase(), hint: 'must be an email address' },
  buyer_email_domain: {
    fits: (text) => isEmail(`a@${text}`),
    tidy: (text) => text.trim().toLowerCase(),
    hint: 'must be an email domain: the part after the @',
  },
  buyer_country: {
    fits: (text) => /^[A-Za-z]{2}$/.test(text),
    tidy: (text) => text.toUpperCase(),
    hint: 'must be a two-letter country code',
  },
}

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
    const shape = SHAPES[body.kind]
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
  sendClaimLink,
  listUnclaimedPurchases,
  listRules,
  createRule,
  deleteRule,
]
