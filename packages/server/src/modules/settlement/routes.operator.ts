// Statements, payouts and the settlement run for the operator.
import { defineRoute } from '../../http/define-route.ts'
import { datesQuery } from '../../http/list-response.ts'
import { NDJSON, toLineResponse, wantsLines } from '../../http/ndjson.ts'
import { EnvironmentName, IdText, Named, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { sortQuery } from '../../http/sorting.ts'
import { invalidField } from '../../kernel/errors.ts'
import {
  EXTERNAL_REF_LENGTH_MAX,
  MONEY_CENTS_MAX,
  NOTE_LENGTH_MAX,
  PAYOUTS_DUE_MAX,
  SETTLEMENT_PREVIEW_PARTNERS_MAX,
} from '../../kernel/limits.ts'
import { PAYOUT_KINDS } from '../ledger/index.ts'
import { withPartnerNames } from '../partners/index.ts'
import { listPayouts, listStatements, NEWEST_PAYOUT, NEWEST_PERIOD } from './http/lists.ts'
import { listPayoutsDue, pageStatement, readPeriod, showClosed, showPreview } from './http/operator-lists.ts'
import { reportRun } from './http/statements.ts'
import { PAYOUT_ACTIONS } from './rules/payouts.ts'
import { auditSettlement } from './service/audit-run.ts'
import { movePayout, orderPayouts } from './service/pay-out.ts'
import { previewSettlement } from './service/preview.ts'
import { adjust, finishedBy, markPaid } from './service/settle.ts'
import { PAYOUT_SORTS } from './store/payouts.ts'
import { SETTLEMENT_SORTS } from './store/settlements.ts'
import { DuePayoutView, OperatorPayoutView, operatorPayoutView, PAYOUT_ACTION_TEXTS } from './views/reports.ts'
import {
  AdjustmentView,
  adjustmentView,
  LineView,
  OperatorSettlementView,
  operatorSettlementView,
  PreviewedSettlementView,
} from './views/statements.ts'

const whose = {
  partner_id: Type.Optional(Type.String({ maxLength: 64 })),
  environment: Type.Optional(EnvironmentName()),
  status: Type.Optional(Type.String({ description: 'Statuses, separated by commas.' })),
  ...datesQuery,
}

const list = defineRoute({
  id: 'operator.settlements.list',
  area: 'operator',
  method: 'GET',
  path: '/settlements',
  summary: 'List statements',
  description:
    'Closed statements of all partners, live before sandbox, then newest period first or as `sort` says. ' +
    '`from` and `to` filter by the start of the period. `Accept: text/csv` returns all matching statements as CSV.',
  returns: 'A page of statements.',
  query: Strict({ ...pageQuery, ...sortQuery(SETTLEMENT_SORTS, NEWEST_PERIOD), ...whose }),
  produces: ['text/csv'],
  response: Strict({ settlements: Type.Array(OperatorSettlementView), ...pageFields }),
  handle: ({ db, headers }, { query }) => listStatements(db, headers.accept, query),
})

const SettlementPath = Strict({ settlement_id: Type.String() })

const get = defineRoute({
  id: 'operator.settlements.get',
  area: 'operator',
  method: 'GET',
  path: '/settlements/{settlement_id}',
  summary: 'Get a statement',
  description: 'Returns the statement with its adjustments and a page of its orders.',
  returns: 'The statement with a page of its lines.',
  params: SettlementPath,
  query: Strict({ ...pageQuery }),
  response: Strict({
    settlement: OperatorSettlementView,
    adjustments: Type.Array(AdjustmentView),
    lines: Type.Array(LineView),
    ...pageFields,
  }),
  errors: ['not_found'],
  handle: ({ db }, { params, query }) => pageStatement(db, params.settlement_id, query),
})

const paid = defineRoute({
  id: 'operator.settlements.paid',
  area: 'operator',
  method: 'POST',
  path: '/settlements/{settlement_id}/paid',
  operators: ['finance'],
  summary: 'Mark a statement as paid',
  description: 'Records that the partner paid a closed statement.',
  returns: 'The paid statement.',
  params: SettlementPath,
  body: Strict({ reference: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })) }),
  bodyOptional: true,
  response: OperatorSettlementView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params, body }) => {
    const settlement = await markPaid(deps, tx, params.settlement_id, body?.reference ?? null)
    return (await withPartnerNames(tx, [settlement], operatorSettlementView))[0]!
  },
})

