// Remembers answers for a while, forgets the least used first, and lets equal questions at the same time share one answer.
import type { Clock } from '../../kernel/clock.ts'

export type Memory<Value> = {
  find(key: string): Value | undefined
  keep(key: string, value: Value): void
  /** From memory, or with whoever is asking the same just now, or by asking. */
  recall(key: string, ask: () => Promise<Value>): Promise<{ value: Value; cached: boolean }>
}

export function createMemory<Value>(options: {
  clock: Clock
  max: number
  /** Zero: not at all. */
  getSeconds(value: Value): number
}): Memory<Value> {
  const { clock, max, getSeconds } = options
  const kept = new Map<string, { value: Value; until: number }>()
  const asking = new Map<string, Promise<Value>>()

  function find(key: string): Value | undefined {
    const entry = kept.get(key)
    if (!entry) return undefined
    kept.delete(key)
    if (entry.until <= clock.now().getTime()) return undefined
    kept.set(key, entry)
    return entry.value
  }

  function keep(key: string, value: Value): void {
    kept.delete(key)
    const seconds = getSeconds(value)
    if (seconds <= 0) return
    if (kept.size >= max) kept.delete(kept.keys().next().value as string)
    kept.set(key, { value, until: clock.now().getTime() + seconds * 1000 })
  }

  async function askOnce(key: string, ask: () => Promise<Value>): Promise<Value> {
    try {
      const value = await ask()
      keep(key, value)
      return value
    } finally {
      asking.delete(key)
    }
  }

  return {
    find,
    keep,
    async recall(key, ask) {
      const known = find(key)
      if (known !== undefined) return { value: known, cached: true }
      let running = asking.get(key)
      if (!running) {
        running = askOnce(key, ask)
        asking.set(key, running)
      }
      return { value: await running, cached: false }
    },
  }
}
