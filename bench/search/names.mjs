// Owns the names of the benchmark: believable, all different, the same on every run, with a vector for each.
import { loadSource } from '../../packages/search/scripts/load-engine.mjs'

const TLDS = 'com com com com com net net org io co app shop dev ai store club'.split(' ')
const DIMENSIONS = 384

/** The same numbers on every run. */
export function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** So many names of two or three common words: most of them pairs in use, the rest chance. */
export async function makeNames(count) {
  const { WordTable } = await loadSource('names/word-table')
  const { PairTable } = await loadSource('names/pair-table')
  const table = WordTable.load()
  const pairs = PairTable.load(table.size)
  const ids = []
  for (let id = 150; id < 9_000; id++) if (table.languages[id] & 1 && table.word(id).length > 2) ids.push(id)
  const next = randomNumbers(42)
  const pick = () => ids[Math.floor(next() * ids.length)]
  const seen = new Set()
  const names = []
  while (names.length < count) {
    const first = pick()
    const after = pairs.after(first)
    const second = after.length > 0 && next() < 0.6 ? after[Math.floor(next() * after.length)] : pick()
    const words = [first, second, ...(next() < 0.12 ? [pick()] : [])].map((id) => table.word(id))
    const domain = `${words.join('')}.${TLDS[Math.floor(next() * TLDS.length)]}`
    if (seen.has(domain) || domain.length > 40) continue
    seen.add(domain)
    names.push({ domain, words })
  }
  return names
}

/**
 * A stand-in for each name's own vector: the sum of its words' real vectors and a little noise, at unit length.
 * Embedding a million names takes most of an hour and does not change what a search costs.
 */
export async function standInVectors(names) {
  const { loadEmbedder } = await loadSource('model/embedder')
  const embedder = await loadEmbedder()
  const words = [...new Set(names.flatMap((name) => name.words))]
  const known = new Map()
  const vectors = await embedder.embed(words)
  words.forEach((word, i) => {
    known.set(word, vectors[i])
  })
  await embedder.close()
  const next = randomNumbers(7)
  return names.map(({ words: own }) => {
    const sum = new Float64Array(DIMENSIONS)
    for (const word of own)
      known.get(word).forEach((value, d) => {
        sum[d] += value
      })
    for (let d = 0; d < DIMENSIONS; d++) sum[d] += (next() - 0.5) * 30
    const scale = 508 / Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
    return Buffer.from(Int8Array.from(sum, (value) => Math.max(-127, Math.min(127, Math.round(value * scale)))).buffer)
  })
}

/** Queries as people type them, none twice: two or three content words, some with a TLD, a slip or a single word. */
export async function makeQueries(count) {
  const next = randomNumbers(99)
  const names = await makeNames(count * 3)
  return names.slice(-count).map(({ words }, i) => {
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
