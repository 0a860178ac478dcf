// Brokerage for operators: every partner's cases, and the moves that people make.

import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { toCsvList, wantsCsv } from '../../http/csv.ts'
import { defineRoute } from '../../http/define-route.ts'
import { datesQuery } from '../../http/list-response.ts'
import { pageLimit } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import {
  EnvironmentName,
  Named,
  PositiveCents,
  pageFields,
  pageQuery,
  type Static,
  Strict,
  Type,
} from '../../http/schema.ts'
import { everyPage, pageSortedLiveFirst, type ReadList, sortQuery } from '../../http/sorting.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { withPartnerNames } from '../partners/index.ts'
import { progressUrl } from './http.ts'
import { CASE_STATUSES, type CaseAction, upcomingStatuses } from './rules.ts'
import { findCase, moveCase } from './service.ts'
import { type BrokerageCase, CASE_SORTS, listCases, listTimeline, listTotals } from './store.ts'
import {
  OperatorCaseDetailView,
  OperatorCaseView,
  operatorCaseView,
  TotalsView,
  timelineView,
  totalsView,
} from './views.ts'

const CasePath = Strict({ case_id: Type.String() })
const note = Type.Optional(
  Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'Note added to the timeline.' }),
)

const CaseNoteBody = Named('BrokerageNoteInput', { note })

const operatorViews = (deps: Deps, db: Db, rows: BrokerageCase[]) =>
  withPartnerNames(db, rows, (one, partnerName) => operatorCaseView(one, progressUrl(deps, one.id), partnerName))

async function readCaseDetail(deps: Deps, db: Db, one: BrokerageCase) {
  const [view] = await operatorViews(deps, db, [one])
  return {
    ...view!,
    timeline: timelineView(await listTimeline(db, one.id)),
    upcoming_statuses: upcomingStatuses(one.status),
  }
}

const CASE_COLUMNS = [
  'case_id',
  'domain_unicode',
  'tier',
  'status',
  'budget_cents',
  'deal_price_cents',
  'partner_commission_cents',
  'currency',
  'partner_id',
  'partner_name',
  'environment',
  'created_at',
  'updated_at',
]

const list = defineRoute({
  id: 'operator.brokerage.list',
  area: 'operator',
  method: 'GET',
  path: '/brokerage',
  summary: 'List brokerage cases',
  description:
    'Cases of all partners, live before sandbox, then newest first or as `sort` says. `Accept: text/csv` returns all ' +
    'matching cases as CSV.',
  returns: 'A page of cases with totals.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(CASE_SORTS, 'created_desc'),
    status: Type.Optional(Type.String({ description: 'Values of `BrokerageStatus`, separated by commas.' })),
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    environment: Type.Optional(EnvironmentName()),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'The exact domain, in A-label form.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ cases: Type.Array(OperatorCaseView), totals: TotalsView, ...pageFields }),
  handle: async ({ deps, db, headers }, { query }) => {
    const filter = {
      owner: null,
      statuses: commaList('status', query.status, CASE_STATUSES),
      partnerId: query.partner_id,
      environment: query.environment,
      domain: query.domain?.toLowerCase(),
      ...dateRange(query),
    }
    const filters = { list: 'operator.brokerage', ...filter }
    const readPage: ReadList<Static<typeof OperatorCaseView>> = async (cursor, limit) => {
      const page = await pageSortedLiveFirst(
        { environment: query.environment, sort: query.sort, fallback: 'created_desc', cursor, limit, filters },
        { created: null, updated: { kind: 'instant', getValue: ({ updatedAt }: BrokerageCase) => updatedAt } },
        ({ id }) => id,
        (environment, keyset, room) => listCases(db, { ...filter, environment }, keyset, room),
      )
      return { ...page, rows: await operatorViews(deps, db, page.rows) }
    }
    if (wantsCsv(headers.accept)) return toCsvList(CASE_COLUMNS, everyPage(readPage))
    const page = await readPage(query.cursor, pageLimit(query.limit))
    return {
      cases: page.rows,
      totals: totalsView(await listTotals(db, filter)),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

const get = defineRoute({
  id: 'operator.brokerage.get',
  area: 'operator',
  method: 'GET',
  path: '/brokerage/{case_id}',
  summary: 'Get a brokerage case',
  description: 'Returns the case with its timeline.',
  returns: 'The case.',
  params: CasePath,
  response: OperatorCaseDetailView,
  errors: ['not_found'],
  handle: async ({ deps, db }, { params }) => readCaseDetail(deps, db, await findCase(db, null, params.case_id)),
})

type PlainAction = Exclude<CaseAction, 'complete'>
const ACTION_TEXTS: Record<PlainAction, { summary: string; description: string; returns: string }> = {
  advance: {
    summary: 'Advance a brokerage case',
    description: 'Moves the case to its next status: outreach, negotiating, agreed, in escrow.',
    returns: 'The case after the step.',
  },
  decline: {
    summary: 'Close a case as declined',
    description: 'The owner does not want to sell.',
    returns: 'The closed case.',
  },
  no_deal: {
    summary: 'Close a case without a deal',
    description: 'The negotiation ended without an agreement.',
    returns: 'The closed case.',
  },
  cancel: {
    summary: 'Cancel a brokerage case',
    description: 'The buyer no longer wants the domain.',
    returns: 'The canceled case.',
  },
}

const actions = (Object.keys(ACTION_TEXTS) as PlainAction[]).map((action) =>
  defineRoute({
    id: `operator.brokerage.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/brokerage/{case_id}/${action}`,
    operators: ['support'],
    ...ACTION_TEXTS[action],
    params: CasePath,
    body: CaseNoteBody,
    bodyOptional: true,
    response: OperatorCaseDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller }, { params, body }) => {
      const move = { action, actor: `operator ${caller.actor}`, note: body?.note }
      return readCaseDetail(deps, tx, await moveCase(deps, tx, null, params.case_id, move))
    },
  }),
)

const complete = defineRoute({
  id: 'operator.brokerage.complete',
  area: 'operator',
  method: 'POST',
  path: '/brokerage/{case_id}/complete',
  operators: ['support'],
  summary: 'Complete a brokerage case',
  description: "Closes a case in escrow with a deal and books the price, the fee and the partner's share.",
  returns: 'The completed case.',
  params: CasePath,
  body: Strict({ deal_price_cents: PositiveCents('Price the buyer paid, in minor units.'), note }),
  response: OperatorCaseDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => {
    const move = {
      action: 'complete' as const,
      actor: `operator ${caller.actor}`,
      note: body.note,
      dealPriceCents: body.deal_price_cents,
    }
    return readCaseDetail(deps, tx, await moveCase(deps, tx, null, params.case_id, move))
  },
})

export const operatorRoutes = [list, get, ...actions, complete]
