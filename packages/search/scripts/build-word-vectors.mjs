// Builds data/word-vectors.bin.gz: short vectors of common words, from the embedding model, and a measure learned from
// the word pairs of how well one word goes after another. Run after build-tables.mjs. Takes a few minutes.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { loadSource } from './load-engine.mjs'

const WORDS = 30_000
const DIMENSIONS = 64
const { WordTable } = await loadSource('names/word-table')
const { PairTable } = await loadSource('names/pair-table')
const { openEmbedder } = await loadSource('model/embedder')
const { FUNCTION_WORDS } = await loadSource('names/understand-name')
const table = WordTable.load()
const pairs = PairTable.load(table.size)

// The English words among the most frequent; ids stay those of the word table, so the rest are zero vectors.
const ids = []
for (let id = 0; id < Math.min(WORDS, table.size); id++) if (table.languages[id] & 1) ids.push(id)
const embedder = openEmbedder()
const full = await embedder.embed(ids.map((id) => table.word(id)))
await embedder.close()
console.log(`${ids.length} words embedded`)

const short = project(full)
const vectors = new Int8Array(WORDS * DIMENSIONS)
ids.forEach((id, i) => {
  const row = short[i]
  const norm = Math.hypot(...row) || 1
  row.forEach((value, d) => {
    vectors[id * DIMENSIONS + d] = Math.max(-127, Math.min(127, Math.round((value / norm) * 254)))
  })
})
const model = learnPairs()
const parameters = Float32Array.from([...model.matrix, ...model.first, ...model.second, model.bias])
const header = Uint32Array.from([WORDS, DIMENSIONS])
writeFileSync(
  new URL('../data/word-vectors.bin.gz', import.meta.url),
  gzipSync(Buffer.concat([header, parameters, vectors].map((part) => Buffer.from(part.buffer))), { level: 9 }),
)

/** Principal components by orthogonal iteration, the common direction removed first. */
function project(rows) {
  const n = rows[0].length
  const mean = new Float64Array(n)
  for (const row of rows) for (let d = 0; d < n; d++) mean[d] += row[d] / rows.length
  const centred = rows.map((row) => Float64Array.from(row, (value, d) => value - mean[d]))
  const covariance = Array.from({ length: n }, () => new Float64Array(n))
  for (const row of centred) {
    for (let a = 0; a < n; a++) {
      const target = covariance[a]
      const factor = row[a]
      for (let b = 0; b < n; b++) target[b] += factor * row[b]
    }
  }
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  let basis = Array.from({ length: DIMENSIONS }, () => Float64Array.from({ length: n }, next))
  for (let step = 0; step < 30; step++) {
    basis = basis.map((vector) => covariance.map((row) => dot(row, vector)))
    basis.forEach((vector, i) => {
      for (let j = 0; j < i; j++) {
        const share = dot(vector, basis[j])
        for (let d = 0; d < n; d++) vector[d] -= share * basis[j][d]
      }
      const norm = Math.sqrt(dot(vector, vector))
      for (let d = 0; d < n; d++) vector[d] /= norm
    })
  }
  return centred.map((row) => basis.map((vector) => dot(row, vector)))
}

function dot(a, b) {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** Logistic regression of "this pair is in use" on the two vectors and their products, against random pairs. */
function learnPairs() {
  const D = DIMENSIONS
  const matrix = new Float64Array(D * D)
  const first = new Float64Array(D)
  const second = new Float64Array(D)
  let bias = 0
  const content = ids.filter((id) => !FUNCTION_WORDS.has(table.word(id)) && table.word(id).length > 2)
  const known = new Set(content)
  const real = []
  for (const a of content) for (const b of pairs.after(a)) if (known.has(b)) real.push([a, b])
  console.log(`${real.length} pairs`)
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const pick = (list) => list[Math.floor(random() * list.length)]
  const common = content.slice(0, 9000)
  const u = (id, d) => vectors[id * D + d] / 127
  const x = new Float64Array(D)
  const y = new Float64Array(D)
  let [hits, seen] = [0, 0]
  const steps = real.length * 10
  for (let step = 0; step < steps; step++) {
    const positive = step % 2 === 0
    const pair = pick(real)
    const kind = random()
    // A random pair keeps a word of a real one, on either side, or none.
    const [a, b] = positive
      ? pair
      : kind < 0.4
        ? [pair[0], pick(common)]
        : kind < 0.8
          ? [pick(common), pair[1]]
          : [pick(common), pick(common)]
    for (let d = 0; d < D; d++) {
      x[d] = u(a, d)
      y[d] = u(b, d)
    }
    let z = bias
    for (let i = 0; i < D; i++) {
      let sum = first[i]
      const row = i * D
      for (let j = 0; j < D; j++) sum += matrix[row + j] * y[j]
      z += x[i] * sum + second[i] * y[i]
    }
    const error = 1 / (1 + Math.exp(-z)) - (positive ? 1 : 0)
    if (step > steps * 0.9) {
      seen++
      if (z > 0 === positive) hits++
    }
    const rate = 0.08 * (1 - step / steps) + 0.002
    for (let i = 0; i < D; i++) {
      const push = rate * error * x[i]
      const row = i * D
      for (let j = 0; j < D; j++) matrix[row + j] -= push * y[j] + 1e-6 * matrix[row + j]
      first[i] -= push
      second[i] -= rate * error * y[i]
    }
    bias -= rate * error
  }
  console.log(`pairs told from random ones: ${((100 * hits) / seen).toFixed(1)} %`)
  return { matrix, first, second, bias }
}
