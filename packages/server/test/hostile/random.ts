// Chance that can be repeated: the same seed and the same number of a case give the same case.

export type Random = {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  chance(share: number): boolean
  pick<Value>(values: readonly Value[]): Value
}

/** Mulberry32 over a mix of both numbers: cases are independent of one another, so that one alone can be made again. */
export function createRandom(seed: number, number: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, chance: (share) => next() < share, pick: (values) => values[below(values.length)]! }
}
