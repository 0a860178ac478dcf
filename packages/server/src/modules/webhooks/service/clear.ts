// A sandbox that is reset forgets its endpoints, events and deliveries.
import type { Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import * as store from '../store/endpoints.ts'
import { wakeDispatcher } from './wake.ts'

export async function clearEvents(tx: Tx, owner: Owner): Promise<void> {
  await store.clearEvents(tx, owner)
  tx.afterCommit(() => wakeDispatcher(owner, true))
}
