// Owns comparing the words of a query with those of a name: the same stem, the same thing evoked, or near in meaning.
import { toStem } from '../names/stem.ts'
import type { NameReader } from '../names/understand-name.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { Inventory } from '../store/inventory.ts'

/** What a word counts that is not the same but evokes the same thing. */
const EVOKED = 0.8
/** A word this near, by its vector, is not a stranger. */
const NEAR = 0.5
/** Terms are numbered by bits. */
const MAX_TERMS = 30

/** What a word counts by its nearness alone. */
const softly = (near: number): number => EVOKED * Math.max(0, Math.min(1, (near - 0.35) / 0.4))

/** A word of the query with all that counts as it. */
export interface Term {
  word: string
  stems: string[]
  weight: number
  groups: number[]
  ids: number[]
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
  /** The name has a word that hardly belongs in one, or breaks off with a preposition or an article. */
  awkward: boolean
  terms: string[]
}

/** What one word of a name is to the query; the same for every name that has it. */
interface WordFit {
  /** Terms with the same stem, and terms that it evokes, as bits. */
  same: number
  evoked: number
  /** Nearness to each term, and the greatest. */
  near: Float64Array
  nearest: number
  length: number
}

/** `rarity` is how telling a stem is in the inventory that is searched. */
export function readTerms(names: NameReader, query: ParsedQuery, rarity: (stem: string) => number): Term[] {
  const { thesaurus, words } = names
  const phrases = new Map<string, readonly number[]>()
  for (let i = 0; i + 1 < query.english.length; i++) {
    const [first, second] = [query.english[i] as string, query.english[i + 1] as string]
    const groups = thesaurus.findGroups(`${first} ${second}`)
    for (const word of [first, second]) if (groups.length > 0) phrases.set(word, groups)
  }
  return query.terms.slice(0, MAX_TERMS).map((term): Term => {
    const stems = [...new Set(term.forms.map(toStem))]
    const english = query.languages === 0 ? term.forms.slice(0, 1) : term.forms
    const groups = english.flatMap((form) => [...thesaurus.findGroups(form), ...(phrases.get(form) ?? [])])
    return {
      word: term.word,
      stems,
      weight: term.weight * (4 + Math.min(8, ...stems.map(rarity))),
      groups: [...new Set(groups)],
      ids: english.map((form) => words.find(form)).filter((id) => id !== -1),
    }
  })
}

export class WordMatcher {
  readonly #names: NameReader
  readonly #inventory: Inventory
  readonly #terms: Term[]
  readonly #total: number
  /** Bits of the terms by stem and by group. */
  readonly #byStem = new Map<number, number>()
  readonly #byGroup = new Map<number, number>()
  readonly #fits = new Map<number, WordFit>()

