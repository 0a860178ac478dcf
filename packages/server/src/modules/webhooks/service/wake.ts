// The nudge: who commits something to deliver says so, and a dispatcher in the same process looks at once instead of at its
// next poll. A nudge carries no data and may be lost; the rows in the database are what counts.
import type { Owner } from '../../../kernel/owner.ts'

/** `changed`: the registration itself, or the owner's clock, is another one now; what was prepared must not be sent. */
export type Nudge = { owner: Owner; changed: boolean }

const listeners = new Set<(nudge: Nudge) => void>()

export function onNudge(listener: (nudge: Nudge) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For `tx.afterCommit`, after rows of this owner were written. */
export function wakeDispatcher(owner: Owner, changed = false): void {
  for (const listener of listeners) listener({ owner, changed })
}
