// Tells the owners of a partner about its money, in the transaction of the change that is reported.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { notifyTeam } from '../../team/index.ts'
import type { Payout } from '../store/payouts.ts'
import type { Settlement } from '../store/settlements.ts'

type Needed = Pick<Deps, 'clock' | 'secrets'>

export const reportClosed = (deps: Needed, tx: Tx, closed: Settlement): Promise<void> =>
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
