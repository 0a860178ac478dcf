// Measures the engine: time end to end with the embedding, memory, recall of the clusters, beside other engines.
// Usage: node bench/search/run.mjs [10k] [100k] [1m] [quality]   (default: 10k 100k quality)
// Each part runs in a process of its own, so that memory is its own.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INVENTORIES, mean, measure, QUERIES } from '../../packages/search/scripts/graded.mjs'
import { fill, loadSource } from '../../packages/search/scripts/load-engine.mjs'
import { figureRow, ratioRow, report } from '../result.mjs'
import { makeQueries, nameSource, standInVectors } from './names.mjs'
import { PEERS } from './peers.mjs'

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const WARM_UP = 100
const CHUNK = 5_000

/** A peer that takes longer or needs more memory at some size has no figure there. */
const PART_MINUTES = 20
/** Ours shall answer sooner than the one peer that also knows meaning; the others only compare letters. */
const LIMITS = { 'Orama hybrid': { most: 1 } }

const [part, ...rest] = process.argv.slice(2)
if (part === '--part') process.send(await runPart(rest), () => process.exit(0))
else await runAll([part, ...rest].filter(Boolean))

async function runAll(parts) {
  const rows = []
  for (const name of parts.length > 0 ? parts : ['10k', '100k', 'quality'])
    rows.push(...(name === 'quality' ? qualityRows(await inOwnProcess(['quality'])) : await sizeRows(name)))
  const version = (peer) =>
    JSON.parse(readFileSync(new URL(`../../node_modules/${peer}/package.json`, import.meta.url), 'utf8')).version
  const versions = { orama: '@orama/orama', minisearch: 'minisearch', flexsearch: 'flexsearch' }
  for (const [name, peer] of Object.entries(versions)) versions[name] = version(peer)
  report({ name: 'search', database: null, rows, versions })
}

/** What the part measured, or null where it did not come to its end. */
function inOwnProcess(item) {
  const child = fork(fileURLToPath(import.meta.url), ['--part', ...item], {
    execArgv: ['--expose-gc', '--max-old-space-size=12288'],
    timeout: PART_MINUTES * 60_000,
  })
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('exit', () => {
      resolve(null)
    })
  })
}

async function sizeRows(size) {
  const ours = await inOwnProcess(['freehold', size])
  const names = `${SIZES[size].toLocaleString('en-US')} names`
  const rows = [
    figureRow({ what: `p99 of a search over ${names}`, unit: 'ms', figures: [ours.p99] }),
    figureRow({ what: `memory with ${names}`, unit: 'MB', figures: [ours.megabytes] }),
  ]
  for (const peer of Object.keys(PEERS)) {
    const theirs = await inOwnProcess([peer, size])
    if (theirs === null) console.log(`${peer}, ${names}: did not come to its end`)
    else
      rows.push({
        ...ratioRow({
          what: `median time of a search over ${names} : ${peer}`,
          unit: 'ms',
          ours: [ours.p50],
          peer: [theirs.p50],
          limit: LIMITS[peer] ?? null,
        }),
        spread: null,
      })
  }
  return rows
}

const qualityRows = ({ freehold, ...peers }) =>
  Object.entries(peers).map(([peer, ndcg]) => ({
    ...ratioRow({
      what: `NDCG@5 on held-out queries : ${peer}`,
      unit: '',
      ours: [freehold],
      peer: [ndcg],
      limit: { least: 1 },
    }),
    spread: null,
  }))

async function runPart([system, size]) {
  if (system === 'quality') return quality()
  if (system === 'freehold') return ours(SIZES[size])
  return peer(system, SIZES[size])
}

function megabytes() {
  globalThis.gc?.()
  return Math.round(process.memoryUsage.rss() / 1e6)
}

