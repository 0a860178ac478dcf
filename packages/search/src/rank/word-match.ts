// Owns comparing the words of a query with those of a name: the same stem, the same thing evoked, or near in meaning.
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { Inventory } from '../store/inventory.ts'

/** What a word counts that is not the same but evokes the same thing. */
const EVOKED = 0.8
/** A word this near, by its vector, is not a stranger. */
const NEAR = 0.5

/** What a word counts by its nearness alone. */
const softly = (near: number): number => EVOKED * Math.max(0, Math.min(1, (near - 0.35) / 0.4))

interface Term {
  word: string
  stems: Set<number>
  weight: number
  groups: Set<number>
  ids: number[]
}

export interface QueryWords {
  terms: Term[]
  total: number
}

export interface WordMatch {
  /** Shares of the query's weight: the words themselves; they or words that evoke the same; in the listing's text. */
  found: number
  evoked: number
  inText: number
  /** Shares of the name's letters, generic and function words aside. */
  covered: number
  coveredEvoked: number
  /** Share of the name's telling words that have nothing to do with the query. */
  strange: number
  /** Mean nearness of the query's words to the name's. */
  likeness: number
  terms: string[]
}

export function readQueryWords(names: NameReader, inventory: Inventory, query: ParsedQuery): QueryWords {
  const { thesaurus, words } = names
  const phrases = new Map<string, readonly number[]>()
  for (let i = 0; i + 1 < query.english.length; i++) {
    const [first, second] = [query.english[i] as string, query.english[i + 1] as string]
    const groups = thesaurus.groupsOf(`${first} ${second}`)
    for (const word of [first, second]) if (groups.length > 0) phrases.set(word, groups)
  }
  const terms = query.terms.map((term): Term => {
    const stems = term.forms.map((form) => inventory.vocabulary.findStem(form))
    const rarity = Math.min(...stems.map((stem) => inventory.lexical.rarity(stem)))
    const english = query.languages === 0 ? term.forms.slice(0, 1) : term.forms
    const groups = english.flatMap((form) => [...thesaurus.groupsOf(form), ...(phrases.get(form) ?? [])])
    return {
      word: term.word,
      stems: new Set(stems.filter((stem) => stem >= 0)),
      weight: term.weight * (4 + Math.min(rarity, 8)),
      groups: new Set(groups),
      ids: english.map((form) => words.find(form)).filter((id) => id !== -1),
    }
  })
  return { terms, total: terms.reduce((sum, term) => sum + term.weight, 0) || 1 }
}

export function matchWords(names: NameReader, inventory: Inventory, query: QueryWords, slot: number): WordMatch {
  const { vocabulary } = inventory
  const own = Array.from(inventory.nameWords(slot))
  const stands = [...own, ...inventory.glossWords(slot)]
  const stems = new Set(stands.map((id) => vocabulary.stem(id)))
  const groups = groupsOf(names, inventory, stands)
  const texts = new Set(Array.from(inventory.textWords(slot), (id) => vocabulary.stem(id)))
  const match: WordMatch = {
    found: 0,
    evoked: 0,
    inText: 0,
    covered: 0,
    coveredEvoked: 0,
    strange: 0,
    likeness: 0,
    terms: [],
  }
  for (const term of query.terms) {
    const same = intersects(term.stems, stems)
    const evoked = same || intersects(term.groups, groups)
    const inText = !same && intersects(term.stems, texts)
    if (same) match.found += term.weight
    const near = nearest(names, inventory, term.ids, stands)
    match.evoked += term.weight * (same ? 1 : Math.max(evoked ? EVOKED : 0, softly(near)))
    if (inText) match.inText += term.weight
    if (same || inText) match.terms.push(term.word)
    match.likeness += term.weight * near
  }
  const { total } = query
  match.found /= total
  match.evoked /= total
  match.inText /= total
  match.likeness /= total
  coverName(names, inventory, query, own, match)
  return match
}

function coverName(
  names: NameReader,
  inventory: Inventory,
  query: QueryWords,
  own: readonly number[],
  match: WordMatch,
): void {
  const { vocabulary } = inventory
  let [letters, same, evoked, telling, strange] = [0, 0, 0, 0, 0]
  own.forEach((id, i) => {
    const sense = vocabulary.sense(id)
    const wanted = query.terms.some((term) => term.stems.has(vocabulary.stem(id)))
    if (!wanted && (sense.empty || sense.generic)) return
    const { length } = vocabulary.word(id)
    const groups = groupsOf(names, inventory, own.slice(Math.max(0, i - 1), i + 2), id)
    const fits = wanted || query.terms.some((term) => intersects(term.groups, groups))
    letters += length
    if (wanted) same += length
    const near = wanted ? 1 : nearestTerm(names, query, sense.tableId)
    evoked += length * (wanted ? 1 : Math.max(fits ? EVOKED : 0, softly(near)))
    telling++
    if (!fits && near < NEAR) strange++
  })
  match.covered = letters === 0 ? 0 : same / letters
  match.coveredEvoked = letters === 0 ? 0 : evoked / letters
  match.strange = telling === 0 ? 0.5 : strange / telling
}

/** Groups of the words and of the phrases that two neighbours form; with `only`, of that word and its phrases. */
function groupsOf(names: NameReader, inventory: Inventory, ids: readonly number[], only?: number): Set<number> {
  const { vocabulary } = inventory
  const groups = new Set<number>()
  ids.forEach((id, i) => {
    const sense = vocabulary.sense(id)
    if (only === undefined || only === id) for (const group of sense.groups) groups.add(group)
    const next = ids[i + 1]
    if (next === undefined || !sense.beginsPhrase) return
    const phrase = `${vocabulary.word(id)} ${vocabulary.word(next)}`
    for (const group of names.thesaurus.groupsOf(phrase)) groups.add(group)
  })
  return groups
}

function nearest(names: NameReader, inventory: Inventory, wanted: readonly number[], own: readonly number[]): number {
  let best = 0
  for (const id of own) {
    const { tableId, empty } = inventory.vocabulary.sense(id)
    if (empty) continue
    for (const other of wanted) best = Math.max(best, names.vectors.similarity(other, tableId))
  }
  return best
}

function nearestTerm(names: NameReader, query: QueryWords, tableId: number): number {
  let best = 0
  for (const term of query.terms)
    for (const id of term.ids) best = Math.max(best, names.vectors.similarity(id, tableId))
  return best
}

function intersects(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const value of a) if (b.has(value)) return true
  return false
}
