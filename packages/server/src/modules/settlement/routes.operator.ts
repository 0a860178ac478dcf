// Statements and payouts for the operator.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList } from '../../http/query.ts'
import { EnvironmentName, IdText, OneOf, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import { EXTERNAL_REF_LENGTH_MAX, MONEY_CENTS_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { PAYOUT_KINDS } from '../ledger/index.ts'
import { movePayout, orderPayouts } from './payouts-service.ts'
import { listPayouts } from './payouts-store.ts'
import { OperatorPayoutView, operatorPayoutView } from './report-views.ts'
import { PAYOUT_ACTIONS, PAYOUT_STATUSES, type PayoutAction, parseMonth, SETTLEMENT_STATUSES } from './rules.ts'
import { adjust, markPaid, runSettlement } from './service.ts'
import { listSettlements } from './store.ts'
import { AdjustmentView, adjustmentView, OperatorSettlementView, operatorSettlementView } from './views.ts'

/** A run over thousands of partners tells how many there were and shows the first. */
const SHOWN_MAX = 100

const whose = {
  partner_id: Type.Optional(Type.String({ maxLength: 64 })),
  environment: Type.Optional(EnvironmentName()),
  status: Type.Optional(Type.String({ description: 'One or several statuses, separated by commas.' })),
}

const list = defineRoute({
  id: 'operator.settlements.list',
  area: 'operator',
  method: 'GET',
  path: '/settlements',
  summary: "Every partner's closed statements, newest period first.",
  query: Strict({ ...pageQuery, ...whose }),
  response: Strict({ settlements: Type.Array(OperatorSettlementView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const filters = {
      list: 'operator.settlements',
      partnerId: query.partner_id,
      environment: query.environment,
      statuses: commaList('status', query.status, SETTLEMENT_STATUSES),
    }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listSettlements(db, { owner: null, ...filters, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { settlements: page.rows.map(operatorSettlementView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const run = defineRoute({
  id: 'operator.settlements.run',
  area: 'operator',
  method: 'POST',
  path: '/settlements/run',
  summary: 'Close the statements of one period, or of every period that has ended.',
  description:
    'A period that has not ended on the clock of its partner is left alone. The run works in short transactions; it may be repeated, ' +
    'and after an interruption the next one goes on where it ended.',
  body: Strict({ period: Type.Optional(Type.String({ description: 'A calendar month.', examples: ['2026-01'] })) }),
  bodyOptional: true,
  response: Strict({
    period: Type.Union([Type.String(), Type.Null()]),
    settlements_count: Type.Integer({ minimum: 0, description: 'Statements that this run finished.' }),
    orders_count: Type.Integer({ minimum: 0, description: 'Orders on them.' }),
    settlements: Type.Array(OperatorSettlementView, { description: `The first ${SHOWN_MAX} of them.` }),
  }),
  // Not one transaction but many short ones: the audit row follows them.
  handle: async ({ deps }, { body }) => {
    const month = body?.period === undefined ? null : parseMonth(body.period)
    if (body?.period !== undefined && month === null)
      throw invalidField('period', 'must be a calendar month, such as 2026-01')
    const finished = await runSettlement(deps, { owner: null, month, cut: false })
    return {
      period: body?.period ?? null,
      settlements_count: finished.length,
      orders_count: finished.reduce((sum, { ordersCount }) => sum + ordersCount, 0),
      settlements: finished.slice(0, SHOWN_MAX).map(operatorSettlementView),
    }
  },
})

const SettlementPath = Strict({ settlement_id: Type.String() })

const paid = defineRoute({
  id: 'operator.settlements.paid',
  area: 'operator',
  method: 'POST',
  path: '/settlements/{settlement_id}/paid',
  summary: 'The partner has paid a closed statement.',
  params: SettlementPath,
  body: Strict({ reference: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })) }),
  bodyOptional: true,
  response: OperatorSettlementView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params, body }) =>
    operatorSettlementView(await markPaid(deps, tx, params.settlement_id, body?.reference ?? null)),
})

const adjustments = defineRoute({
  id: 'operator.settlements.adjust',
  area: 'operator',
  method: 'POST',
  path: '/settlements/{settlement_id}/adjustments',
  summary: 'Correct a closed statement: a line on the next one. Positive: the partner owes more.',
  params: SettlementPath,
  body: Strict({
    amount_cents: Type.Integer({ minimum: -MONEY_CENTS_MAX, maximum: MONEY_CENTS_MAX, description: 'Not zero.' }),
    reason: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX }),
  }),
  status: 201,
  response: AdjustmentView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params, body }) => {
    const { amount_cents: amountCents, reason } = body
    if (amountCents === 0) throw invalidField('amount_cents', 'must not be zero: that would correct nothing')
    return adjustmentView(await adjust(deps, tx, params.settlement_id, { amountCents, reason }))
  },
})

// ---------------------------------------------------------------- payouts

const payoutList = defineRoute({
  id: 'operator.payouts.list',
  area: 'operator',
  method: 'GET',
  path: '/payouts',
  summary: "Every partner's payouts, newest first.",
  query: Strict({
    ...pageQuery,
    ...whose,
    kind: Type.Optional(Type.String({ description: 'One or several kinds, separated by commas.' })),
  }),
  response: Strict({ payouts: Type.Array(OperatorPayoutView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const filters = {
      list: 'operator.payouts',
      partnerId: query.partner_id,
      environment: query.environment,
      kinds: commaList('kind', query.kind, PAYOUT_KINDS) ?? PAYOUT_KINDS,
      statuses: commaList('status', query.status, PAYOUT_STATUSES),
    }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listPayouts(db, { owner: null, ...filters, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { payouts: page.rows.map(operatorPayoutView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const payoutCreate = defineRoute({
  id: 'operator.payouts.create',
  area: 'operator',
  method: 'POST',
  path: '/payouts',
  summary: 'Pay out what is pending of a kind: one payout for each currency.',
  body: Strict({
    partner_id: IdText('ptn_'),
    kind: OneOf(PAYOUT_KINDS),
    environment: Type.Optional(EnvironmentName()),
  }),
  status: 201,
  response: Strict({ payouts: Type.Array(OperatorPayoutView) }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { body }) => {
    const made = await orderPayouts(deps, tx, {
      partnerId: body.partner_id,
      kind: body.kind,
      environment: body.environment,
    })
    return { payouts: made.map(operatorPayoutView) }
  },
})

const SUMMARIES: Record<PayoutAction, string> = {
  sent: 'The payout is on its way.',
  paid: 'The payout has arrived.',
  failed: 'The payout did not arrive; its money is pending again.',
}

const payoutMoves = PAYOUT_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.payouts.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/payouts/{payout_id}/${action}`,
    summary: SUMMARIES[action],
    params: Strict({ payout_id: Type.String() }),
    body: Strict({
      reference: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })),
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
    }),
    bodyOptional: true,
    response: OperatorPayoutView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx }, { params, body }) =>
      operatorPayoutView(await movePayout(deps, tx, params.payout_id, action, body ?? {})),
  }),
)

export const operatorRoutes = [list, run, paid, adjustments, payoutList, payoutCreate, ...payoutMoves]
