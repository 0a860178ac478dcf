// Owns how far two spellings lie apart: Damerau–Levenshtein distance, cut off early.
const rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)]

/** Insertions, deletions, substitutions and swaps of neighbours; `limit + 1` when there are more than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  const [n, m] = [a.length, b.length]
  if (Math.abs(n - m) > limit || n > 60 || m > 60) return limit + 1
  let [before, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= m; j++) previous[j] = j
  for (let i = 1; i <= n; i++) {
    current[0] = i
    let least = i
    for (let j = 1; j <= m; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((previous[j] as number) + 1, (current[j - 1] as number) + 1)
      cost = Math.min(cost, (previous[j - 1] as number) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] as number) + 1)
      current[j] = cost
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    ;[before, previous, current] = [previous, current, before]
  }
  return previous[m] as number
}

/** Of some labels the one that differs from the text by a slip of the fingers; two in a long text. */
export function nearestSpelling(text: string, labels: Iterable<string>): string | undefined {
  const limit = text.length >= 8 ? 2 : 1
  let best: { label: string; distance: number } | undefined
  for (const label of labels) {
    const distance = editDistance(text, label, limit)
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { label, distance }
  }
  return best?.label
}
