// The tables of docs/scale.md, computed from results.json between their markers. Pure.
import { ASSUMED, CLUSTER_COSTS, COSTS, MIX, planCluster, planListings, planTraffic } from './model.mjs'

const MARKED = /<!-- scale:([\w-]+) -->\n[\s\S]*?<!-- \/scale -->/g
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

/** The name of the results that were measured in a cluster. Those of one PostgreSQL are named after it. */
export const CLUSTER = 'PostgreSQL with replica, PgBouncer and Redis'
const listRows = (results, isCluster = false) =>
  results
    .filter(({ name, database }) => name === 'scale' && (database === CLUSTER) === isCluster)
    .flatMap(({ rows }) => rows)

/** The measured costs by operation. Throws where one was not measured. */
function readAll(list, kinds, costs) {
  const rows = new Map(list.map((row) => [row.what, row]))
  const read = (kind, cost) => {
    const row = rows.get(`${kind}: ${costs[cost].text}`)
    if (!row) throw new Error(`not measured: ${kind}, ${costs[cost].text}. Run npm run bench -- scale.`)
    return row.ours
  }
  const readKind = (kind) => Object.fromEntries(Object.keys(costs).map((cost) => [cost, read(kind, cost)]))
  return Object.fromEntries(kinds.map((kind) => [kind, readKind(kind)]))
}

export const readCosts = (results) => readAll(listRows(results), Object.keys(KINDS), COSTS)
export const readClusterCosts = (results) => readAll(listRows(results, true), Object.keys(MIX), CLUSTER_COSTS)

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

function formatClusterCosts(results) {
  const rows = Object.entries(readClusterCosts(results)).map(([kind, costs]) => [
    KINDS[kind],
    ...['webMicros', 'poolerMicros', 'databaseMicros', 'replicaMicros', 'admissionMicros'].map(
      (cost) => `${show(costs[cost])} µs`,
    ),
    showBytes(costs.walBytes),
  ])
  return table(['operation', 'web process', 'PgBouncer', 'primary', 'replica', 'Redis', 'WAL'], rows)
}

function formatPrediction(results) {
  const kinds = Object.entries(MIX).map(([kind, share]) => `${share} % ${KINDS[kind].replace(/ \(.*|,.*/, '')}`)
  const line = (where, rows) => {
    const find = (start) => rows.find(({ what }) => what.startsWith(start))
    const { ours, peer, ratio } = find('predicted rate')
    const { ours: cores } = find('cores that')
    return [where, show(cores), `${show(ours)} a second`, `${show(peer)} a second`, show(ratio)]
  }
  const cluster = listRows(results, true)
  const rows = [
    line('one PostgreSQL', listRows(results)),
    ...(cluster.length > 0 ? [line('replica, PgBouncer and Redis', cluster)] : []),
  ]
  return `${table(['parts', 'cores', 'predicted', 'measured', 'predicted : measured'], rows)}\n\nThe load: ${kinds.join(', ')}.`
}

function formatCluster(results) {
  const plans = SIGNED_PER_MINUTE.map((rate) => planCluster(readClusterCosts(results), rate))
  const line = (text, pick) => [text, ...plans.map(pick)]
  return table(
    ['signed requests a minute', ...SIGNED_PER_MINUTE.map((rate) => rate.toLocaleString('en-US'))],
    [
      line('cores busy in web processes, without deliveries', ({ webCores }) => show(webCores)),
      line('cores busy in PgBouncer', ({ poolerCores }) => show(poolerCores)),
      line('cores busy in the primary', ({ primaryCores }) => show(primaryCores)),
      line('cores busy in the replica', ({ replicaCores }) => show(replicaCores)),
      line('cores busy in Redis', ({ admissionCores }) => show(admissionCores)),
      line('memory of nonces in Redis', ({ admissionBytes }) => showBytes(admissionBytes)),
      line('above its limit', ({ broken }) => showBroken(broken)),
      line('what takes it', ({ broken }) => showTakers(broken)),
    ],
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

const TABLES = {
  costs: formatCosts,
  'cluster-costs': formatClusterCosts,
  prediction: formatPrediction,
  traffic: formatTraffic,
  cluster: formatCluster,
  listings: formatListings,
}

const NOT_MEASURED = 'Not measured yet. Run `npm run bench -- scale`.'

export const withScaleTables = (text, results) =>
  text.replace(MARKED, (_all, name) => {
    const isMeasured = listRows(results, name.startsWith('cluster')).length > 0
    const shown = isMeasured ? TABLES[name](results) : NOT_MEASURED
    return `<!-- scale:${name} -->\n${shown}\n<!-- /scale -->`
  })