const adjustments = defineRoute({
  id: 'operator.settlements.adjust',
  area: 'operator',
  method: 'POST',
  path: '/settlements/{settlement_id}/adjustments',
  operators: ['finance'],
  summary: 'Adjust a closed statement',
  description: "Adds an adjustment to the partner's next statement. Positive: the partner owes more.",
  returns: 'The created adjustment.',
  params: SettlementPath,
  body: Strict({
    amount_cents: Type.Integer({
      minimum: -MONEY_CENTS_MAX,
      maximum: MONEY_CENTS_MAX,
      description: 'Amount in minor units, not zero. Positive: the partner owes more.',
    }),
    reason: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX }),
  }),
  status: 201,
  response: AdjustmentView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params, body }) => {
    const { amount_cents: amountCents, reason } = body
    if (amountCents === 0) throw invalidField('amount_cents', 'must not be zero')
    return adjustmentView(await adjust(deps, tx, params.settlement_id, { amountCents, reason }))
  },
})

// ---------------------------------------------------------------- payouts

const payoutList = defineRoute({
  id: 'operator.payouts.list',
  area: 'operator',
  method: 'GET',
  path: '/payouts',
  summary: 'List payouts',
  description:
    'Payouts of all partners, live before sandbox, then newest first or as `sort` says. `Accept: text/csv` returns all ' +
    'matching payouts as CSV.',
  returns: 'A page of payouts.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(PAYOUT_SORTS, NEWEST_PAYOUT),
    ...whose,
    kind: Type.Optional(Type.String({ description: 'Kinds, separated by commas.' })),
  }),
  produces: ['text/csv'],
  response: Strict({ payouts: Type.Array(OperatorPayoutView), ...pageFields }),
  handle: ({ db, headers }, { query }) => listPayouts(db, headers.accept, query),
})

const payoutsDue = defineRoute({
  id: 'operator.payouts.due',
  area: 'operator',
  method: 'GET',
  path: '/payouts/due',
  summary: 'List what is due for payout',
  description:
    'Pending commission of all partners by kind and currency, live before sandbox, then the largest amounts first. ' +
    '`payable` is false while an amount is below the minimum of its kind.',
  returns: 'The amounts that are due.',
  query: Strict({ environment: Type.Optional(EnvironmentName()) }),
  response: Strict({
    due: Type.Array(DuePayoutView, { description: `Pending amounts, at most ${PAYOUTS_DUE_MAX}.` }),
  }),
  handle: ({ db }, { query }) => listPayoutsDue(db, query.environment),
})

const payoutCreate = defineRoute({
  id: 'operator.payouts.create',
  recent: true,
  area: 'operator',
  method: 'POST',
  path: '/payouts',
  operators: ['finance'],
  summary: 'Create payouts',
  description:
    'Pays out the pending amount of one kind to a partner in one environment: one payout per currency. 409 `nothing_to_pay` below the minimum.',
  returns: 'The created payouts.',
  body: Strict({
    partner_id: IdText('ptn_'),
    kind: OneOf(PAYOUT_KINDS, { title: 'PayoutKind' }),
    environment: EnvironmentName(),
  }),
  status: 201,
  response: Strict({ payouts: Type.Array(OperatorPayoutView) }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { body: { partner_id: partnerId, kind, environment } }) => {
    const made = await orderPayouts(deps, tx, { partnerId, kind, environment })
    return { payouts: await withPartnerNames(tx, made, operatorPayoutView) }
  },
})

