// The tables of docs/scale.md, computed from results.json between their markers. Pure.
import { ASSUMED, COSTS, MIX, planListings, planTraffic } from './model.mjs'

const MARKED = /<!-- scale:(\w+) -->\n[\s\S]*?<!-- \/scale -->/g
const SIGNED_PER_MINUTE = [10_000, 100_000, 1_000_000]
const LISTINGS = [1_000_000, 10_000_000, 100_000_000]

const KINDS = {
  signedRead: 'signed read (price of a domain)',
  search: 'signed search',
  publicRead: 'public read (a page of the market)',
  click: 'click on a referral link',
  order: 'order, with ledger, event and request log',
  delivery: 'webhook delivery',
  listing: 'listing imported',
  embedding: 'listing embedded for search',
}

/** The measured costs by operation. Throws where one was not measured. */
export function readCosts(results) {
  const rows = new Map(
    results.filter(({ name }) => name === 'scale').flatMap((one) => one.rows.map((row) => [row.what, row])),
  )
  const read = (kind, cost) => {
    const row = rows.get(`${kind}: ${COSTS[cost].text}`)
    if (!row) throw new Error(`not measured: ${kind}, ${COSTS[cost].text}. Run npm run bench -- scale.`)
    return row.ours
  }
  return Object.fromEntries(
    Object.keys(KINDS).map((kind) => [
      kind,
      Object.fromEntries(Object.keys(COSTS).map((cost) => [cost, read(kind, cost)])),
    ]),
  )
}

/** Memory of a process without listings and for each, from the bench of search. */
export function readSearchMemory(results) {
  const find = (what) => {
    const row = results.flatMap(({ rows }) => rows).find((one) => one.what === what)
    if (!row) throw new Error(`not measured: ${what}. Run npm run bench -- search.`)
    return row.ours * 1e6
  }
  const [small, large] = [find('memory with 10,000 names'), find('memory with 1,000,000 names')]
  const bytesPerListing = (large - small) / 990_000
  return { bytesPerListing, baseBytes: small - 10_000 * bytesPerListing }
}

const show = (number) =>
  number >= 100
    ? Number(number.toPrecision(3)).toLocaleString('en-US')
    : String(Number(number.toPrecision(number < 10 ? 2 : 3)))
const SCALES = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
]
function showBytes(bytes) {
  const [scale, unit] = SCALES.find(([one]) => bytes >= one) ?? [1, 'B']
  return `${show(bytes / scale)} ${unit}`
}
const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  )
const showBroken = (broken) =>
  broken.length === 0 ? 'nothing' : broken.map(({ what, use }) => `${what} (${show(use)} times the limit)`).join('; ')
const showTakers = (broken) => [...new Set(broken.map(({ taker }) => taker))].join('; ') || '–'

function formatCosts(results) {
  const costs = readCosts(results)
  const rows = Object.entries(KINDS).map(([kind, text]) => {
    const { webMicros, databaseMicros, walBytes, storedBytes, nonceBytes } = costs[kind]
    return [
      text,
      `${show(webMicros)} µs`,
      `${show(databaseMicros)} µs`,
      showBytes(walBytes),
      showBytes(storedBytes),
      showBytes(nonceBytes),
    ]
  })
  return table(
    ['operation', 'CPU of the process', 'CPU of PostgreSQL', 'WAL', 'stored', 'nonces, up to 55 minutes'],
    rows,
  )
}

function formatPrediction(results) {
  const rows = results.filter(({ name }) => name === 'scale').flatMap((one) => one.rows)
  const find = (start) => rows.find(({ what }) => what.startsWith(start))
  const { ours, peer, ratio } = find('predicted rate')
  const kinds = Object.entries(MIX).map(([kind, share]) => `${share} % ${KINDS[kind].replace(/ \(.*|,.*/, '')}`)
  const { ours: cores } = find('cores that')
  return table(
    ['load', 'cores', 'predicted', 'measured', 'predicted : measured'],
    [[kinds.join(', '), show(cores), `${show(ours)} a second`, `${show(peer)} a second`, show(ratio)]],
  )
}

function formatTraffic(results) {
  const plans = SIGNED_PER_MINUTE.map((rate) => planTraffic(readCosts(results), rate))
  const line = (text, pick) => [text, ...plans.map(pick)]
  return table(
    ['signed requests a minute', ...SIGNED_PER_MINUTE.map((rate) => rate.toLocaleString('en-US'))],
    [
      line('orders a day', ({ ordersPerDay }) => show(ordersPerDay)),
      line('cores busy in web processes and workers', ({ webCores }) => show(webCores)),
      line(`**web machines** of ${ASSUMED.webCores} cores`, ({ webMachines }) => `**${webMachines}**`),
      line('cores busy in PostgreSQL', ({ databaseCores }) => show(databaseCores)),
      line(
        `**primaries** of ${ASSUMED.databaseCores} cores, each with a replica`,
        ({ primaries }) => `**${primaries}**`,
      ),
      line('WAL a second', ({ walPerSecond }) => showBytes(walPerSecond)),
      line('stored a day', ({ storedPerDay }) => showBytes(storedPerDay)),
      line('live nonces', ({ nonceRows, nonceBytes }) => `${show(nonceRows)} (${showBytes(nonceBytes)})`),
      line('above its limit', ({ broken }) => showBroken(broken)),
      line('what takes it', ({ broken }) => showTakers(broken)),
    ],
  )
}

function formatListings(results) {
  const plans = LISTINGS.map((count) => planListings(readCosts(results), count, readSearchMemory(results)))
  const line = (text, pick) => [text, ...plans.map(pick)]
  return table(
    ['listings', ...LISTINGS.map((count) => count.toLocaleString('en-US'))],
    [
      line('stored, with vectors and indexes', ({ storedBytes }) => showBytes(storedBytes)),
      line('CPU to import', ({ importHours }) => `${show(importHours)} h`),
      line('CPU to embed', ({ embeddingHours }) => `${show(embeddingHours)} h`),
      line('memory of a process with the search index', ({ searchBytes }) => showBytes(searchBytes)),
      line('above its limit', ({ broken }) => showBroken(broken)),
      line('what takes it', ({ broken }) => showTakers(broken)),
    ],
  )
}

const TABLES = { costs: formatCosts, prediction: formatPrediction, traffic: formatTraffic, listings: formatListings }

const NOT_MEASURED = 'Not measured yet. Run `npm run bench -- scale`.'
const isMeasured = (results) => results.some(({ name }) => name === 'scale')

export const withScaleTables = (text, results) =>
  text.replace(MARKED, (_all, name) => {
    const shown = isMeasured(results) ? TABLES[name](results) : NOT_MEASURED
    return `<!-- scale:${name} -->\n${shown}\n<!-- /scale -->`
  })
