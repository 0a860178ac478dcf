// Finds the known name that someone probably meant.

/** Longer names are not typing errors, and comparing them costs time. */
const LENGTH_MAX = 64

/** The Levenshtein distance of two short texts. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++)
      next.push(Math.min(row[at]! + (one[index] === other[at] ? 0 : 1), row[at + 1]! + 1, next[at]! + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Null if no known name is near: at most a third of it may differ. */
export function findNearest(name: string, known: readonly string[]): string | null {
  if (name.length > LENGTH_MAX) return null
  const text = name.toLowerCase().replaceAll('-', '_')
  let best: { name: string; edits: number } | null = null
  for (const one of known) {
    const edits = countEdits(text, one)
    if (edits <= Math.max(1, Math.floor(one.length / 3)) && (best === null || edits < best.edits))
      best = { name: one, edits }
  }
  return best?.name ?? null
}
