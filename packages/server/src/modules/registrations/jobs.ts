// Periodic work of registrations: reminders to renew, missing documents, and deleting commands that ended long ago and purchases that nobody paid for.
import { purgeJob } from '../../jobs/housekeeping.ts'
import type { Job } from '../../jobs/schedule.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { PURCHASE_UNPAID_KEEP_SECONDS, REGISTRY_COMMAND_KEEP_SECONDS } from '../../kernel/limits.ts'
import { issueMissingDocuments } from './service/document.ts'
import { remindOwners } from './service/remind.ts'
import { purgeEnded } from './store/commands.ts'
import { purgeUnpaid } from './store/purchases.ts'
import { purgeReminders } from './store/reminders.ts'

const purge = purgeJob(60, 'registrations.purge_commands', ({ db, clock }, batch) =>
  purgeEnded(db, addSeconds(clock.now(), -REGISTRY_COMMAND_KEEP_SECONDS), batch),
)

const purgePurchases = purgeJob(60, 'registrations.purge_purchases', ({ db, clock }, batch) =>
  purgeUnpaid(db, addSeconds(clock.now(), -PURCHASE_UNPAID_KEEP_SECONDS), batch),
)

const remind: Job = {
  name: 'registrations.remind_owners',
  everySeconds: 3600,
  run: (deps, signal) => remindOwners(deps, signal),
}

const purgeSent = purgeJob(60, 'registrations.purge_reminders', ({ db, clock }, batch) =>
  purgeReminders(db, clock.now(), batch),
)

const issueMissing: Job = {
  name: 'registrations.issue_missing_documents',
  everySeconds: 60,
  run: (deps) => issueMissingDocuments(deps),
}

export const jobs: readonly Job[] = [purge, purgePurchases, remind, purgeSent, issueMissing]
