// Owns repeatable chance: the seeded inventories must come out the same on every machine and every start.

export interface Prng {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** Picks a key by its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
}

/** Mulberry32: small, fast, and made of 32-bit integer steps only, so that no engine can disagree about it. */
export function createPrng(seed: number): Prng {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  function between(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1))
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('There is nothing to pick from.')
    return items[between(0, items.length - 1)] as T
  }

  function weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries<number | undefined>(weights) as [K, number][]
    let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      rest -= weight
      if (rest < 0) return key
    }
    return pick(entries)[0]
  }

  return { next, between, pick, weighted }
}
