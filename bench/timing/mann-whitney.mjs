// Are two sets of times alike? The Mann-Whitney U test with ties, by the normal approximation: samples here are in the hundreds.

/** Abramowitz and Stegun 7.1.26: good to seven digits, more than a p-value needs. */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * x)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - series * Math.exp(-x * x)
}

/** Average ranks for equal values, and what ties take from the variance. */
function ranked(values) {
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const ranks = Array(values.length)
  let ties = 0
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && sorted[end].value === sorted[start].value) end++
    for (let at = start; at < end; at++) ranks[sorted[at].index] = (start + 1 + end) / 2
    ties += (end - start) ** 3 - (end - start)
    start = end
  }
  return { ranks, ties }
}

/** `p` is two-sided; `share` is how often one of `b` takes longer than one of `a`: a half when they are alike. */
export function mannWhitney(a, b) {
  const { ranks, ties } = ranked([...a, ...b])
  const n = a.length + b.length
  const u = ranks.slice(a.length).reduce((sum, rank) => sum + rank, 0) - (b.length * (b.length + 1)) / 2
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)))
  const z = Math.abs(u - (a.length * b.length) / 2) / Math.sqrt(variance)
  return { p: 1 - erf(z / Math.SQRT2), share: u / (a.length * b.length) }
}
