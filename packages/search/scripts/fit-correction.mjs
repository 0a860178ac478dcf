// Learns what a sum of features cannot say: a small network corrects the linear score where features only mean something
// together, such as a word that matters in a query of one word and hardly in one of six. The linear weights go on learning beside
// it, but keep the sign that their feature means.
import { listLimits } from './fit-weights.mjs'
import { mean, seededRandom } from './statistics.mjs'

const NODES = 8
const EPOCHS = 15
const BATCH = 24
const RATE = 3e-3
/** How strongly a weight is drawn to where it began: zero for the network's, the linear fit for the others. */
const DECAY = 3e-3
/** A rare feature must not drown the others. */
const LEAST_SPREAD = 0.1
/** What binds, whatever else is true of a name: these only count in the sum. */
const APART = new Set([
  'exactLabel',
  'exactDomain',
  'inText',
  'unwished',
  'unknown',
  'styleMet',
  'comPrior',
  'marked',
  'awkward',
  'sharedBeginning',
  'otherLanguage',
  'sameLanguage',
  'sameLanguageFound',
])

/** Networks from different beginnings, averaged: one alone depends on where it began. */
export function fitCorrection(lists, features, linear, seeds = [1, 2]) {
  const fitted = seeds.map((seed) => fitOne(lists, features, linear, seed))
  const [low, high] = listLimits(['unknown'])[0]
  return {
    // Words that nobody knows are the same for every name of a query: they say what is shown, not in which order, and stay bounded.
    weights: linear.weights.map((_, i) => {
      const weight = mean(fitted.map((model) => model.weights[i]))
      return features[i] === 'unknown' ? Math.min(high, Math.max(low, weight)) : weight
    }),
    bias: mean(fitted.map((model) => model.bias)),
    inputs: fitted[0].inputs,
    nodes: fitted.flatMap((model) => model.nodes.map((node) => ({ ...node, out: node.out / seeds.length }))),
  }
}

function fitOne(lists, features, linear, seed) {
  const random = seededRandom(seed)
  const width = features.length
  const inputs = features.flatMap((name, i) => (APART.has(name) ? [] : [i]))
  const { middle, spread } = measureInputs(lists, width)
  const limits = listLimits(features).map(([low, high]) => [low < 0 ? -30 : 0, high > 0 ? 30 : 0])
  // All parameters in one row: the linear weights and the bias, then each node's weights, bias and share in the score.
  const step = inputs.length + 2
  const own = width + 1
  const start = new Float64Array(own + NODES * step)
  for (let i = 0; i < width; i++) start[i] = linear.weights[i] * spread[i]
  start[width] = linear.bias + linear.weights.reduce((sum, weight, i) => sum + weight * middle[i], 0)
  const values = start.slice()
  for (let node = 0; node < NODES; node++) {
    const at = own + node * step
    for (let i = 0; i < inputs.length; i++) values[at + i] = 0.15 * drawNormal(random)
    values[at + step - 1] = 0.1 * drawNormal(random)
  }
  const data = lists.map((list) => scaleList(list, width, middle, spread))
  const moments = { first: new Float64Array(values.length), second: new Float64Array(values.length), count: 0 }
  const steps = EPOCHS * Math.ceil(data.length / BATCH)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(data, random)
    for (let from = 0; from < data.length; from += BATCH) {
      const gradient = derive(data.slice(from, from + BATCH), values, { width, inputs, step, own })
      for (let i = 0; i < values.length; i++) {
        const anchored = i !== width && !(i >= own && (i - own) % step === step - 2)
        if (anchored) gradient[i] += DECAY * (values[i] - start[i])
      }
      move(values, gradient, moments, steps)
      for (let i = 0; i < width; i++)
        values[i] = Math.min(limits[i][1] * spread[i], Math.max(limits[i][0] * spread[i], values[i]))
    }
  }
  return unscale(values, { width, inputs, step, own, middle, spread })
}

