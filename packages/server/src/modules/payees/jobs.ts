// Periodic work of payout accounts: Stripe is asked for their state.
import type { Job } from '../../jobs/schedule.ts'
import { checkAccounts } from './service/set-up.ts'

const BATCH = 100

const check: Job = {
  name: 'payees.check_accounts',
  everySeconds: 600,
  run: (deps, signal) => checkAccounts(deps, BATCH, signal),
}

export const payeeJobs: readonly Job[] = [check]
