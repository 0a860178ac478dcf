// Where two texts part.

/** What both begin with, and what each goes on with. */
export function partAt(one: string, other: string): { same: string; one: string; other: string } {
  let index = 0
  while (index < one.length && index < other.length && one[index] === other[index]) index++
  return { same: one.slice(0, index), one: one.slice(index), other: other.slice(index) }
}
