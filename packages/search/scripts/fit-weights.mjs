// Learns weights: a listwise softmax towards the gains of the grades, and a pointwise logistic part that makes the score a
// probability, comparable between queries. Both are convex, so that Newton's method finds the one best answer in a few steps.
const STEPS = 40
const DONE = 1e-7
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
  spelling: [0.2, 8],
  letters: [0, 5],
  otherLanguage: [-8, -1],
  sameLanguage: [0, 6],
  sameLanguageFound: [1, 6],
  tldWished: [0.5, 1.2],
  tldWishedNear: [3, 9],
  found: [-0.3, 6],
  foundSingle: [0.5, 6],
  covered: [-0.6, 6],
  coveredSingle: [-0.6, 6],
  evoked: [0, 9],
  evokedSingle: [0, 9],
  coveredEvoked: [0, 9],
  coveredEvokedSingle: [0, 9],
  strange: [-9, 0],
  strangeSingle: [-9, 0],
  sharedBeginning: [3, 6],
  styleMet: [0.5, 6],
  unwished: [-9, -2],
  unknown: [-9, -2],
  askedOne: [0, 0],
  askedTwo: [0, 0],
  askedMany: [0, 0],
  askedSingle: [0, 0],
  askedBrand: [0, 0],
  askedTld: [0, 0],
  askedForeign: [0, 0],
}

/** Without the bias. */
export function computeScores(list, { weights, inputs = [], nodes = [] }) {
  const width = weights.length
  return Float64Array.from({ length: list.count }, (_, row) => {
    const x = list.x.subarray(row * width, (row + 1) * width)
    const linear = weights.reduce((sum, weight, i) => sum + weight * x[i], 0)
    return nodes.reduce((sum, node) => {
      const into = node.weights.reduce((total, weight, i) => total + weight * x[inputs[i]], node.bias)
      return sum + node.out * Math.tanh(into)
    }, linear)
  })
}

/** The least and the greatest weight of each feature. */
export const listLimits = (features) => features.map((name) => BOUNDS[name] ?? [-30, 30])

/**
 * Lists without gains only teach the pointwise part. `decay` pulls every weight but the bias towards zero, as far as its feature
 * varies: one that moves by a tenth, as a cosine does, may weigh ten times as much as one that is 0 or 1.
 */
export function fit(lists, features, decay) {
  const width = features.length
  const total = lists.reduce((sum, list) => sum + (list.gains === undefined ? 0 : list.importance), 0)
  const limits = [...listLimits(features), [-30, 30]]
  const clamp = (values) => values.map((value, i) => Math.min(limits[i][1], Math.max(limits[i][0], value)))
  const rows = lists.map((list) => ({ ...list, rows: listNonZero(list, width) }))
  const decays = measureSpread(lists, width).map((variance) => decay * variance)
  let current = clamp(Float64Array.from({ length: width + 1 }, (_, i) => (i === width ? -2 : 0)))
  let { value, gradient, hessian } = derive(rows, current, decays, total)
  for (let step = 0; step < STEPS; step++) {
    const free = [...current.keys()].filter((i) => {
      const [low, high] = limits[i]
      return !(current[i] <= low && gradient[i] > 0) && !(current[i] >= high && gradient[i] < 0)
    })
    const move = solve(hessian, gradient, free)
    const before = value
    for (let size = 1; size > 1e-4; size /= 2) {
      const next = clamp(current.map((weight, i) => weight - size * move[i]))
      const there = derive(rows, next, decays, total)
      if (there.value > value) continue
      current = next
      ;({ value, gradient, hessian } = there)
      break
    }
    if (before - value < DONE) break
  }
  return { weights: current.slice(0, width), bias: current[width] }
}

