// The nudge: a transaction that queued work says so after its commit, and the loop in the same process looks immediately instead of at
// its next poll. A nudge may be lost; the rows in the database decide.

export function createNudge<About extends unknown[] = []>() {
  const listeners = new Set<(...about: About) => void>()
  return {
    listen(listener: (...about: About) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** For `tx.afterCommit`. */
    wake(...about: About): void {
      for (const listener of listeners) listener(...about)
    },
  }
}
