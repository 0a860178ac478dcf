// A settlement run that leaves its trace in the audit log: a row with each statement that it closes, and one at its end.
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import type { Settlement } from '../store/settlements.ts'
import { followSettlement, type Progress, type Run } from './settle.ts'

const closedInput = (settlement: Settlement) => ({
  settlement_id: settlement.id,
  partner_id: settlement.partnerId,
  environment: settlement.environment,
  currency: settlement.currency,
  period_start: settlement.periodStart.toISOString(),
  period_end: settlement.periodEnd.toISOString(),
  orders_count: settlement.ordersCount,
  amount_owed_cents: settlement.amountOwedCents,
  commission_earned_cents: settlement.commissionEarnedCents,
})

/** The same progress as without the trace. A run that finds nothing to close leaves none. */
export async function* auditSettlement(
  deps: Pick<Deps, 'clock' | 'db' | 'audit' | 'secrets'>,
  call: AuditedCall,
  run: Run,
): AsyncGenerator<Progress> {
  let settlements = 0
  let orders = 0
  let isComplete = false
  const onClosed: NonNullable<Run['onClosed']> = (tx, settlement) =>
    deps.audit.write(tx, { ...call, route: 'settlements.close', status: 200, input: closedInput(settlement) })
  try {
    for await (const one of followSettlement(deps, { ...run, onClosed })) {
      if (one.kind === 'statement') {
        settlements += 1
        orders += one.settlement.ordersCount
      }
      yield one
    }
    isComplete = run.signal?.aborted !== true
  } finally {
    if (settlements > 0)
      await deps.audit.write(deps.db, {
        ...call,
        route: 'settlements.run',
        status: isComplete ? 200 : 500,
        input: { settlements_count: settlements, orders_count: orders },
        reason: isComplete ? null : 'interrupted',
      })
  }
}