const PayoutNote = Named('PayoutNoteInput', {
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: EXTERNAL_REF_LENGTH_MAX })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX })),
})

const payoutMoves = PAYOUT_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.payouts.${action}`,
    recent: true,
    area: 'operator',
    method: 'POST',
    path: `/payouts/{payout_id}/${action}`,
    operators: ['finance'],
    ...PAYOUT_ACTION_TEXTS[action],
    returns: 'The updated payout.',
    params: Strict({ payout_id: Type.String() }),
    body: PayoutNote,
    bodyOptional: true,
    response: OperatorPayoutView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx }, { params, body }) => {
      const payout = await movePayout(deps, tx, params.payout_id, action, body ?? {})
      return (await withPartnerNames(tx, [payout], operatorPayoutView))[0]!
    },
  }),
)

/** A run over thousands of partners tells how many there were and shows the first. */
const SHOWN_MAX = 100

const Period = Type.Optional(
  Type.String({
    description: 'Calendar month (UTC), such as `2026-01`. Default: every period that has ended.',
    examples: ['2026-01'],
  }),
)

const run = defineRoute({
  id: 'operator.settlements.run',
  area: 'operator',
  method: 'POST',
  path: '/settlements/run',
  operators: ['finance'],
  summary: 'Close statements',
  description:
    "Closes one period, or every period that has ended. A period that has not ended on the partner's clock is skipped. The " +
    'run uses short transactions, so you can repeat it after an interruption. With `Accept: application/x-ndjson` the ' +
    'response streams progress: `{"kind":"start","due":…}` with the number of accounts, `{"kind":"statement",…}` for each ' +
    'closed statement, then `{"kind":"summary",…}`. Closing the connection stops the run.',
  returns: 'The closed statements.',
  body: Strict({ period: Period }),
  bodyOptional: true,
  produces: [NDJSON],
  response: Strict({
    period: Type.Union([Type.String(), Type.Null()]),
    settlements_count: Type.Integer({ minimum: 0, description: 'Number of statements this run closed.' }),
    orders_count: Type.Integer({ minimum: 0, description: 'Number of orders on these statements.' }),
    settlements: Type.Array(OperatorSettlementView, { description: `The first ${SHOWN_MAX} statements.` }),
  }),
  // Not one transaction but many short ones, each with the audit row of what it closed.
  handle: async ({ deps, db, caller, requestId, path, headers }, { body }) => {
    const period = body?.period ?? null
    const asked = { owner: null, month: readPeriod(body?.period), cut: false }
    const progress = auditSettlement(deps, { actor: caller.actor, requestId, method: 'POST', path }, asked)
    if (wantsLines(headers.accept)) return toLineResponse(reportRun(db, period, progress))
    return showClosed(db, period, await finishedBy(progress), SHOWN_MAX)
  },
})

const preview = defineRoute({
  id: 'operator.settlements.preview',
  area: 'operator',
  method: 'GET',
  path: '/settlements/preview',
  summary: 'Preview a settlement run',
  description:
    'Returns the statements that `POST /settlements/run` would close now, with the same totals. Changes nothing. Looks at ' +
    `${SETTLEMENT_PREVIEW_PARTNERS_MAX} partner accounts at most; \`partners_left\` counts the others.`,
  returns: 'The statements that a run would close.',
  query: Strict({ environment: Type.Optional(EnvironmentName()), period: Period }),
  response: Strict({
    period: Type.Union([Type.String(), Type.Null()]),
    settlements: Type.Array(PreviewedSettlementView),
    partners_left: Type.Integer({ minimum: 0, description: 'Partner accounts that are due and not included.' }),
  }),
  handle: async ({ deps, db }, { query: { period, environment } }) =>
    showPreview(db, period ?? null, await previewSettlement(deps, db, { month: readPeriod(period), environment })),
})

export const operatorRoutes = [
  list,
  preview,
  get,
  paid,
  adjustments,
  payoutList,
  payoutsDue,
  payoutCreate,
  ...payoutMoves,
  run,
]