/** Variance of each feature among the candidates of the lists where it varies at all. */
function measureSpread(lists, width) {
  return Array.from({ length: width }, (_, i) => {
    const variances = []
    for (const { x, count, gains } of lists) {
      if (gains === undefined || count < 2) continue
      let [sum, squares] = [0, 0]
      for (let row = 0; row < count; row++) {
        const value = x[row * width + i]
        sum += value
        squares += value * value
      }
      const variance = squares / count - (sum / count) ** 2
      if (variance > 1e-9) variances.push(variance)
    }
    const average = variances.length === 0 ? 1 : variances.reduce((a, b) => a + b, 0) / variances.length
    return Math.max(0.004, average)
  })
}

/** Most features are zero for most candidates. */
function listNonZero(list, width) {
  return Array.from({ length: list.count }, (_, row) => {
    const at = []
    for (let i = 0; i < width; i++) if (list.x[row * width + i] !== 0) at.push(i)
    return { at: [...at, width], values: [...at.map((i) => list.x[row * width + i]), 1] }
  })
}

/** The loss with its first and second derivatives. */
function derive(lists, weights, decays, total) {
  const size = weights.length
  const gradient = new Float64Array(size)
  const hessian = new Float64Array(size * size)
  let value = 0
  const addOuter = (at, values, factor) => {
    for (let a = 0; a < at.length; a++) {
      const scaled = factor * values[a]
      for (let b = 0; b <= a; b++) hessian[at[a] * size + at[b]] += scaled * values[b]
    }
  }
  for (const { rows, gains, shares, targets, importance } of lists) {
    const scores = rows.map(({ at, values }) => at.reduce((sum, i, j) => sum + weights[i] * values[j], 0))
    const top = Math.max(...scores)
    const exponents = scores.map((score) => Math.exp(score - top))
    const sum = exponents.reduce((a, b) => a + b, 0)
    const expected = new Float64Array(size)
    rows.forEach(({ at, values }, row) => {
      const chance = 1 / (1 + Math.exp(-scores[row]))
      let pull = shares[row] * (chance - targets[row])
      let bend = shares[row] * chance * (1 - chance)
      value += importance * shares[row] * (softplus(scores[row]) - targets[row] * scores[row])
      if (gains !== undefined) {
        const likely = exponents[row] / sum
        pull += likely - gains[row]
        bend += likely
        value -= importance * gains[row] * (scores[row] - top - Math.log(sum))
        for (let j = 0; j < at.length; j++) expected[at[j]] += likely * values[j]
      }
      for (let j = 0; j < at.length; j++) gradient[at[j]] += importance * pull * values[j]
      if (bend > 1e-9) addOuter(at, values, importance * bend)
    })
    if (gains === undefined) continue
    const at = [...expected.keys()].filter((i) => expected[i] !== 0)
    addOuter(
      at,
      at.map((i) => expected[i]),
      -importance,
    )
  }
  for (let i = 0; i < size; i++) {
    gradient[i] /= total
    for (let j = 0; j <= i; j++) hessian[i * size + j] /= total
    if (i === size - 1) continue
    gradient[i] += decays[i] * weights[i]
    hessian[i * size + i] += decays[i]
  }
  value /= total
  for (let i = 0; i < size - 1; i++) value += (decays[i] * weights[i] ** 2) / 2
  return { value, gradient, hessian }
}

const softplus = (score) => Math.max(0, score) + Math.log1p(Math.exp(-Math.abs(score)))

/** The step of Newton's method for the weights that are free to move (Cholesky; the lower half is given). */
function solve(hessian, gradient, free) {
  const size = gradient.length
  const n = free.length
  const lower = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = hessian[free[i] * size + free[j]] + (i === j ? 1e-9 : 0)
      for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k]
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[j * n + j]
    }
  }
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let sum = gradient[free[i]]
    for (let k = 0; k < i; k++) sum -= lower[i * n + k] * out[k]
    out[i] = sum / lower[i * n + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = out[i]
    for (let k = i + 1; k < n; k++) sum -= lower[k * n + i] * out[k]
    out[i] = sum / lower[i * n + i]
  }
  const move = new Float64Array(size)
  free.forEach((i, at) => {
    move[i] = out[at]
  })
  return move
}
