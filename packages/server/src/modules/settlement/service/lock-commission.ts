// Where the commission of an order is, for a change that takes it back.
import type { Tx } from '../../../db/sql.ts'
import type { CommissionPlace } from '../../ledger/index.ts'
import { hasLine } from '../store/lines.ts'
import { lockPending } from '../store/payouts.ts'
import { type Book, lockBook } from '../store/settlements.ts'

/**
 * Statements and payouts of the partner wait until the transaction ends. An order on a statement counts as payable, also while the
 * statement is being closed. Lock the order afterwards, as the run does.
 */
export async function lockCommission(tx: Tx, book: Book, orderId: string): Promise<CommissionPlace> {
  await lockBook(tx, book)
  await lockPending(tx, book, 'commission')
  return (await hasLine(tx, orderId)) ? 'pending' : 'accrued'
}
