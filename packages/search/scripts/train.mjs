// Learns the reranker's weights from the training half of the graded queries and writes data/rank-weights.json.
// Usage: node packages/search/scripts/train.mjs [--dry]
import { writeFileSync } from 'node:fs'
import { INVENTORIES, mean, measure, QUERIES } from './graded.mjs'
import { fill, loadSource } from './load-engine.mjs'

const { LocalSearchEngine, EMBEDDING_VERSION } = await loadSource('engine')
const { FEATURES } = await loadSource('rank/features')
const engine = await LocalSearchEngine.load()
for (const [name, listings] of Object.entries(INVENTORIES)) await fill(engine, EMBEDDING_VERSION, name, listings)

/** Weights that could only be fitted to chance in this data are bounded: sign and size follow from what they mean. */
const BOUNDS = {
  textWords: [0.6, 1.5],
  exactDomain: [3, 8],
  exactLabel: [2.5, 8],
  comPrior: [0, 0.3],
  tooLong: [-0.6, 0],
  marked: [-0.8, -0.2],
  functionWords: [-3, 0],
  coherent: [0, 2],
}

const rows = []
for (const query of QUERIES) {
  const { candidates } = await engine.candidates({ q: query.query, collection: query.collection })
  rows.push({
    ...query,
    domains: candidates.map((candidate) => candidate.domain),
    x: candidates.map((candidate) => FEATURES.map((name) => candidate.features[name])),
    grades: candidates.map((candidate) => query.judgments[candidate.domain] ?? 0),
  })
}
await engine.close()
const train = rows.filter((row) => row.split === 'train')
const held = rows.filter((row) => row.split === 'held')

const folds = 5
const cv = (options) =>
  mean(
    Array.from({ length: folds }, (_, fold) => {
      const model = fit(train.filter((_row, i) => i % folds !== fold), options)
      return mean(train.filter((_row, i) => i % folds === fold).map((row) => score(row, model)))
    }),
  )
let best
for (const decay of [0.003, 0.01, 0.03, 0.1]) {
  const value = cv({ decay })
  console.log(`decay ${decay}: NDCG@5 ${value.toFixed(4)} in ${folds}-fold cross-validation on the training half`)
  if (!best || value > best.value + 0.001) best = { decay, value }
}
const model = fit(train, best)
const floor = findFloor(train, model)
console.log(`training half ${mean(train.map((row) => score(row, model))).toFixed(4)}, held-out half ${mean(held.map((row) => score(row, model))).toFixed(4)} (without the floor)`)
for (const set of ['dev', 'small', 'wide']) console.log(set, mean(held.filter((r) => r.set === set && r.kind !== 'nonsense').map((row) => score(row, model))))
const weights = Object.fromEntries(FEATURES.map((name, i) => [name, Math.round(model.w[i] * 1000) / 1000]))
console.log(weights, { bias: model.bias, floor })
if (!process.argv.includes('--dry')) {
  const out = { bias: Math.round(model.bias * 1000) / 1000, floor, weights }
  writeFileSync(new URL('../data/rank-weights.json', import.meta.url), `${JSON.stringify(out, null, 2)}\n`)
}

function linear(x, model) {
  let sum = model.bias
  for (let i = 0; i < x.length; i++) sum += model.w[i] * x[i]
  return sum
}

function score(row, model) {
  if (row.kind === 'nonsense') return 1
  const order = row.x.map((x, i) => [linear(x, model), row.domains[i]]).sort((a, b) => b[0] - a[0])
  return measure(order.slice(0, 5).map(([, domain]) => domain), row.judgments).ndcg
}

/**
 * Listwise softmax towards the grades' gains, plus a pointwise logistic part that makes the score a probability
 * of being relevant, comparable between queries. Plain gradient descent with momentum; nothing random.
 */
function fit(data, { decay, pointwise = 0.3, steps = 1200, rate = 0.5 }) {
  const n = FEATURES.length
  const model = { w: new Float64Array(n), bias: -2 }
  const velocity = new Float64Array(n + 1)
  const lists = data.filter((row) => row.x.length > 0)
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(n + 1)
    for (const { x, grades } of lists) {
      const s = x.map((row) => linear(row, model))
      const top = Math.max(...s)
      const e = s.map((value) => Math.exp(value - top))
      const total = e.reduce((a, b) => a + b, 0)
      const gains = grades.map((grade) => 2 ** grade - 1)
      const gainTotal = gains.reduce((a, b) => a + b, 0)
      for (let i = 0; i < x.length; i++) {
        const list = gainTotal > 0 ? e[i] / total - gains[i] / gainTotal : 0
        const target = [0, 0.3, 0.85, 1][grades[i]]
        // The few relevant names weigh as much as the many that are not.
        const weight = grades[i] > 0 ? 0.5 / Math.max(1, grades.filter((g) => g > 0).length) : 0.5 / x.length
        const point = pointwise * weight * 2 * (1 / (1 + Math.exp(-s[i])) - target)
        const total2 = list + point
        for (let j = 0; j < n; j++) gradient[j] += total2 * x[i][j]
        gradient[n] += point
      }
    }
    for (let j = 0; j <= n; j++) {
      const slope = gradient[j] / lists.length + (j < n ? decay * model.w[j] * 0.1 : 0)
      velocity[j] = 0.9 * velocity[j] - rate * slope
      if (j === n) model.bias += velocity[j]
      else {
        const [low, high] = BOUNDS[FEATURES[j]] ?? [-20, 20]
        model.w[j] = Math.min(high, Math.max(low, model.w[j] + velocity[j]))
      }
    }
  }
  return model
}

/** The highest floor that costs the training queries next to nothing; nonsense then gives nothing. */
function findFloor(data, model) {
  const probability = (x) => 1 / (1 + Math.exp(-linear(x, model)))
  const withFloor = (floor) =>
    mean(
      data.map((row) => {
        const order = row.x.map((x, i) => [probability(x), row.domains[i]]).filter(([p]) => p >= floor)
        order.sort((a, b) => b[0] - a[0])
        return measure(order.slice(0, 5).map(([, domain]) => domain), row.judgments).ndcg
      }),
    )
  let chosen = 0
  let best = withFloor(0)
  for (let floor = 0.02; floor < 0.5; floor += 0.01) {
    const value = withFloor(floor)
    if (value >= best - 0.001) {
      best = Math.max(best, value)
      chosen = Math.round(floor * 100) / 100
    }
  }
  return chosen
}
