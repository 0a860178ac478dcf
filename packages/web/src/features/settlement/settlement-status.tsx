// States of statements and payouts as badges, and the period of a statement.
import type { PayoutStatus as Payout, SettlementStatus } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { PAYOUT_STATUSES, periodText, STATEMENT_STATUSES } from './settlement-words.ts'

export const StatementStatus = ({ status }: { status: SettlementStatus }) => (
  <Badge tone={STATEMENT_STATUSES[status].tone}>{STATEMENT_STATUSES[status].text}</Badge>
)

export const PayoutStatus = ({ status }: { status: Payout }) => (
  <Badge tone={PAYOUT_STATUSES[status].tone}>{PAYOUT_STATUSES[status].text}</Badge>
)

export const Period = ({ of }: { of: { period_start: string; period_end: string } }) => (
  <>{periodText(of.period_start, of.period_end, useLocale())}</>
)
