// Owns whether a name has what the query does not want: a word that it rules out, or another kind of thing (cats for dogs).
import { toStem } from '../names/stem.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { Inventory } from '../store/inventory.ts'

/** "sugarfree" is without sugar. */
const WITHOUT = /^(?:free|less|zero)$/

export function hasUnwished(inventory: Inventory, query: ParsedQuery, slot: number): boolean {
  if (query.unwished.length === 0 && query.rivalries.length === 0) return false
  const ids = [...inventory.nameWords(slot), ...inventory.glossWords(slot)]
  const words = ids.map((id) => inventory.vocabulary.word(id))
  const stems = words.map(toStem)
  const has = (side: ReadonlySet<string>): boolean => stems.some((stem) => side.has(stem))
  if (query.rivalries.some(({ wanted, other }) => has(other) && !has(wanted))) return true
  return stems.some((stem, i) => query.unwished.includes(stem) && !WITHOUT.test(words[i + 1] ?? ''))
}
