// Returns a partner's sandbox to its first state. Keys and team stay. The ledger is append-only, so it keeps its journals and gets
// closing ones.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { clearCases } from '../../brokerage/index.ts'
import { freeAll, relistAll } from '../../catalog/index.ts'
import { clearSessions } from '../../checkout/index.ts'
import { clearDeliveries } from '../../delivery/index.ts'
import { clearDisputes } from '../../disputes/index.ts'
import { clearDocuments } from '../../documents/index.ts'
import { closingJournals, post } from '../../ledger/index.ts'
import { deleteSandboxMail } from '../../mail/index.ts'
import { clearOrders, listTakenListings, lockOrders } from '../../orders/index.ts'
import { resetSandboxClock } from '../../partners/index.ts'
import { clearQuotes } from '../../quotes/index.ts'
import { clearReferrals, earnsForOthers } from '../../referrals/index.ts'
import { clearSettlement } from '../../settlement/index.ts'
import { clearEvents } from '../../webhooks/index.ts'
import { allowReset, listLeftBalances } from '../store.ts'

export async function resetSandbox(deps: Pick<Deps, 'clock' | 'clicks'>, tx: Tx, owner: Owner): Promise<void> {
  const now = deps.clock.now()
  // First the orders that are moving, which may still need the partner's row.
  await lockOrders(tx, owner)
  // The lock of the partner: two resets, a step of the clock and new sales come one after the other.
  await resetSandboxClock(tx, owner.partnerId)
  // Orders that were placed until then.
  await lockOrders(tx, owner)
  if (await earnsForOthers(tx, owner))
    throw new ApiError('conflict', {
      message:
        "Another partner's referral link earned commission on one of your sandbox orders, so they cannot be deleted. Ask the operator for a new sandbox partner.",
    })
  await allowReset(tx, owner)
  await relistAll(tx, await listTakenListings(tx, owner), now)
  await freeAll(tx, owner)
  await clearDocuments(tx, owner)
  await clearSettlement(tx, owner)
  await clearReferrals(tx, owner)
  await clearDeliveries(tx, owner)
  await clearDisputes(tx, owner)
  await clearOrders(tx, owner)
  await clearSessions(tx, owner)
  await clearQuotes(tx, owner)
  await clearCases(tx, owner)
  await clearEvents(tx, owner)
  await deleteSandboxMail(tx, owner)
  const key = `rst_${newId('event', now).slice(4)}`
  for (const journal of closingJournals(key, await listLeftBalances(tx, owner))) await post(tx, owner, journal, now)
  tx.afterCommit(() => deps.clicks.forget(owner.partnerId))
}
