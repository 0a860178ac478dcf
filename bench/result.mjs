// The common result of a bench: ratios taken within one run, their spread, the limit they are held to, and where it was.
import { appendFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

const rounded = (number) => (number === 0 ? 0 : Number(number.toPrecision(4)))
const computeSpread = (numbers) => [rounded(Math.min(...numbers)), rounded(Math.max(...numbers))]

/** Judged as it is shown, so that a table never contradicts itself. `limit` is `{ least }`, `{ most }` or null. */
export function isHeld(limit, figure) {
  if (limit === null) return null
  return limit.least === undefined ? figure <= limit.most : figure >= limit.least
}

/** `ours` and `peer` are figures of the same rounds in the same order; the ratio is the median of their ratios. */
export function ratioRow({ what, unit, ours, peer, limit = null }) {
  const ratios = ours.map((figure, round) => figure / peer[round])
  const ratio = rounded(median(ratios))
  return {
    what,
    ours: rounded(median(ours)),
    peer: rounded(median(peer)),
    unit,
    ratio,
    spread: computeSpread(ratios),
    limit,
    held: isHeld(limit, ratio),
  }
}

/** A figure that has nothing to be compared with; a limit is then one on the figure itself. */
export function figureRow({ what, unit, figures, limit = null }) {
  const ours = rounded(median(figures))
  return { what, ours, peer: null, unit, ratio: null, spread: computeSpread(figures), limit, held: isHeld(limit, ours) }
}

const machine = () => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? process.arch,
  platform: `${process.platform}-${process.arch}`,
  load: rounded(loadavg()[0]),
})

const VERDICTS = new Map([
  [null, ''],
  [true, 'held'],
  [false, 'MISSED'],
])

function printRow({ what, ours, peer, unit, ratio, spread, limit, held }) {
  const bound = limit === null ? '' : limit.least === undefined ? `≤ ${limit.most}` : `≥ ${limit.least}`
  const compared = ratio === null ? '' : `ratio ${ratio}${spread === null ? '' : ` (${spread.join(' to ')})`}, `
  const figures = peer === null ? `${ours} ${unit}` : `${ours} : ${peer} ${unit}`
  console.log(`  ${what}: ${compared}${figures}${bound && `, ${bound} ${VERDICTS.get(held)}`}`)
}

/** Prints the result and, where `BENCH_RESULT` names a file, adds it there as one line of JSON. */
export function report({ name, database, rows, versions = {} }) {
  const result = {
    name,
    database,
    size: process.env.BENCH_SIZE ?? 'by hand',
    rows,
    machine: machine(),
    versions: { node: process.version.slice(1), ...versions },
    when: new Date().toISOString(),
  }
  console.log(`\n${name}, ${database ?? 'no database'}:`)
  rows.forEach(printRow)
  if (process.env.BENCH_RESULT) appendFileSync(process.env.BENCH_RESULT, `${JSON.stringify(result)}\n`)
}
