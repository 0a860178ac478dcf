// Owns the numbers under the tables: seeded chance, and what a difference between two systems is worth.

/** The same numbers on every run (mulberry32), from 0 to 1. */
export function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const mean = (values) => (values.length === 0 ? Number.NaN : values.reduce((a, b) => a + b, 0) / values.length)

/** Mean of the differences of pairs and its 95 % interval, by drawing queries again and again. */
export function pairedBootstrap(ours, theirs, { draws = 10_000, seed = 20 } = {}) {
  const differences = ours.map((value, i) => value - theirs[i])
  const random = seededRandom(seed)
  const means = Float64Array.from({ length: draws }, () => {
    let sum = 0
    for (let i = 0; i < differences.length; i++) sum += differences[Math.floor(random() * differences.length)]
    return sum / differences.length
  }).sort()
  const at = (share) => means[Math.min(draws - 1, Math.floor(share * draws))]
  return { difference: mean(differences), low: at(0.025), high: at(0.975) }
}

/** Agreement of two annotators beyond chance; `squared`: grades far apart disagree more. */
export function cohenKappa(pairs, grades, { squared = false } = {}) {
  const cost = (a, b) => (squared ? (a - b) ** 2 : a === b ? 0 : 1)
  const share = (side, grade) => pairs.filter((pair) => pair[side] === grade).length / pairs.length
  const observed = mean(pairs.map(([a, b]) => cost(a, b)))
  let expected = 0
  for (const a of grades) for (const b of grades) expected += share(0, a) * share(1, b) * cost(a, b)
  return 1 - observed / expected
}
