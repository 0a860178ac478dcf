// How brokerage looks on the wire.
import { ActionsView, actionViews } from '../../http/actions.ts'
import {
  Cents,
  CurrencyCode,
  DomainText,
  EmailText,
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import { BASIS_POINTS_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import {
  CASE_ACTIONS,
  CASE_STATUSES,
  caseActions,
  INELIGIBLE,
  type Ineligible,
  partnerActions,
  REQUIRED_FIELDS,
  SANDBOX_ACTIONS,
  TIERS,
  upcomingStatuses,
} from './rules.ts'
import type { BrokerageCase, CurrencyTotals, TimelineLine } from './store.ts'

const caseFields = {
  domain: DomainText(),
  tier: OneOf(TIERS, { title: 'BrokerageTier' }),
  buyer_email: EmailText(),
  budget_cents: Type.Optional(PositiveCents('The most the buyer would pay, in minor units. Required.')),
  budget: Type.Optional(PositiveCents('Alias of `budget_cents`.')),
  currency: Type.Optional(CurrencyCode()),
  notes: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'Notes for the broker.' })),
}
export const CaseInput = Strict(caseFields, {
  title: 'BrokerageInput',
  examples: [{ domain: 'taken.com', tier: 'managed', buyer_email: 'buyer@example.com', budget_cents: 250_000 }],
})

type Budget = { budget?: number; budget_cents?: number }

/** Both names are accepted; `name` is the one that an error mentions. */
export function readBudget({ budget, budget_cents }: Budget, name: keyof Budget): number {
  if (budget !== undefined && budget_cents !== undefined && budget !== budget_cents)
    throw invalidField('budget', 'must equal budget_cents. Send only budget_cents.')
  const cents = budget_cents ?? budget
  if (cents === undefined) throw invalidField(name, 'is required')
  return cents
}

export const EligibilityView = Named('BrokerageEligibility', {
  domain: Type.String(),
  eligible: Type.Boolean(),
  reason: Nullable(OneOf(INELIGIBLE)),
  tiers: Type.Array(OneOf(TIERS, { title: 'BrokerageTier' }), {
    description: 'Tiers a case can be opened with. Empty if the domain is not eligible.',
  }),
  checked_at: Timestamp(),
})

export const eligibilityView = (
  domain: string,
  reason: Ineligible | null,
  now: Date,
): Static<typeof EligibilityView> => ({
  domain,
  eligible: reason === null,
  reason,
  tiers: reason === null ? [...TIERS] : [],
  checked_at: isoTime(now),
})

const STATUSES = { values: CASE_STATUSES, title: 'BrokerageStatus' }
const CaseStatusName = () => OneOf(STATUSES.values, { title: STATUSES.title })

