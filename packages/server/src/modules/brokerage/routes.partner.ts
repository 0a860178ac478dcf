// Brokerage for partners: may a name be brokered, open a case, follow it.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { defineRoute } from '../../http/define-route.ts'
import { type AgeSort, ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { DomainText, PositiveCents, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { readDomain } from '../catalog/index.ts'
import { progressUrl } from './http.ts'
import { CASE_STATUSES, sandboxMove } from './rules.ts'
import { checkEligibility, findCase, lookAt, moveCase, openCase } from './service.ts'
import { type BrokerageCase, listCases, listTimeline, listTotals } from './store.ts'
import {
  CaseDetailView,
  CaseInput,
  CaseView,
  caseDetailView,
  caseView,
  EligibilityView,
  eligibilityView,
  readBudget,
  TotalsView,
  totalsView,
} from './views.ts'

const readCaseDetail = async (deps: Deps, db: Db, one: BrokerageCase) =>
  caseDetailView(one, progressUrl(deps, one.id), await listTimeline(db, one.id))

const CasePath = Strict({ case_id: Type.String() })

const eligibility = defineRoute({
  id: 'brokerage.eligibility',
  area: 'partner',
  method: 'GET',
  path: '/brokerage/eligibility',
  scope: 'broker',
  summary: 'Check whether a domain can be brokered',
  description:
    'A domain is not eligible if it runs an active site, has an open case, is listed on this marketplace or is not ' +
    'registered. If this cannot be determined, the domain is eligible.',
  returns: 'The eligibility of the domain.',
  query: Strict({ domain: DomainText() }),
  response: EligibilityView,
  handle: async ({ deps, db, caller, now }, { query }) => {
    const { environment } = caller
    const { domain } = readDomain(query.domain, environment)
    const asker = { kind: 'partner' } as const
    const look = await lookAt(deps, environment, domain, asker)
    return eligibilityView(domain, await checkEligibility(db, environment, domain, asker, look), now)
  },
})

const open = defineRoute({
  id: 'brokerage.open',
  area: 'partner',
  method: 'POST',
  path: '/brokerage',
  scope: 'broker',
  summary: 'Open a brokerage case',
  description:
    'Asks the marketplace to contact the owner for your buyer. `progress_url` is a page for the buyer that needs no ' +
    'sign-in. 409 with the reason if the domain is not eligible.',
  returns: 'The opened case.',
  body: CaseInput,
  status: 201,
  response: CaseDetailView,
  errors: ['conflict'],
  writes: true,
  prepare: async ({ deps, caller }, { body }) => {
    const budgetCents = readBudget(body, 'budget')
    const name = readDomain(body.domain, caller.environment)
    return { name, budgetCents, look: await lookAt(deps, caller.environment, name.domain, { kind: 'partner' }) }
  },
  handle: async ({ deps, tx, caller, now, prepared }, { body }) => {
    const { name, budgetCents, look } = prepared
    const input = {
      name,
      tier: body.tier,
      buyerEmail: body.buyer_email,
      budgetCents,
      currency: body.currency ?? 'USD',
      notes: body.notes ?? null,
      partnerCommissionBps: caller.partner.brokerageBps,
    }
    const opened = await openCase(deps, tx, caller, input, look, now)
    return readCaseDetail(deps, tx, opened)
  },
})

const get = defineRoute({
  id: 'brokerage.get',
  area: 'partner',
  method: 'GET',
  path: '/brokerage/{case_id}',
  scope: 'broker',
  summary: 'Get a brokerage case',
  description: 'Returns the case with its timeline.',
  returns: 'The case.',
  params: CasePath,
  response: CaseDetailView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller }, { params }) => {
    return readCaseDetail(deps, db, await findCase(db, caller, params.case_id))
  },
})

const CASE_COLUMNS = Object.keys(CaseView.properties)

const list = defineRoute({
  id: 'brokerage.list',
  area: 'partner',
  method: 'GET',
  path: '/brokerage',
  scope: 'report',
  summary: 'List your brokerage cases',
  description: 'Newest first or as `sort` says, with totals. `Accept: text/csv` returns all matching cases as CSV.',
  returns: 'A page of cases with totals.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    status: Type.Optional(Type.String({ description: 'Values of `BrokerageStatus`, separated by commas.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ cases: Type.Array(CaseView), totals: TotalsView, ...pageFields }),
  handle: ({ deps, db, caller, headers }, { query }) => {
    const asked = { statuses: commaList('status', query.status, CASE_STATUSES), ...dateRange(query) }
    const filters = { list: 'brokerage', ...asked }
    const filter = { owner: caller, ...asked }
    return respondWithList(
      { headers, query },
      {
        columns: CASE_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSorted<BrokerageCase, AgeSort>(
            { sort: query.sort, fallback: NEWEST, cursor, limit, filters },
            BY_AGE,
            ({ id }) => id,
            (keyset, room) => listCases(db, filter, keyset, room),
          )
          return { ...page, rows: page.rows.map((row) => caseView(row, progressUrl(deps, row.id))) }
        },
        toBody: async (cases) => ({ cases, totals: totalsView(await listTotals(db, filter)) }),
      },
    )
  },
})

const advance = defineRoute({
  id: 'sandbox.brokerage.advance',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/brokerage/{case_id}/advance',
  scope: 'broker',
  requires: requireSandbox,
  summary: 'Advance a brokerage case (sandbox)',
  description: 'Moves the case to its next status. The last step closes it with a deal.',
  returns: 'The case after the step.',
  params: CasePath,
  body: Strict({
    deal_price_cents: Type.Optional(
      PositiveCents('Deal price for the last step, in minor units. Default: the budget.'),
    ),
  }),
  bodyOptional: true,
  response: CaseDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => {
    const moved = await moveCase(deps, tx, caller, params.case_id, (status, budgetCents) =>
      sandboxMove(status) === 'complete'
        ? { action: 'complete', actor: 'sandbox', dealPriceCents: body?.deal_price_cents ?? budgetCents }
        : { action: 'advance', actor: 'sandbox' },
    )
    return readCaseDetail(deps, tx, moved)
  },
})

export const partnerRoutes = [eligibility, open, get, list, advance]
