// SQL of a sandbox that is reset: its statements, payouts and sums.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** The guards of closed statements allow it only for the sandbox that is being reset. */
export async function clearSettlement(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const own = sql`partner_id = ${partnerId} and environment = ${environment}`
  await tx.run(sql`delete from settlement_lines where settlement_id in (select id from settlements where ${own})`)
  await tx.run(sql`delete from settlement_adjustments where ${own}`)
  await tx.run(sql`delete from settlements where ${own}`)
  await tx.run(sql`delete from payouts where ${own}`)
  await tx.run(sql`delete from order_sums where ${own}`)
  await tx.run(sql`delete from order_sum_changes where ${own}`)
}
