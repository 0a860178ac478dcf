// Owns correcting misspelt words: symmetric deletes and a sound key over the word table, in sorted typed arrays.
import { addLetter, addText, HASH_SEED } from '../names/letter-hash.ts'
import type { WordTable } from '../names/word-table.ts'
import { editDistance } from './edit-distance.ts'

const VOCABULARY = 60_000
const MIN_LENGTH = 4
const MAX_CANDIDATES = 3

export class Speller {
  readonly #words: WordTable
  /** Hashes of every word and of the word with one letter left out, ascending, and the word each stands for. */
  readonly #hashes: Uint32Array
  readonly #ids: Uint32Array

  constructor(words: WordTable) {
    this.#words = words
    const entries: number[] = []
    const limit = Math.min(VOCABULARY, words.size)
    for (let id = 0; id < limit; id++) {
      const word = words.word(id)
      if (word.length < MIN_LENGTH || /\d/.test(word)) continue
      for (const hash of hashKeys(word)) entries.push(hash * 0x20000 + id)
    }
    const sorted = Float64Array.from(entries).sort()
    this.#hashes = new Uint32Array(sorted.length)
    this.#ids = new Uint32Array(sorted.length)
    sorted.forEach((entry, i) => {
      this.#hashes[i] = Math.floor(entry / 0x20000)
      this.#ids[i] = entry % 0x20000
    })
  }

  /** Likely meant words, best first; empty when none is near. */
  candidates(word: string): string[] {
    if (word.length < MIN_LENGTH || word.length > 24 || !/^[a-z]+$/.test(word)) return []
    const found = new Set<number>()
    for (const hash of hashKeys(word)) this.#collect(hash, found)
    if (word.length >= 6)
      for (let i = 0; i < word.length; i++)
        for (const hash of hashDeletes(word.slice(0, i) + word.slice(i + 1))) this.#collect(hash, found)
    const sound = soundKey(word)
    const scored: { word: string; score: number }[] = []
    for (const id of found) {
      const candidate = this.#words.word(id)
      const sounds = soundKey(candidate) === sound
      const distance = editDistance(word, candidate, 4)
      if (!sounds && distance > allowedEdits(word, candidate)) continue
      const cost = sounds ? Math.min(distance, 0.7) : distance
      const frequency = (this.#words.logProbability[id] as number) / Math.LN10
      const score = -4 * cost + 0.8 * frequency + (candidate[0] === word[0] ? 1 : 0)
      scored.push({ word: candidate, score })
    }
    scored.sort((a, b) => b.score - a.score)
    const best = scored[0]?.score ?? 0
    return scored
      .filter((candidate) => candidate.score > best - 1.5)
      .slice(0, MAX_CANDIDATES)
      .map((candidate) => candidate.word)
  }

  #collect(hash: number, found: Set<number>): void {
    let low = 0
    let high = this.#hashes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hashes[middle] as number) < hash) low = middle + 1
      else high = middle
    }
    for (; low < this.#hashes.length && this.#hashes[low] === hash; low++) found.add(this.#ids[low] as number)
  }
}

/** Two slips in a short word are believed only where its consonants are all there. */
function allowedEdits(word: string, candidate: string): number {
  if (word.length >= 8) return 2
  return word.length >= 6 && consonants(word) === consonants(candidate) ? 2 : 1
}

const consonants = (word: string): string => word.replace(/[aeiouy]|(.)(?=\1)/g, '')

/** Of the word, of the word with one letter left out, and of its sound. */
function hashKeys(word: string): number[] {
  const hashes = [finishHash(addText(HASH_SEED, word)), ...hashDeletes(word)]
  if (word.length >= 5) hashes.push(finishHash(addText(HASH_SEED, `~${soundKey(word)}`)))
  return hashes
}

/** Without making the strings: there are half a million of them at every start. */
function hashDeletes(word: string): number[] {
  const hashes: number[] = []
  let before = HASH_SEED
  for (let i = 0; i < word.length; i++) {
    hashes.push(finishHash(addText(before, word, i + 1)))
    before = addLetter(before, word.charCodeAt(i))
  }
  return hashes
}

const SOUNDS = new Map(
  Object.entries({ ph: 'f', gh: '', ck: 'k', q: 'k', c: 'k', x: 'ks', z: 's', y: 'i' }).concat(
    ['ea', 'ee', 'ie', 'ei'].map((vowels) => [vowels, 'e']),
    ['ou', 'oo'].map((vowels) => [vowels, 'u']),
  ),
)

/** One spelling for letters that sound alike in English. */
function soundKey(word: string): string {
  return word
    .replace(/ph|gh(?=t)|ck|q|c(?![eiyh])|x|z|ea|ee|ie|ei|ou|oo|y/g, (letters) => SOUNDS.get(letters) as string)
    .replace(/(.)\1/g, '$1')
}

/** 32 bits; with the 17 bits of a word id it still fits a double exactly. */
const finishHash = (hash: number): number => (hash ^ (hash >>> 13)) >>> 0