const fields = {
  case_id: IdText('brk_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  tier: OneOf(TIERS, { title: 'BrokerageTier' }),
  status: CaseStatusName(),
  buyer_email: Type.String(),
  budget_cents: PositiveCents(),
  currency: CurrencyCode(),
  notes: Nullable(Type.String()),
  progress_url: Type.String({ description: "URL of the buyer's progress page. It needs no sign-in." }),
  partner_commission_bps: Type.Integer({
    minimum: 0,
    maximum: BASIS_POINTS_MAX,
    description: 'Your share of the deal, in basis points, fixed when the case was opened.',
  }),
  deal_price_cents: Nullable(PositiveCents()),
  partner_commission_cents: Nullable(Cents('Your commission on the deal.')),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  closed_at: Nullable(Timestamp()),
}

const timeline = Type.Array(
  Named('BrokerageTimelineEntry', {
    at: Timestamp(),
    status: CaseStatusName(),
    actor: Type.String(),
    message: Type.String(),
  }),
)
const whose = { partner_id: IdText('ptn_'), partner_name: Type.String(), environment: EnvironmentName() }

const upcoming_statuses = Type.Array(CaseStatusName(), {
  description: 'The remaining statuses of the normal flow, in order.',
})
const actions = ActionsView('BrokerageAction', CASE_ACTIONS, STATUSES)

/** What the events of a case tell. */
export const CaseEventData = Named('BrokerageEventData', {
  case: Strict({
    case_id: IdText('brk_'),
    domain: Type.String(),
    tier: OneOf(TIERS, { title: 'BrokerageTier' }),
    status: CaseStatusName(),
    deal_price_cents: Nullable(PositiveCents()),
    currency: CurrencyCode(),
    partner_commission_cents: Nullable(Cents('Your commission on the deal.')),
    closed_at: Nullable(Timestamp()),
  }),
})

export const CaseView = Named('BrokerageCase', fields)
export const CaseDetailView = Named('BrokerageCaseDetail', {
  ...fields,
  timeline,
  upcoming_statuses,
  actions: ActionsView('PartnerBrokerageAction', SANDBOX_ACTIONS, STATUSES),
})
export const OperatorCaseView = Named('OperatorBrokerageCase', { ...fields, ...whose, actions })
export const OperatorCaseDetailView = Named('OperatorBrokerageCaseDetail', {
  ...fields,
  ...whose,
  timeline,
  upcoming_statuses,
  actions,
})

export const caseView = (one: BrokerageCase, progressUrl: string): Static<typeof CaseView> => ({
  case_id: one.id,
  domain: one.domain,
  domain_unicode: one.domainUnicode,
  tier: one.tier,
  status: one.status,
  buyer_email: one.buyerEmail,
  budget_cents: one.budgetCents,
  currency: one.currency as 'USD',
  notes: one.notes,
  progress_url: progressUrl,
  partner_commission_bps: one.partnerCommissionBps,
  deal_price_cents: one.dealPriceCents,
  partner_commission_cents: one.partnerCommissionCents,
  created_at: isoTime(one.createdAt),
  updated_at: isoTime(one.updatedAt),
  closed_at: isoTimeOrNull(one.closedAt),
})

export const timelineView = (lines: TimelineLine[]): Static<typeof timeline> =>
  lines.map(({ at, status, actor, message }) => ({ at: isoTime(at), status, actor, message }))

export const caseDetailView = (
  one: BrokerageCase,
  progressUrl: string,
  lines: TimelineLine[],
): Static<typeof CaseDetailView> => ({
  ...caseView(one, progressUrl),
  timeline: timelineView(lines),
  upcoming_statuses: upcomingStatuses(one.status),
  actions: actionViews(partnerActions(one.status, one.environment)),
})

export const operatorCaseView = (
  one: BrokerageCase,
  progressUrl: string,
  partnerName: string,
): Static<typeof OperatorCaseView> => ({
  ...caseView(one, progressUrl),
  partner_id: one.partnerId,
  partner_name: partnerName,
  environment: one.environment,
  actions: actionViews(caseActions(one.status), REQUIRED_FIELDS),
})

export const TotalsView = Named('BrokerageTotals', {
  open: Type.Integer({ minimum: 0 }),
  completed: Type.Integer({ minimum: 0 }),
  deal_cents: Type.Integer({
    minimum: 0,
    description: 'Total of all deals. With several currencies, use `by_currency`.',
  }),
  commission_cents: Type.Integer({ minimum: 0 }),
  by_currency: Type.Array(
    Strict({
      currency: CurrencyCode(),
      open: Type.Integer({ minimum: 0 }),
      completed: Type.Integer({ minimum: 0 }),
      deal_cents: Type.Integer({ minimum: 0 }),
      commission_cents: Type.Integer({ minimum: 0 }),
    }),
  ),
})

export function totalsView(totals: CurrencyTotals[]): Static<typeof TotalsView> {
  const sum = (of: (one: CurrencyTotals) => number) => totals.reduce((all, one) => all + of(one), 0)
  return {
    open: sum(({ open }) => open),
    completed: sum(({ completed }) => completed),
    deal_cents: sum(({ dealCents }) => dealCents),
    commission_cents: sum(({ commissionCents }) => commissionCents),
    by_currency: totals.map(({ currency, open, completed, dealCents, commissionCents }) => ({
      currency: currency as 'USD',
      open,
      completed,
      deal_cents: dealCents,
      commission_cents: commissionCents,
    })),
  }
}
