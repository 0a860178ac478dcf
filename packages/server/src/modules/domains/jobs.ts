// Periodic work of domains: buyers of unclaimed domains get the spelling that accounts have.
import type { Job } from '../../jobs/schedule.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import { findUnusualOwners, renameOwner } from './store.ts'

const BATCH = 500

const normalizeOwners: Job = {
  name: 'domains.normalize_owners',
  everySeconds: 86_400,
  async run({ db }, signal) {
    let after = ''
    for (let seen = BATCH; seen === BATCH && !signal.aborted; ) {
      const owners = await findUnusualOwners(db, after, BATCH)
      for (const owner of owners) {
        after = owner
        const normalized = parseEmail(owner)
        if (normalized !== null) await renameOwner(db, owner, normalized)
      }
      seen = owners.length
    }
  },
}

export const domainJobs: readonly Job[] = [normalizeOwners]
