// Reminds people to renew domains that they keep (auto-renew), by email with the way to the payment. No card is stored, so nobody is
// charged without asking.
import type { Deps } from '../../../deps.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { queueMail } from '../../mail/index.ts'
import { findOwnerEmail } from '../store/commands.ts'
import { listOwnersToRemind, takeReminders } from '../store/reminders.ts'
import { canCharge } from './queue.ts'

const OWNERS_AT_A_TIME = 100

export type RemindDeps = Pick<Deps, 'clock' | 'db' | 'payments' | 'registrars' | 'secrets'>

/** Only where the renewal can be paid here. One message for each person, with all of their domains. */
export async function remindOwners(deps: RemindDeps, signal: AbortSignal): Promise<void> {
  if (!canCharge(deps)) return
  while (!signal.aborted) {
    const owners = await listOwnersToRemind(deps.db, deps.clock.now(), OWNERS_AT_A_TIME)
    for (const ownerId of owners)
      await deps.db.tx(async (tx) => {
        const now = deps.clock.now()
        const domains = (await takeReminders(tx, ownerId, now)).map(({ domain, expiresAt }) => ({
          name: toUnicodeDomain(domain),
          expiresAt,
        }))
        const to = await findOwnerEmail(tx, ownerId)
        if (to !== null && domains.length > 0)
          await queueMail(deps, tx, { to, template: 'renewal_reminder', data: { domains } }, now)
      })
    if (owners.length < OWNERS_AT_A_TIME) return
  }
}
