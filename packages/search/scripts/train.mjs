// Learns the reranker's weights from the training half of the graded queries and writes data/rank-weights.json.
// Usage: node packages/search/scripts/train.mjs [--dry]
import { writeFileSync } from 'node:fs'
import { INVENTORIES, mean, measure, QUERIES } from './graded.mjs'
import { fill, loadSource } from './load-engine.mjs'

const FOLDS = 5
const DECAYS = [0.003, 0.01, 0.03]
const STEPS = 600
/** How much the pointwise part counts beside the listwise one. */
const POINTWISE = 0.3
/** Each training query is also asked of inventories of so few names, where the best may be no answer. */
const TINY_SIZES = [1, 2, 5]
/** What all tiny inventories of one query count together, beside the pointwise part of its full one. */
const TINY_SHARE = 1
/** The probability of relevance that each grade stands for. */
const TARGETS = [0, 0.3, 0.85, 1]
/** What this data cannot teach is bounded by what a feature means: its sign, and how far chance may carry it. */
const BOUNDS = {
  inText: [0.6, 1.5],
  exactDomain: [3, 8],
  exactLabel: [2.5, 8],
  comPrior: [0, 0.3],
  tooLong: [-0.6, 0],
  marked: [-0.8, -0.2],
  awkward: [-4, -0.5],
  appeal: [0, 6],
  appealSingle: [0, 6],
  brandAppeal: [0, 6],
  spelling: [0.5, 8],
  letters: [0.2, 5],
  otherLanguage: [-8, -2],
  sameLanguage: [1, 6],
  sameLanguageFound: [1.5, 6],
  tldWished: [0.5, 9],
  tldWishedNear: [0.5, 9],
  evoked: [0, 9],
  evokedSingle: [0, 9],
  coveredEvoked: [0, 9],
  coveredEvokedSingle: [0, 9],
  strange: [-9, 0],
  strangeSingle: [-9, 0],
}

const { LocalSearchEngine } = await loadSource('engine')
const { EMBEDDING_VERSION } = await loadSource('embedding-version')
const { FEATURES } = await loadSource('rank/features')
const engine = await LocalSearchEngine.load()
for (const [name, listings] of Object.entries(INVENTORIES)) await fill(engine, EMBEDDING_VERSION, name, listings)
const lists = []
for (const query of QUERIES) lists.push(await buildList(query))
const tiny = []
const random = seededRandom(7)
for (const query of QUERIES.filter((one) => one.split === 'train'))
  for (const size of TINY_SIZES) tiny.push(await buildTinyList(query, size))
await engine.close()

const train = lists.filter((list) => list.query.split === 'train')
const held = lists.filter((list) => list.query.split === 'held')
let best
for (const decay of DECAYS) {
  const parts = Array.from({ length: FOLDS }, (_, fold) => {
    const model = fit(
      train.filter((_list, i) => i % FOLDS !== fold),
      tiny.filter((_list, i) => Math.floor(i / TINY_SIZES.length) % FOLDS !== fold),
      decay,
    )
    return train.filter((_list, i) => i % FOLDS === fold).map((list) => ndcg(list, model))
  })
  const value = mean(parts.flat().filter((part) => part !== undefined))
  console.log(`decay ${decay}: NDCG@5 ${value.toFixed(4)} in ${FOLDS}-fold cross-validation on the training half`)
  if (!best || value > best.value + 0.001) best = { decay, value }
}
const model = fit(train, tiny, best.decay)
const floor = findFloor(train, model)
const average = (part) => mean(part.map((list) => ndcg(list, model)).filter((value) => value !== undefined)).toFixed(4)
console.log(`training half ${average(train)}, held-out half ${average(held)} (nonsense and the floor left out)`)
const rounded = (value) => Math.round(value * 1000) / 1000
const weights = Object.fromEntries(FEATURES.map((name, i) => [name, rounded(model.weights[i])]))
console.log({ bias: rounded(model.bias), floor, weights })
if (!process.argv.includes('--dry')) {
  const text = `${JSON.stringify({ bias: rounded(model.bias), floor, weights }, null, 2)}\n`
  writeFileSync(new URL('../data/rank-weights.json', import.meta.url), text)
}

/** Names drawn from the query's inventory, every other time with one that is relevant; it only teaches what is shown. */
async function buildTinyList(query, size) {
  const all = INVENTORIES[query.collection]
  const drawn = Array.from({ length: size }, () => all[Math.floor(random() * all.length)])
  const relevant = all.filter(({ domain }) => query.judgments[domain] >= 2)
  if (relevant.length > 0 && random() < 0.5) drawn[0] = relevant[Math.floor(random() * relevant.length)]
  await fill(engine, EMBEDDING_VERSION, 'tiny', drawn)
  const list = await buildList({ ...query, collection: 'tiny', judgments: pick(query.judgments, drawn) })
  await engine.remove(
    drawn.map(({ domain }) => domain),
    'tiny',
  )
  return { ...list, gains: undefined, shares: list.shares.map((share) => (share * TINY_SHARE) / TINY_SIZES.length) }
}

