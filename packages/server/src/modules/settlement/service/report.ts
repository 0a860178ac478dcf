// Reports money to a partner, in the transaction of the change: the statement as a document, and messages to the partner's owners.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { issueStatement } from '../../documents/index.ts'
import { notifyTeam } from '../../team/index.ts'
import type { Payout } from '../store/payouts.ts'
import type { Settlement } from '../store/settlements.ts'

type Needed = Pick<Deps, 'clock' | 'secrets'>

const toTotals = (closed: Settlement) => ({
  period_start: closed.periodStart.toISOString(),
  period_end: closed.periodEnd.toISOString(),
  due_at: closed.dueAt?.toISOString() ?? null,
  orders_count: closed.ordersCount,
  gross_sold_cents: closed.grossSoldCents,
  commission_retained_cents: closed.commissionRetainedCents,
  adjustments_cents: closed.adjustmentsCents,
  amount_owed_cents: closed.amountOwedCents,
  commission_earned_cents: closed.commissionEarnedCents,
})

export async function reportClosed(deps: Needed, tx: Tx, closed: Settlement, now: Date): Promise<void> {
  const { id: settlementId, partnerId, environment, currency } = closed
  const owner = { partnerId, environment }
  await issueStatement(tx, { settlementId, owner, currency, totals: toTotals(closed), now })
  await mailClosed(deps, tx, closed)
}

const mailClosed = (deps: Needed, tx: Tx, closed: Settlement): Promise<void> =>
  notifyTeam(deps, tx, closed, 'money', (subject) => ({
    template: 'statement_closed',
    data: {
      ...subject,
      settlementId: closed.id,
      period: { start: closed.periodStart, end: closed.periodEnd },
      currency: closed.currency,
      owedCents: closed.amountOwedCents,
      earnedCents: closed.commissionEarnedCents,
      dueAt: closed.dueAt,
    },
  }))

export const reportSent = (deps: Needed, tx: Tx, sent: Payout): Promise<void> =>
  notifyTeam(deps, tx, sent, 'money', (subject) => {
    const { id: payoutId, kind, amountCents, currency, reference } = sent
    return { template: 'payout_sent', data: { ...subject, payoutId, kind, amountCents, currency, reference } }
  })
