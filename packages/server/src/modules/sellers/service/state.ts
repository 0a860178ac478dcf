// Statements of sellers: one with each payout, and one after each month in which something moved.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Id } from '../../../kernel/ids.ts'
import { findLastSellerStatement, issueSellerStatement } from '../../documents/index.ts'
import { describeMovement } from '../rules/statements.ts'
import { findAddress, lockSeller } from '../store/sellers.ts'
import { insertLines, listMovements, listUnstated } from '../store/statements.ts'

/**
 * Every movement since the last statement, whenever it was booked: the statements of a seller follow one another without a gap. `journal`
 * names the payout or the month. The caller holds the seller.
 */
export async function issueStatement(
  tx: Tx,
  about: { sellerId: Id<'user'>; currency: string; journal: string },
  now: Date,
): Promise<boolean> {
  const { sellerId, currency, journal } = about
  const movements = await listMovements(tx, sellerId, currency)
  if (movements.length === 0) return false
  const before = await findLastSellerStatement(tx, sellerId, currency)
  const documentId = await issueSellerStatement(tx, {
    sellerId,
    currency,
    journal,
    email: await findAddress(tx, sellerId),
    openingCents: before?.grossCents ?? 0,
    lines: movements.map(describeMovement),
    now,
  })
  const journals = movements.map((movement) => movement.journal)
  await insertLines(tx, { documentId, sellerId, currency }, journals)
  return true
}

/** `month` as in 2026-11, which has ended. Repeatable: the second run finds nothing that is on no statement. */
export async function stateMonth(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  month: string,
  end: Date,
  signal?: AbortSignal,
): Promise<number> {
  let issued = 0
  for (const { sellerId, currency } of await listUnstated(deps.db, end)) {
    if (signal?.aborted) return issued
    const now = deps.clock.now()
    try {
      const isIssued = await deps.db.tx(async (tx) => {
        await lockSeller(tx, sellerId, now)
        const journal = `${sellerId}:${currency}:${month}`
        return issueStatement(tx, { sellerId: sellerId as Id<'user'>, currency, journal }, now)
      })
      if (isIssued) issued += 1
    } catch (error) {
      // The other sellers get theirs.
      deps.log.error(
        { err: error, seller_id: sellerId, currency },
        'could not issue the statement of a seller; will retry',
      )
    }
  }
  return issued
}