function pick(judgments, listings) {
  const judged = listings.filter(({ domain }) => judgments[domain] !== undefined)
  return Object.fromEntries(judged.map(({ domain }) => [domain, judgments[domain]]))
}

/** The same numbers on every run (mulberry32). */
function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function buildList(query) {
  const { candidates } = await engine.candidates({ q: query.query, collection: query.collection })
  const width = FEATURES.length
  const x = new Float64Array(candidates.length * width)
  candidates.forEach((candidate, row) => {
    x.set(candidate.values, row * width)
  })
  const grades = candidates.map((candidate) => query.judgments[candidate.domain] ?? 0)
  const relevant = grades.filter((grade) => grade > 0).length || 1
  const gains = grades.map((grade) => 2 ** grade - 1)
  const total = gains.reduce((a, b) => a + b, 0)
  return {
    query,
    domains: candidates.map((candidate) => candidate.domain),
    x,
    count: candidates.length,
    targets: grades.map((grade) => TARGETS[grade]),
    // The few relevant names weigh as much as the many that are not.
    shares: grades.map((grade) => POINTWISE * (grade > 0 ? 1 / relevant : 1 / grades.length)),
    gains: total > 0 ? gains.map((gain) => gain / total) : undefined,
  }
}

function computeScores(list, model) {
  const width = FEATURES.length
  const scores = new Float64Array(list.count)
  for (let row = 0; row < list.count; row++) {
    let sum = 0
    for (let i = 0; i < width; i++) sum += list.x[row * width + i] * model.weights[i]
    scores[row] = sum
  }
  return scores
}

/** Undefined for a query for which nothing is relevant: the floor's matter, not the order's. */
function ndcg(list, model) {
  if (list.query.kind === 'nonsense') return undefined
  const order = [...computeScores(list, model)].map((score, i) => [score, list.domains[i]]).sort((a, b) => b[0] - a[0])
  return measure(
    order.slice(0, 5).map(([, domain]) => domain),
    list.query.judgments,
  ).ndcg
}

/**
 * Listwise softmax towards the gains of the grades, and a pointwise logistic part that makes the score a probability,
 * comparable between queries. Adam over the whole training set: nothing in it is random.
 */
function fit(data, few, decay) {
  const width = FEATURES.length
  const model = { weights: new Float64Array(width), bias: -2 }
  const first = new Float64Array(width + 1)
  const second = new Float64Array(width + 1)
  const used = data.filter((list) => list.count > 0)
  for (let step = 1; step <= STEPS; step++) {
    const gradient = new Float64Array(width + 1)
    for (const list of used) addGradient(list, model, gradient)
    for (const list of few) addGradient(list, model, gradient)
    for (let i = 0; i <= width; i++) {
      const slope = gradient[i] / used.length + (i < width ? decay * model.weights[i] : 0)
      first[i] = 0.9 * first[i] + 0.1 * slope
      second[i] = 0.999 * second[i] + 0.001 * slope * slope
      const move = (0.05 * (first[i] / (1 - 0.9 ** step))) / (Math.sqrt(second[i] / (1 - 0.999 ** step)) + 1e-8)
      if (i === width) model.bias -= move
      else {
        const [low, high] = BOUNDS[FEATURES[i]] ?? [-30, 30]
        model.weights[i] = Math.min(high, Math.max(low, model.weights[i] - move))
      }
    }
  }
  return model
}

function addGradient(list, model, gradient) {
  const width = FEATURES.length
  const scores = computeScores(list, model)
  const top = Math.max(...scores)
  const exponents = scores.map((score) => Math.exp(score - top))
  const total = exponents.reduce((a, b) => a + b, 0)
  for (let row = 0; row < list.count; row++) {
    const listwise = list.gains === undefined ? 0 : exponents[row] / total - list.gains[row]
    const probability = 1 / (1 + Math.exp(-scores[row] - model.bias))
    const pointwise = list.shares[row] * (probability - list.targets[row])
    const pull = listwise + pointwise
    for (let i = 0; i < width; i++) gradient[i] += pull * list.x[row * width + i]
    gradient[width] += pointwise
  }
}

/** The highest floor that costs the training queries next to nothing. */
function findFloor(data, model) {
  const withFloor = (floor) =>
    mean(
      data.map((list) => {
        const order = [...computeScores(list, model)]
          .map((score, i) => [1 / (1 + Math.exp(-score - model.bias)), list.domains[i]])
          .filter(([probability]) => probability >= floor)
          .sort((a, b) => b[0] - a[0])
        return measure(
          order.slice(0, 5).map(([, domain]) => domain),
          list.query.judgments,
        ).ndcg
      }),
    )
  let [chosen, best] = [0, withFloor(0)]
  for (let floor = 0.02; floor < 0.5; floor += 0.01) {
    const value = withFloor(floor)
    if (value < best - 0.002) continue
    best = Math.max(best, value)
    chosen = Math.round(floor * 100) / 100
  }
  return chosen
}
