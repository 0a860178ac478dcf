// docs/performance/ratios.svg: how far each ratio lies on the good side of its limit, with the spread of its rounds. Pure.
import { shownRatio } from './tables.mjs'

const [WIDTH, TEXT, RIGHT, TOP, LINE] = [1080, 560, 96, 76, 26]
const TICKS = [0.25, 0.5, 1, 2, 4, 8, 16]
const [LOW, HIGH] = [TICKS[0], TICKS.at(-1)]

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** 1 is the limit itself, 2 twice as good as it asks for. What lies outside is drawn at the edge. */
const margin = (limit, ratio) => (limit.least === undefined ? limit.most / ratio : ratio / limit.least)

function across(value) {
  const within = Math.min(HIGH, Math.max(LOW, value))
  const share = Math.log(within / LOW) / Math.log(HIGH / LOW)
  return Number((TEXT + share * (WIDTH - TEXT - RIGHT)).toFixed(1))
}

/** Only what was compared and has a limit can be drawn. */
export const drawnRows = (results) =>
  results.flatMap((one) =>
    one.rows
      .filter(({ ratio, limit }) => ratio !== null && limit !== null)
      .map((row) => ({ ...row, name: one.name, database: one.database })),
  )

/** Nothing where there were no rounds. */
function drawSpread(spread, limit, middle) {
  if (spread === null) return ''
  const [from, to] = spread.map((one) => across(margin(limit, one))).sort((a, b) => a - b)
  return `    <path class="spread" d="M${from} ${middle}H${to}M${from} ${middle - 5}v10M${to} ${middle - 5}v10"/>\n`
}

function drawRow({ name, database, what, ratio, spread, limit, held }, index) {
  const middle = TOP + index * LINE + LINE / 2
  const [from, to] = [across(1), across(margin(limit, ratio))].sort((a, b) => a - b)
  const bound = limit.least === undefined ? `≤ ${limit.most}` : `≥ ${limit.least}`
  const label = `${name}: ${what}`
  const shown = label.length > 88 ? `${label.slice(0, 87)}…` : label
  const where = database === null ? '' : `, ${database}`
  return `  <g>
    <title>${escaped(`${label}${where}: ${shownRatio(ratio)}, limit ${bound}, ${held ? 'held' : 'missed'}`)}</title>
    <text class="what" x="${TEXT - 12}" y="${middle + 4}" text-anchor="end">${escaped(shown)}</text>
    <rect class="${held ? 'held' : 'missed'}" x="${from}" y="${middle - 7}" width="${Number(Math.max(1, to - from).toFixed(1))}" height="14" rx="2"/>
${drawSpread(spread, limit, middle)}    <text class="figure" x="${WIDTH - RIGHT + 10}" y="${middle + 4}">${shownRatio(ratio)} ${bound}</text>
  </g>`
}

function drawTick(value, bottom) {
  const x = across(value)
  return `  <path class="${value === 1 ? 'limit' : 'tick'}" d="M${x} ${TOP - 6}V${bottom}"/>
  <text class="axis" x="${x}" y="${TOP - 14}" text-anchor="middle">${value === 1 ? 'limit' : `× ${value}`}</text>`
}

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .heading { font-weight: 600; font-size: 15px }
    .axis, .figure { font-size: 11px; fill: #59636e }
    .held { fill: #2f6f9f } .missed { fill: #c2571a }
    .tick { stroke: #d1d9e0 } .limit { stroke: #1f2328; stroke-width: 1.5 }
    .spread { stroke: #1f2328; stroke-width: 1.5; fill: none }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .axis, .figure { fill: #9198a1 }
      .held { fill: #5aa2d6 } .missed { fill: #f0883e }
      .tick { stroke: #3d444d } .limit, .spread { stroke: #e6edf3 }
    }
  `

export function drawRatios(results) {
  const rows = drawnRows(results)
  const bottom = TOP + rows.length * LINE
  const missed = rows.filter(({ held }) => !held).length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 20}" role="img" aria-labelledby="title description">
  <title id="title">Ratios measured against their limits</title>
  <desc id="description">${rows.length} ratios; ${rows.length - missed} hold their limit, ${missed} miss it. A bar to the right of the line is on the good side. The same figures stand in docs/performance.md.</desc>
  <style>${STYLE}</style>
  <text class="heading" x="16" y="26">How far each ratio lies from its limit</text>
  <text class="axis" x="16" y="44">To the right of the line: better than the limit asks for. Whiskers: the rounds of the run. Logarithmic; what lies beyond stands at the edge.</text>
${TICKS.map((value) => drawTick(value, bottom)).join('\n')}
${rows.map(drawRow).join('\n')}
</svg>
`
}
