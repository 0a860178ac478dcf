// Owns which words evoke the same thing ("hire", "rental", "lease"), and which say nothing about a name's subject.
import { readDataLines } from '../data-files.ts'
import { toStem } from './stem.ts'

/** Stems of two kinds of a thing, of which a query means one. */
export interface Rivalry {
  wanted: ReadonlySet<string>
  other: ReadonlySet<string>
}

export class Thesaurus {
  readonly #groups = new Map<string, number[]>()
  readonly #generic = new Set<string>()
  readonly #awkward = new Set<string>()
  readonly #rivalries: Rivalry[] = []
  readonly #members: string[][] = []
  readonly #stems: string[][] = []
  /** Stems that some phrase begins with. */
  readonly #phraseHeads = new Set<string>()

  constructor(lines: readonly string[]) {
    lines.forEach((line, group) => {
      const words = line.split(' ')
      if (words[0] === '=') {
        for (const word of words.slice(1)) this.#generic.add(toStem(word))
        return
      }
      if (words[0] === '!') {
        for (const word of words.slice(1)) this.#awkward.add(word)
        return
      }
      if (words[0] === '~') {
        const [one, other] = line
          .slice(2)
          .split(' | ')
          .map((side) => new Set(side.split(' ').map(toStem)))
        if (one !== undefined && other !== undefined)
          this.#rivalries.push({ wanted: one, other }, { wanted: other, other: one })
        return
      }
      this.#members[group] = words.map((word) => word.replaceAll('_', ' '))
      this.#stems[group] = words.filter((word) => !word.includes('_')).map(toStem)
      for (const word of words) {
        if (word.includes('_')) this.#phraseHeads.add(toStem(word.slice(0, word.indexOf('_'))))
        const key = toKey(word.replaceAll('_', ' '))
        this.#groups.set(key, [...(this.#groups.get(key) ?? []), group])
      }
    })
  }

  static load(): Thesaurus {
    return new Thesaurus(readDataLines('thesaurus.txt'))
  }

  /** Groups of a word, or of a phrase of two. */
  findGroups(text: string): readonly number[] {
    return this.#groups.get(toKey(text)) ?? []
  }

  /** Whether looking for a phrase that begins with the word can find any. */
  beginsPhrase(word: string): boolean {
    return this.#phraseHeads.has(toStem(word))
  }

  /** Words of a group, the most telling first. */
  members(group: number): readonly string[] {
    return this.#members[group] ?? []
  }

  /** Stems of a group's single words. */
  stems(group: number): readonly string[] {
    return this.#stems[group] ?? []
  }

  /** What the words rule out: a query for dogs does not mean cats, unless it names both. */
  findRivalries(words: readonly string[]): Rivalry[] {
    const stems = words.map(toStem)
    const has = (side: ReadonlySet<string>): boolean => stems.some((stem) => side.has(stem))
    return this.#rivalries.filter(({ wanted, other }) => has(wanted) && !has(other))
  }

  /** "instead", "regarding": hardly belongs in a name that someone would buy. */
  isAwkward(word: string): boolean {
    return this.#awkward.has(word)
  }

  /** "hub", "online", "my": fits any name. */
  isGeneric(word: string): boolean {
    return this.#generic.has(toStem(word))
  }
}

const toKey = (text: string): string => text.split(' ').map(toStem).join(' ')