  constructor(names: NameReader, inventory: Inventory, terms: Term[]) {
    this.#names = names
    this.#inventory = inventory
    this.#terms = terms
    this.#total = this.#terms.reduce((sum, term) => sum + term.weight, 0) || 1
    this.#terms.forEach((term, i) => {
      for (const text of term.stems) {
        const stem = inventory.vocabulary.stemId(text)
        if (stem >= 0) this.#byStem.set(stem, (this.#byStem.get(stem) ?? 0) | (1 << i))
      }
      for (const group of term.groups) this.#byGroup.set(group, (this.#byGroup.get(group) ?? 0) | (1 << i))
    })
  }

  match(slot: number): WordMatch {
    const inventory = this.#inventory
    const own = inventory.nameWords(slot)
    const gloss = inventory.glossWords(slot)
    const phrase = this.#phraseBits(own)
    let [same, evoked] = [0, phrase]
    const near = new Float64Array(this.#terms.length)
    for (const words of [own, gloss]) {
      for (const id of words) {
        const fit = this.#fit(id)
        same |= fit.same
        evoked |= fit.evoked
        for (let i = 0; i < near.length; i++) near[i] = Math.max(near[i] as number, fit.near[i] as number)
      }
    }
    let inText = 0
    for (const id of inventory.textWords(slot)) inText |= this.#byStem.get(inventory.vocabulary.stem(id)) ?? 0
    const match: WordMatch = {
      found: 0,
      evoked: 0,
      inText: 0,
      covered: 0,
      coveredEvoked: 0,
      strange: 0.5,
      likeness: 0,
      awkward: false,
      terms: [],
    }
    for (let i = 0; i < near.length; i++) {
      const term = this.#terms[i] as Term
      const bit = 1 << i
      const nearness = near[i] as number
      const share = term.weight / this.#total
      match.likeness += share * nearness
      match.evoked += share * (same & bit ? 1 : Math.max(evoked & bit ? EVOKED : 0, softly(nearness)))
      if (same & bit) match.found += share
      else if (inText & bit) match.inText += share
      if ((same | inText) & bit) match.terms.push(term.word)
    }
    this.#coverName(own, phrase, match)
    if (inventory.languages(slot) !== 0 && gloss.length > 0) this.#coverTranslated(own, gloss, phrase, match)
    return match
  }

  /** A name in another language is covered by what it means where that says more than its letters. */
  #coverTranslated(own: Uint32Array, gloss: Uint32Array, phrase: number, match: WordMatch): void {
    const fitting = own.filter((id) => this.#fit(id).same !== 0)
    const translated = { ...match }
    this.#coverName(Uint32Array.of(...gloss, ...fitting), phrase, translated)
    if (translated.coveredEvoked <= match.coveredEvoked) return
    match.coveredEvoked = translated.coveredEvoked
    match.strange = translated.strange
  }

  #coverName(own: Uint32Array, phrase: number, match: WordMatch): void {
    const { vocabulary } = this.#inventory
    let [letters, same, evoked, telling, strange] = [0, 0, 0, 0, 0]
    for (let i = 0; i < own.length; i++) {
      const id = own[i] as number
      const sense = vocabulary.sense(id)
      const fit = this.#fit(id)
      const wanted = fit.same !== 0
      if (!wanted && (sense.awkward || (sense.empty && i > 0 && i === own.length - 1))) match.awkward = true
      if (!wanted && (sense.empty || sense.generic)) continue
      const fits = wanted || fit.evoked !== 0 || phrase !== 0
      letters += fit.length
      telling++
      if (wanted) same += fit.length
      evoked += fit.length * (wanted ? 1 : Math.max(fits ? EVOKED : 0, softly(fit.nearest)))
      if (!fits && fit.nearest < NEAR) strange++
    }
    if (telling === 0) return
    match.covered = same / letters
    match.coveredEvoked = evoked / letters
    match.strange = strange / telling
  }

  #fit(id: number): WordFit {
    const known = this.#fits.get(id)
    if (known !== undefined) return known
    const { vocabulary } = this.#inventory
    const sense = vocabulary.sense(id)
    let evoked = 0
    for (const group of sense.groups) evoked |= this.#byGroup.get(group) ?? 0
    const near = new Float64Array(this.#terms.length)
    let nearest = 0
    if (!sense.empty && this.#names.vectors.has(sense.tableId)) {
      this.#terms.forEach((term, i) => {
        for (const other of term.ids) {
          near[i] = Math.max(near[i] as number, this.#names.vectors.similarity(other, sense.tableId))
        }
        nearest = Math.max(nearest, near[i] as number)
      })
    }
    const same = this.#byStem.get(vocabulary.stem(id)) ?? 0
    const fit: WordFit = { same, evoked, near, nearest, length: vocabulary.word(id).length }
    this.#fits.set(id, fit)
    return fit
  }

  /** Terms that two neighbouring words of the name evoke together ("meat free"). */
  #phraseBits(own: Uint32Array): number {
    const { vocabulary } = this.#inventory
    let bits = 0
    for (let i = 0; i + 1 < own.length; i++) {
      const id = own[i] as number
      if (!vocabulary.sense(id).beginsPhrase) continue
      const phrase = `${vocabulary.word(id)} ${vocabulary.word(own[i + 1] as number)}`
      for (const group of this.#names.thesaurus.findGroups(phrase)) bits |= this.#byGroup.get(group) ?? 0
    }
    return bits
  }
}
