// Owns the names of the benchmark: believable, all different, the same on every run, made as they are needed so that
// the memory that is measured is the engine's.
import { loadSource } from '../../packages/search/scripts/load-engine.mjs'

const TLDS = 'com com com com com net net org io co app shop dev ai store club'.split(' ')
const DIMENSIONS = 384
const MASK = 2 ** 27 - 1

/** The same numbers on every run. */
function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Names of two or three common words: most of them pairs in use, the rest chance. */
export async function nameSource(seed = 42) {
  const { WordTable } = await loadSource('names/word-table')
  const { PairTable } = await loadSource('names/pair-table')
  const table = WordTable.load()
  const pairs = PairTable.load(table.size)
  const ids = []
  for (let id = 150; id < 9_000; id++) if (table.languages[id] & 1 && table.word(id).length > 2) ids.push(id)
  const next = randomNumbers(seed)
  const pick = () => ids[Math.floor(next() * ids.length)]
  // One bit for each hash: a name whose bit is taken is passed over, be it the same or not.
  const seen = new Uint8Array((MASK + 1) / 8)
  const isNew = (text) => {
    let hash = 0x811c9dc5
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    const at = (hash ^ (hash >>> 16)) & MASK
    const taken = seen[at >> 3] & (1 << (at & 7))
    seen[at >> 3] |= 1 << (at & 7)
    return !taken
  }
  const one = () => {
    for (;;) {
      const first = pick()
      const after = pairs.after(first)
      const second = after.length > 0 && next() < 0.6 ? after[Math.floor(next() * after.length)] : pick()
      const words = [first, second, ...(next() < 0.12 ? [pick()] : [])].map((id) => table.word(id))
      const domain = `${words.join('')}.${TLDS[Math.floor(next() * TLDS.length)]}`
      if (domain.length <= 40 && isNew(domain)) return { domain, words }
    }
  }
  return (count) => Array.from({ length: count }, one)
}

/**
 * A stand-in for each name's own vector: the sum of its words' real vectors and a little noise, at unit length.
 * Embedding a million names takes most of an hour and does not change what a search costs.
 */
export async function standInVectors(embedder) {
  const known = new Map()
  const next = randomNumbers(7)
  const embedWord = async (word) => {
    let vector = known.get(word)
    if (vector === undefined) {
      ;[vector] = await embedder.embed([word])
      known.set(word, vector)
    }
    return vector
  }
  return async ({ words }) => {
    const sum = new Float64Array(DIMENSIONS)
    for (const word of words) {
      const vector = await embedWord(word)
      for (let d = 0; d < DIMENSIONS; d++) sum[d] += vector[d]
    }
    for (let d = 0; d < DIMENSIONS; d++) sum[d] += (next() - 0.5) * 30
    const scale = 508 / Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
    return Int8Array.from(sum, (value) => Math.max(-127, Math.min(127, Math.round(value * scale))))
  }
}

/** Queries as people type them, none twice: phrases, some with a TLD or a price, single words, slips, full names. */
export async function makeQueries(count) {
  const next = randomNumbers(99)
  const names = (await nameSource(4711))(count)
  return names.map(({ words }, i) => {
    const text = words.join(' ')
    const kind = i % 10
    if (kind === 0) return `${text} .io`
    if (kind === 1) return words[0]
    if (kind === 2) return words.join('').replace(/(.)(.)(?=.$)/, '$2$1')
    if (kind === 3) return `${words.join('')}.com`
    if (kind === 4) return `${text} under $${Math.floor(1000 + next() * 4000)}`
    return kind < 7 ? `best ${text} for my company` : text
  })
}

/** What the box holds after each key, from the second letter on. */
export function listBeginnings(query) {
  return Array.from({ length: Math.max(0, query.length - 1) }, (_, i) => query.slice(0, i + 2).trim())
}