async function timeQueries(queries, run) {
  const times = []
  let before
  for (const [i, query] of queries.entries()) {
    if (i === WARM_UP) before = process.cpuUsage()
    const start = performance.now()
    await run(query)
    if (i >= WARM_UP) times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map(at)
  const cpu = (user + system) / 1000 / times.length
  const shown = [`p50 ${p50.toFixed(2)} ms`, `p90 ${p90.toFixed(2)} ms`, `p99 ${p99.toFixed(2)} ms`]
  const text = `${shown.join(', ')}, processor ${cpu.toFixed(2)} ms a query, over ${times.length} queries`
  return { p50, p99, text }
}

async function ours(count) {
  const { LocalSearchEngine } = await loadSource('engine')
  const { loadEmbedder } = await loadSource('model/embedder')
  const engine = await LocalSearchEngine.load()
  const embedder = await loadEmbedder()
  const [take, vectorOf] = [await nameSource(), await standInVectors(embedder)]
  let indexing = 0
  for (let from = 0; from < count; from += CHUNK) {
    const documents = []
    for (const [i, name] of take(Math.min(CHUNK, count - from)).entries()) {
      const id = from + i
      const priceCents = 10_000 + (id % 500) * 1_000
      documents.push({
        id,
        domain: name.domain,
        priceCents,
        currency: 'USD',
        categories: [],
        vector: await vectorOf(name),
      })
    }
    const start = performance.now()
    await engine.upsert(documents)
    indexing += performance.now() - start
  }
  const start = performance.now()
  await engine.settle()
  const settling = performance.now() - start
  await embedder.close()
  const timed = await timeQueries(await makeQueries(520), (q) => engine.search({ q }))
  const seconds = (ms) => (ms / 1000).toFixed(1)
  const resident = megabytes()
  console.log(
    `freehold, ${count} names: ${timed.text}; RSS ${resident} MB; indexed in ${seconds(indexing)} s, settled ${seconds(settling)} s later`,
  )
  await engine.close()
  return { p50: timed.p50, p99: timed.p99, megabytes: resident }
}

async function peer(name, count) {
  const { loadEmbedder } = await loadSource('model/embedder')
  const embedder = await loadEmbedder()
  const hybrid = name === 'Orama hybrid'
  const [take, vectorOf] = [await nameSource(), await standInVectors(embedder)]
  const documents = []
  for (const [id, own] of take(count).entries()) {
    documents.push({
      id,
      domain: own.domain,
      text: own.words.join(' '),
      vector: hybrid ? unit(await vectorOf(own)) : [],
    })
  }
  const run = await PEERS[name](documents)
  const queries = (await makeQueries(520)).slice(0, count >= 100_000 ? 160 : 520)
  const timed = await timeQueries(queries, async (q) => {
    // Only the hybrid engine needs the query's vector; its making is part of the answer's time.
    const vector = hybrid ? unit((await embedder.embed([q]))[0]) : []
    return run(q, vector)
  })
  const resident = megabytes()
  console.log(`${name}, ${count} names: ${timed.text}; RSS ${resident} MB`)
  return { p50: timed.p50, p99: timed.p99, megabytes: resident }
}

function unit(bytes) {
  return Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, 384), (value) => value / 508)
}

/** NDCG@5 of each engine on the graded queries, on the same names, segmented for all alike. */
async function quality() {
  const { LocalSearchEngine } = await loadSource('engine')
  const { EMBEDDING_VERSION } = await loadSource('embedding-version')
  const { NameReader } = await loadSource('names/understand-name')
  const { loadEmbedder } = await loadSource('model/embedder')
  const engine = await LocalSearchEngine.load()
  const reader = new NameReader()
  const embedder = await loadEmbedder()
  const scores = { freehold: [] }
  for (const [collection, listings] of Object.entries(INVENTORIES)) {
    await fill(engine, EMBEDDING_VERSION, collection, listings)
    const embedded = await engine.embedListings(listings)
    const documents = listings.map(({ domain }, id) => ({
      id,
      domain,
      text: reader.read(domain).tokens.join(' '),
      vector: unit(embedded[id]),
    }))
    const peers = {}
    for (const [name, build] of Object.entries(PEERS)) peers[name] = await build(documents)
    for (const query of QUERIES.filter(
      (q) => q.collection === collection && q.split === 'held' && q.kind !== 'nonsense',
    )) {
      const { results } = await engine.search({ q: query.query, collection })
      scores.freehold.push(
        measure(
          results.map((result) => result.domain),
          query.judgments,
        ).ndcg,
      )
      const vector = unit((await embedder.embed([query.query]))[0])
      for (const [name, run] of Object.entries(peers)) {
        scores[name] ??= []
        scores[name].push(measure(await run(query.query, vector), query.judgments).ndcg)
      }
    }
  }
  for (const [name, values] of Object.entries(scores)) {
    console.log(`${name}: NDCG@5 ${mean(values).toFixed(3)} on ${values.length} held-out queries`)
  }
  return Object.fromEntries(Object.entries(scores).map(([name, values]) => [name, mean(values)]))
}
