// SQL of a sandbox that is reset: its deliveries, what the simulated registrar knows of them, and the delivery target.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

export async function clearDeliveries(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const own = sql`partner_id = ${partnerId} and environment = ${environment}`
  const ofOwn = sql`scope in (select order_id from domain_deliveries where ${own})`
  await tx.run(sql`delete from simulated_commands where ${ofOwn}`)
  await tx.run(sql`delete from simulated_domains where ${ofOwn}`)
  await tx.run(sql`delete from domain_deliveries where ${own}`)
  await tx.run(sql`delete from delivery_targets where ${own}`)
}
