// Learns what makes a name look like one that a business would carry, and writes data/name-appeal.json.
// A name that a training query found relevant counts for, one that no query did counts against; names that only
// development and test queries found relevant are left out.
import { writeFileSync } from 'node:fs'
import { INVENTORIES, QUERIES } from './graded.mjs'
import { loadSource } from './load-engine.mjs'

const { NameReader } = await loadSource('names/understand-name')
const { appealFeatures } = await loadSource('names/appeal')
const STEPS = 3000
const DECAY = 1e-3

const reader = new NameReader()
const rows = []
for (const [collection, listings] of Object.entries(INVENTORIES)) {
  const [learned, unseen] = [new Set(), new Set()]
  for (const { split, judgments } of QUERIES.filter((query) => query.collection === collection)) {
    const into = split === 'encoder' || split === 'ranker' ? learned : unseen
    for (const [domain, grade] of Object.entries(judgments)) if (grade > 0) into.add(domain)
  }
  for (const { domain } of listings) {
    const name = reader.read(domain)
    if (name.coined || name.languages !== 0 || name.tokens.length < 2 || /[-\d]/.test(name.label)) continue
    const good = learned.has(domain)
    if (!good && unseen.has(domain)) continue
    rows.push({ x: appealFeatures(reader, name.tokens), y: good ? 1 : 0 })
  }
}
// Positives and negatives weigh alike: most names of the inventory were never asked for.
const share = rows.filter((row) => row.y === 1).length / rows.length
const width = rows[0].x.length
const mean = Array.from({ length: width }, (_, i) => rows.reduce((sum, row) => sum + row.x[i], 0) / rows.length)
const spread = mean.map((m, i) => Math.sqrt(rows.reduce((sum, row) => sum + (row.x[i] - m) ** 2, 0) / rows.length) || 1)
for (const row of rows) row.z = row.x.map((value, i) => (value - mean[i]) / spread[i])
const weights = new Array(width).fill(0)
let bias = 0
for (let step = 0; step < STEPS; step++) {
  const gradient = new Array(width + 1).fill(0)
  for (const { z, y } of rows) {
    const p = 1 / (1 + Math.exp(-z.reduce((sum, value, i) => sum + value * weights[i], bias)))
    const pull = (p - y) / (y === 1 ? 2 * share : 2 * (1 - share))
    for (let i = 0; i < width; i++) gradient[i] += pull * z[i]
    gradient[width] += pull
  }
  for (let i = 0; i < width; i++) weights[i] -= 0.3 * (gradient[i] / rows.length + DECAY * weights[i])
  bias -= (0.3 * gradient[width]) / rows.length
}
const rounded = (value) => Math.round(value * 1000) / 1000
const raw = weights.map((weight, i) => rounded(weight / spread[i]))
const model = { bias: rounded(bias - weights.reduce((sum, w, i) => sum + (w * mean[i]) / spread[i], 0)), weights: raw }
writeFileSync(new URL('../data/name-appeal.json', import.meta.url), `${JSON.stringify(model)}\n`)
console.log(rows.length, model)
