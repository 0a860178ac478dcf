// The marketplace's own partner, the house: it sells on the marketplace's own pages and earns nothing.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import { writeState } from '../../../db/state.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { actOnPartner, createPartner } from './change-partner.ts'

/** house_partner() reads it. */
const KEY = 'house_partner'
const HOUSE = { name: 'Freehold', email: 'house@freehold.example', merchantOfRecord: false, commissionBps: 0 }

export const findHouse = async (db: Db): Promise<Id<'partner'> | undefined> =>
  (await db.one<{ id: Id<'partner'> | null }>(sql`select house_partner() as id`))?.id ?? undefined

export async function requireHouse(db: Db): Promise<Id<'partner'>> {
  const house = await findHouse(db)
  invariant(house, "the marketplace's own account is created at startup")
  return house
}

/** Made once. Two processes that start together meet at the lock, and the second finds the first's. */
export async function ensureHouse(tx: Tx, now: Date): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('house partner', 0))`)
  if (await findHouse(tx)) return
  const { id } = await createPartner(tx, HOUSE, now)
  await actOnPartner(tx, id, 'approve', now)
  await writeState(tx, KEY, { partner_id: id })
}
