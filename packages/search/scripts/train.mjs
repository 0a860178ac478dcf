// Learns the reranker's weights from the graded queries and writes data/rank-weights.json; pins the model's files first. Choices are
// made by cross-validation over the queries that the encoder did not learn from, `dev` among them; the final test is never read.
// Usage: node packages/search/scripts/train.mjs [--dry]
import { writeFileSync } from 'node:fs'
import { fitCorrection } from './fit-correction.mjs'
import { computeScores, fit } from './fit-weights.mjs'
import { INVENTORIES, measure, QUERIES } from './graded.mjs'
import { fill, loadSource } from './load-engine.mjs'
import { pinModel } from './pin-model.mjs'
import { mean, seededRandom } from './statistics.mjs'
import { loadEngine } from './systems.mjs'

const FOLDS = 5
/** The network begins at these, and the results are averaged. */
const SEEDS = [1, 2]
const DECAYS = [0.02, 0.05, 0.1]
/** What a query that the encoder has learned from counts: its names are nearer than they would be to a new one. */
const SHARES = [0.3, 0.6, 1]
/** How much the pointwise part counts beside the listwise one. */
const POINTWISE = 0.3
/** Each training query is also asked of inventories of so few names, where the best may be no answer. */
const TINY_SIZES = [1, 2, 5]
/** What all tiny inventories of one query count together, beside the pointwise part of its full one. */
const TINY_SHARE = 2
/** The share of tiny inventories without an answer that must stay silent. */
const QUIET = 0.98
/** Hand-picked words with nothing to do with a single name reach a little less than this. */
const LEAST_FLOOR = 0.43
/** The probability of relevance that each grade stands for. */
const TARGETS = [0, 0.3, 0.85, 1]

await pinModel()
const { EMBEDDING_VERSION } = await loadSource('embedding-version')
const { FEATURES } = await loadSource('rank/features')
const engine = await loadEngine()
const random = seededRandom(7)
const lists = []
const tiny = []
for (const query of QUERIES.filter(({ split }) => split !== 'test')) {
  lists.push(await buildList(query))
  for (const size of TINY_SIZES) tiny.push(await buildTinyList(query, size))
}
await engine.close()

const ofEncoder = ({ query }) => query.split === 'encoder'
const others = lists.filter(ofEncoder)
const othersTiny = tiny.filter(ofEncoder)
const own = lists.filter((list) => !ofEncoder(list))
const ownTiny = tiny.filter((list) => !ofEncoder(list))
let best = { decay: DECAYS[1], share: SHARES[0], value: 0 }
for (const decay of DECAYS) tryOut({ ...best, decay })
for (const share of SHARES) if (share !== best.share) tryOut({ ...best, share })
printParts('Sum', own, holdOut(best, learnSum))
printParts('Sum and network', own, holdOut(best, learn))
const model = learn(chooseLists(own, ownTiny, best), best)
const floor = findFloor([...own, ...others], [...ownTiny, ...othersTiny], model)
const rounded = (value) => Math.round(value * 1000) / 1000
const weights = Object.fromEntries(FEATURES.map((name, i) => [name, rounded(model.weights[i])]))
console.log({ ...best, bias: rounded(model.bias), floor, weights })
if (!process.argv.includes('--dry')) {
  const nodes = model.nodes.map((node) => {
    return { bias: rounded(node.bias), out: rounded(node.out), weights: node.weights.map(rounded) }
  })
  const correction = { inputs: model.inputs.map((i) => FEATURES[i]), nodes }
  const text = `${JSON.stringify({ bias: rounded(model.bias), floor, weights, correction })}\n`
  writeFileSync(new URL('../data/rank-weights.json', import.meta.url), text)
}

function tryOut(choice) {
  const value = averageKnown(holdOut(choice, learnSum))
  const { decay, share } = choice
  console.log(`decay ${decay}, encoder's queries count ${share}: NDCG@5 ${value.toFixed(4)} for the sum alone`)
  if (value > best.value + 0.0005) best = { ...choice, value }
}

function learnSum(data, { decay }) {
  return fit(data, FEATURES, decay)
}

function learn(data, choice) {
  return fitCorrection(data, FEATURES, learnSum(data, choice), SEEDS)
}

/** NDCG@5 of each own list by a model that did not see its query. Kinds are spread evenly over the folds. */
function holdOut(choice, learnFrom) {
  const seen = {}
  const folds = own.map(({ query: { kind } }) => {
    seen[kind] = (seen[kind] ?? 0) + 1
    return seen[kind] % FOLDS
  })
  const values = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const asked = new Set(own.filter((_list, i) => folds[i] === fold).map(({ query }) => query.query))
    const isOther = ({ query }) => !asked.has(query.query)
    const model = learnFrom(chooseLists(own.filter(isOther), ownTiny.filter(isOther), choice), choice)
    own.forEach((list, i) => {
      if (folds[i] === fold) values[i] = ndcg(list, model)
    })
  }
  return values
}

/** With the encoder's queries, which are only ever learned from, and count less. */
function chooseLists(data, few, { share }) {
  const weighLess = (list) => ({ ...list, importance: share })
  const all = [...data, ...others.map(weighLess), ...few, ...othersTiny.map(weighLess)]
  return all.filter(({ count }) => count > 0)
}

function printParts(title, data, values) {
  const parts = { all: () => true }
  for (const { query } of data) {
    parts[query.collection] = (other) => other.collection === query.collection
    parts[query.kind] = (other) => other.kind === query.kind
  }
  const shown = Object.entries(parts).map(([name, select]) => {
    return `${name} ${averageKnown(values.filter((_value, i) => select(data[i].query))).toFixed(3)}`
  })
  console.log(`${title}, NDCG@5 in ${FOLDS}-fold cross-validation: ${shown.join(', ')}`)
}

function averageKnown(values) {
  return mean(values.filter((value) => value !== undefined))
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
    importance: 1,
    gains: total > 0 ? gains.map((gain) => gain / total) : undefined,
  }
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

/** The floor that serves the learned queries best, above what QUIET of the tiny inventories without an answer reach. */
function findFloor(data, few, model) {
  const toProbability = (score) => 1 / (1 + Math.exp(-score - model.bias))
  const wrong = few
    .filter(({ targets }) => targets.length > 0 && targets.every((target) => target === 0))
    .map((list) => toProbability(Math.max(...computeScores(list, model))))
    .sort((a, b) => a - b)
  const least = Math.max(LEAST_FLOOR, Math.ceil(100 * wrong[Math.floor(QUIET * wrong.length)]) / 100)
  console.log(`floor of at least ${least}: ${wrong.length} tiny inventories without an answer`)
  const withFloor = (floor) =>
    mean(
      data.map((list) => {
        const order = [...computeScores(list, model)]
          .map((score, i) => [toProbability(score), list.domains[i]])
          .filter(([probability]) => probability >= floor / 2)
          .sort((a, b) => b[0] - a[0])
        if (order.length > 0 && order[0][0] < floor) order.length = 0
        return measure(
          order.slice(0, 5).map(([, domain]) => domain),
          list.query.judgments,
        ).ndcg
      }),
    )
  let [chosen, best] = [least, 0]
  for (let floor = least; floor < 0.6; floor += 0.01) {
    const value = withFloor(floor)
    if (value < best - 0.0002) continue
    best = Math.max(best, value)
    chosen = Math.round(floor * 100) / 100
  }
  return chosen
}
