// The nudge: a transaction that queued commands says so after its commit, and the engine in the same process looks immediately
// instead of at its next poll. A nudge may be lost; the rows in the database decide.

const listeners = new Set<() => void>()

export function onCommandQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For `tx.afterCommit`. */
export function wakeEngine(): void {
  for (const listener of listeners) listener()
}
