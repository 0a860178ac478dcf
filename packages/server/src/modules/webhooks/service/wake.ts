// The nudge after events were written or endpoints changed. It says whose they are.
import { createNudge } from '../../../kernel/nudge.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** `changed`: the registration itself, or the owner's clock, is another one now; what was prepared must not be sent. */
export type Nudge = { owner: Owner; changed: boolean }

const { listen, wake } = createNudge<[Nudge]>()

export const onNudge = listen

/** For `tx.afterCommit`, after rows of this owner were written. */
export function wakeDispatcher(owner: Owner, changed = false): void {
  wake({ owner, changed })
}