function measureInputs(lists, width) {
  const [sums, squares] = [new Float64Array(width), new Float64Array(width)]
  let rows = 0
  for (const { x, count } of lists) {
    rows += count
    for (let at = 0; at < count * width; at++) {
      sums[at % width] += x[at]
      squares[at % width] += x[at] * x[at]
    }
  }
  const middle = sums.map((sum) => sum / rows)
  const spread = squares.map((sum, i) => Math.max(LEAST_SPREAD, Math.sqrt(Math.max(0, sum / rows - middle[i] ** 2))))
  return { middle, spread }
}

function scaleList(list, width, middle, spread) {
  const x = Float32Array.from(list.x, (value, at) => (value - middle[at % width]) / spread[at % width])
  return { ...list, x }
}

/** The gradient of the same loss as in fit-weights.mjs, over some lists. */
function derive(lists, values, { width, inputs, step, own }) {
  const gradient = new Float64Array(values.length)
  let total = 0
  const active = new Float64Array(NODES)
  const apply = (x, from) => {
    let score = values[width]
    for (let i = 0; i < width; i++) score += values[i] * x[from + i]
    for (let node = 0; node < NODES; node++) {
      const at = own + node * step
      let sum = values[at + step - 2]
      for (let i = 0; i < inputs.length; i++) sum += values[at + i] * x[from + inputs[i]]
      active[node] = Math.tanh(sum)
      score += values[at + step - 1] * active[node]
    }
    return score
  }
  for (const { x, count, gains, shares, targets, importance } of lists) {
    if (gains !== undefined) total += importance
    const scores = Float64Array.from({ length: count }, (_, row) => apply(x, row * width))
    const top = Math.max(...scores)
    const exponents = scores.map((score) => Math.exp(score - top))
    const sum = exponents.reduce((a, b) => a + b, 0)
    for (let row = 0; row < count; row++) {
      let pull = shares[row] * (1 / (1 + Math.exp(-scores[row])) - targets[row])
      if (gains !== undefined) pull += exponents[row] / sum - gains[row]
      pull *= importance
      if (Math.abs(pull) < 1e-5) continue
      const from = row * width
      apply(x, from)
      gradient[width] += pull
      for (let i = 0; i < width; i++) gradient[i] += pull * x[from + i]
      for (let node = 0; node < NODES; node++) {
        const at = own + node * step
        gradient[at + step - 1] += pull * active[node]
        const back = pull * values[at + step - 1] * (1 - active[node] ** 2)
        gradient[at + step - 2] += back
        for (let i = 0; i < inputs.length; i++) gradient[at + i] += back * x[from + inputs[i]]
      }
    }
  }
  return gradient.map((value) => value / Math.max(1, total))
}

/** One step of Adam, at a rate that rises briefly and then falls to zero. */
function move(values, gradient, moments, steps) {
  moments.count++
  const { first, second, count } = moments
  const rate = RATE * Math.min(1, count / 20) * (1 - count / (steps + 1))
  for (let i = 0; i < values.length; i++) {
    first[i] = 0.9 * first[i] + 0.1 * gradient[i]
    second[i] = 0.99 * second[i] + 0.01 * gradient[i] ** 2
    const size = Math.sqrt(second[i] / (1 - 0.99 ** count)) + 1e-6
    values[i] -= (rate * (first[i] / (1 - 0.9 ** count))) / size
  }
}

/** For features as they are, so that the engine need not know how they were scaled. */
function unscale(values, { width, inputs, step, own, middle, spread }) {
  const weights = Float64Array.from({ length: width }, (_, i) => values[i] / spread[i])
  const bias = values[width] - weights.reduce((sum, weight, i) => sum + weight * middle[i], 0)
  const nodes = Array.from({ length: NODES }, (_, node) => {
    const at = own + node * step
    const into = inputs.map((feature, i) => values[at + i] / spread[feature])
    const shift = into.reduce((sum, weight, i) => sum + weight * middle[inputs[i]], 0)
    return { bias: values[at + step - 2] - shift, out: values[at + step - 1], weights: into }
  })
  return { weights, bias, inputs, nodes }
}

function shuffle(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[items[i], items[j]] = [items[j], items[i]]
  }
}

/** About normal: the sum of six even chances. */
function drawNormal(random) {
  let sum = -3
  for (let i = 0; i < 6; i++) sum += random()
  return sum / Math.SQRT1_2
}
