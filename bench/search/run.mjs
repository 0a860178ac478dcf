// Measures the engine: time end to end with the embedding, memory, recall of the clusters, beside other engines.
// Usage: node bench/search/run.mjs [10k] [100k] [1m] [quality]   (default: 10k 100k quality)
// Each part runs in a process of its own, so that memory is its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { INVENTORIES, mean, measure, QUERIES } from '../../packages/search/scripts/graded.mjs'
import { fill, loadSource } from '../../packages/search/scripts/load-engine.mjs'
import { makeNames, makeQueries, standInVectors } from './names.mjs'
import { PEERS } from './peers.mjs'

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const WARM_UP = 100

const [part, ...rest] = process.argv.slice(2)
if (part === '--part') await runPart(rest)
else {
  const parts = [part, ...rest].filter(Boolean)
  for (const name of parts.length > 0 ? parts : ['10k', '100k', 'quality']) {
    const list =
      name === 'quality'
        ? [['quality']]
        : [['freehold', name], ...(name === '1m' ? [] : Object.keys(PEERS).map((peer) => [peer, name]))]
    for (const item of list) {
      spawnSync(
        process.execPath,
        ['--expose-gc', '--max-old-space-size=8192', fileURLToPath(import.meta.url), '--part', ...item],
        { stdio: 'inherit' },
      )
    }
  }
}

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
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2)
  const cpu = ((user + system) / 1000 / times.length).toFixed(2)
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, processor ${cpu} ms a query, over ${times.length} queries`
}

async function ours(count) {
  const { LocalSearchEngine } = await loadSource('engine')
  const names = await makeNames(count)
  const vectors = await standInVectors(names)
  const engine = await LocalSearchEngine.load()
  const start = performance.now()
  for (let from = 0; from < count; from += 5_000) {
    const documents = names.slice(from, from + 5_000).map(({ domain }, i) => ({
      id: from + i,
      domain,
      priceCents: 10_000 + ((from + i) % 500) * 1_000,
      currency: 'USD',
      categories: [],
      vector: vectors[from + i],
    }))
    await engine.upsert(documents)
  }
  const indexed = performance.now()
  await engine.settle()
  const settled = performance.now()
  names.length = 0
  vectors.length = 0
  const timed = await timeQueries(await makeQueries(520), (q) => engine.search({ q }))
  const seconds = (ms) => (ms / 1000).toFixed(1)
  console.log(
    `freehold, ${count} names: ${timed}; RSS ${megabytes()} MB; indexed in ${seconds(indexed - start)} s, clusters settled ${seconds(settled - indexed)} s later`,
  )
  await engine.close()
}

async function peer(name, count) {
  const { loadEmbedder } = await loadSource('model/embedder')
  const names = await makeNames(count)
  const vectors = name === 'Orama hybrid' ? await standInVectors(names) : []
  const documents = names.map(({ domain, words }, id) => ({
    id,
    domain,
    text: words.join(' '),
    vector: vectors[id] ? unit(vectors[id]) : [],
  }))
  const run = await PEERS[name](documents)
  const embedder = await loadEmbedder()
  const queries = (await makeQueries(520)).slice(0, count >= 100_000 ? 150 : 520)
  const timed = await timeQueries(queries, async (q) => {
    // Only the hybrid engine needs the query's vector; its making is part of the answer's time.
    const vector = name === 'Orama hybrid' ? unit((await embedder.embed([q]))[0]) : []
    return run(q, vector)
  })
  console.log(`${name}, ${count} names: ${timed}; RSS ${megabytes()} MB`)
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
}
