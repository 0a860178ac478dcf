// Owns what is known of an inventory that lies elsewhere: it answers the reader of queries, and notes what it could not answer.
import { toStem } from '../names/stem.ts'
import type { NameReader } from '../names/understand-name.ts'
import { nearestSpelling } from '../query/edit-distance.ts'
import type { InventoryWords } from '../query/parse-query.ts'
import { computeRarity } from '../store/lexical.ts'
import type { InventoryFacts, InventoryQuestions } from '../types.ts'

export class KnownFacts implements InventoryWords {
  readonly #facts: InventoryFacts
  readonly #names: NameReader
  readonly #unanswered = { tlds: new Set<string>(), labels: new Set<string>(), stems: new Set<string>() }

  constructor(facts: InventoryFacts, names: NameReader) {
    this.#facts = facts
    this.#names = names
  }

  /** What must be found out before the query can be understood; undefined when all is known. */
  questions(): InventoryQuestions | undefined {
    const { tlds, labels, stems } = this.#unanswered
    if (tlds.size + labels.size + stems.size === 0) return undefined
    return { tlds: [...tlds], labels: [...labels], stems: [...stems] }
  }

  hasTld(tld: string): boolean {
    return this.#look('tlds', tld) ?? false
  }

  hasLabel(label: string): boolean {
    return this.#resembling(label).some((domain) => domain.startsWith(`${label}.`))
  }

  beginningWith(text: string): string[] {
    return this.#resembling(text).filter((domain) => domain.startsWith(text))
  }

  nearestLabel(text: string): string | undefined {
    return nearestSpelling(
      text,
      this.#resembling(text).map((domain) => this.#names.split(domain).flat),
    )
  }

  hasWord(word: string): boolean {
    return this.#count(toStem(word)) > 0
  }

  rarity(stem: string): number {
    return computeRarity(this.#count(stem), this.#facts.size)
  }

  #count(stem: string): number {
    return this.#look('stems', stem) ?? 0
  }

  #resembling(text: string): string[] {
    return this.#look('labels', text) ?? []
  }

  #look<K extends keyof InventoryQuestions>(kind: K, key: string): InventoryFacts[K][string] | undefined {
    const known = this.#facts[kind] as Record<string, InventoryFacts[K][string]>
    if (Object.hasOwn(known, key)) return known[key]
    this.#unanswered[kind].add(key)
    return undefined
  }
}
