// Timers that a test moves by hand.
import type { Timers } from '../src/timers.ts'

export function createManualTimers(): Timers & { advance(milliseconds: number): void; count(): number } {
  let now = 0
  const waiting = new Set<{ at: number; action: () => void }>()
  return {
    after(milliseconds, action) {
      const entry = { at: now + milliseconds, action }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    advance(milliseconds) {
      now += milliseconds
      for (const entry of [...waiting].sort((a, b) => a.at - b.at))
        if (entry.at <= now && waiting.delete(entry)) entry.action()
    },
    count: () => waiting.size,
  }
}
