// Measures the engine beside others: time end to end with the embedding, memory, and how good the answers are.
// Usage: node bench/search/run.mjs [10k] [100k] [1m] [quality] [--rounds 5] [--peers 'Orama hybrid,MiniSearch,FlexSearch']   (default: 10k 100k quality)
// Each side is a process of its own, so that memory is its own; with both filled, they answer the same queries in turns.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { INVENTORIES, measure, QUERIES } from '../../packages/search/scripts/graded.mjs'
import { fill, loadSource } from '../../packages/search/scripts/load-engine.mjs'
import { mean } from '../../packages/search/scripts/statistics.mjs'
import { figureRow, ratioRow, report } from '../result.mjs'
import { listBeginnings, makeQueries, nameSource, standInVectors } from './names.mjs'
import { PEERS } from './peers.mjs'
import { timeQueries } from './time-queries.mjs'

/** How many names, and how many queries a round has: some peers take seconds for each. */
const SIZES = {
  '10k': { names: 10_000, queries: 80 },
  '100k': { names: 100_000, queries: 40 },
  '1m': { names: 1_000_000, queries: 15 },
}
/** Fresh ones for every round: ours would remember the vector of one that it has seen. A few single words come twice by chance. */
const QUERIES_MADE = 5000
const ALONE = 420
/** Queries that are typed letter by letter, each beginning a search; and what the median of those may take at 100,000 names. */
const TYPED = 40
const SUGGESTION_MS = 15
const WARM_UP = { queries: 100, seconds: 20 }
const CHUNK = 5_000

/** A peer that takes longer to be filled or to answer a round, or needs more memory, has no figure at that size. */
const PEER_MINUTES = 12
/** Ours shall answer sooner than the one peer that also knows meaning; the others only compare letters. */
const LIMITS = { 'Orama hybrid': { most: 1 } }

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    peers: { type: 'string', default: Object.keys(PEERS).join(',') },
    side: { type: 'boolean' },
  },
})
const rounds = Number(options.rounds)
const seconds = (ms) => (ms / 1000).toFixed(1)

if (options.side) await serve(positionals)
else await runAll(positionals)

async function runAll(parts) {
  if (WARM_UP.queries + ALONE + TYPED + rounds * SIZES['10k'].queries * Object.keys(PEERS).length > QUERIES_MADE)
    throw new Error('so many rounds need more queries than are made')
  const version = (peer) =>
    JSON.parse(readFileSync(new URL(`../node_modules/${peer}/package.json`, import.meta.url), 'utf8')).version
  const versions = { orama: '@orama/orama', minisearch: 'minisearch', flexsearch: 'flexsearch' }
  for (const [name, peer] of Object.entries(versions)) versions[name] = version(peer)
  for (const name of parts.length > 0 ? parts : ['10k', '100k', 'quality']) {
    const rows = name === 'quality' ? await qualityRows() : await sizeRows(name)
    // After each part, so that one that fails takes no other with it.
    report({ name: 'search', database: null, rows, versions })
  }
}

/** Resolves when it is filled; its answers are null from when it has ended, of itself or because it took too long. */
async function startSide(item, minutes = 60) {
  const child = fork(fileURLToPath(import.meta.url), ['--side', ...item], {
    execArgv: ['--expose-gc', '--max-old-space-size=14336'],
  })
  const reply = () =>
    new Promise((resolve) => {
      const end = (message) => {
        clearTimeout(timer)
        child.off('message', end).off('exit', ended)
        resolve(message)
      }
      const ended = () => end(null)
      const timer = setTimeout(() => child.kill(), minutes * 60_000)
      child.once('message', end).once('exit', ended)
    })
  const filled = await reply()
  return {
    filled,
    async ask(from, count, typing = false) {
      if (!child.connected) return null
      const response = reply()
      child.send({ from, count, typing })
      return response
    },
    end: () => child.connected && child.disconnect(),
  }
}

async function sizeRows(size) {
  const names = `${SIZES[size].names.toLocaleString('en-US')} names`
  const ours = await startSide(['freehold', size])
  let asked = WARM_UP.queries
  const alone = await ours.ask(asked, ALONE)
  asked += ALONE
  const typing = await ours.ask(asked, TYPED, true)
  asked += TYPED
  const rows = [
    figureRow({ what: `p99 of a search over ${names}`, unit: 'ms', figures: [alone.p99] }),
    figureRow({
      what: `median time of a suggestion while typing, over ${names}`,
      unit: 'ms',
      figures: [typing.p50],
      limit: size === '100k' ? { most: SUGGESTION_MS } : null,
    }),
    figureRow({ what: `memory with ${names}`, unit: 'MB', figures: [ours.filled.megabytes] }),
  ]
  for (const peer of options.peers.split(',')) {
    const row = await compare(ours, peer, size, asked)
    if (row) rows.push(row)
    asked += rounds * SIZES[size].queries
  }
  ours.end()
  return rows
}

async function compare(ours, peer, size, from) {
  const { names, queries } = SIZES[size]
  const theirs = await startSide([peer, size], PEER_MINUTES)
  const pairs = []
  const ask = (side, round) => side.ask(from + round * queries, queries)
  for (let round = 0; theirs.filled && round < rounds; round++) {
    // Who is asked first changes from round to round.
    const first = await ask(round % 2 === 0 ? ours : theirs, round)
    const second = await ask(round % 2 === 0 ? theirs : ours, round)
    if (!first || !second) break
    pairs.push(round % 2 === 0 ? [first.p50, second.p50] : [second.p50, first.p50])
  }
  theirs.end()
  const what = `median time of a search over ${names.toLocaleString('en-US')} names : ${peer}`
  if (pairs.length < rounds) {
    console.log(`${what}: it did not come to its end`)
    return null
  }
  const of = (side) => pairs.map((pair) => pair[side])
  return ratioRow({ what, unit: 'ms', ours: of(0), peer: of(1), limit: LIMITS[peer] ?? null })
}

async function qualityRows() {
  const side = await startSide(['quality'])
  const { freehold, ...peers } = side.filled
  side.end()
  return Object.entries(peers).map(([peer, ndcg]) => ({
    ...ratioRow({
      what: `NDCG@5 on development queries : ${peer}`,
      unit: '',
      ours: [freehold],
      peer: [ndcg],
      limit: { least: 1 },
    }),
    // The same queries and judgments every time: there is nothing that could spread.
    spread: null,
  }))
}

/** In the child: fills one engine, then answers what it is asked until nobody asks any more. */
async function serve([system, size]) {
  process.on('disconnect', () => process.exit(0))
  if (system === 'quality') {
    process.send(await quality())
    return
  }
  const { names } = SIZES[size]
  const { search, filled } = system === 'freehold' ? await ourSide(names) : await peerSide(system, names)
  const queries = await makeQueries(QUERIES_MADE)
  const until = performance.now() + WARM_UP.seconds * 1000
  for (const query of queries.slice(0, WARM_UP.queries)) if (performance.now() < until) await search(query)
  const resident = megabytes()
  console.log(`${system}, ${names} names: ${filled}, RSS ${resident} MB`)
  process.on('message', async ({ from, count, typing }) => {
    const asked = queries.slice(from, from + count)
    const timed = await timeQueries(typing ? asked.flatMap(listBeginnings) : asked, search)
    console.log(`${system}, ${names} names${typing ? ', while typing' : ''}: ${timed.text}`)
    process.send(timed)
  })
  process.send({ megabytes: resident })
}

function megabytes() {
  globalThis.gc?.()
  return Math.round(process.memoryUsage.rss() / 1e6)
}

async function ourSide(count) {
  const { LocalSearchEngine } = await loadSource('engine')
  const { openEmbedder } = await loadSource('model/embedder')
  const engine = await LocalSearchEngine.load()
  const embedder = openEmbedder()
  const [take, embedWord] = [await nameSource(), await standInVectors(embedder)]
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
        vector: await embedWord(name),
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
  return {
    search: (q) => engine.search({ q }),
    filled: `indexed in ${seconds(indexing)} s, settled ${seconds(settling)} s later`,
  }
}

async function peerSide(name, count) {
  const { openEmbedder } = await loadSource('model/embedder')
  const embedder = openEmbedder()
  const hybrid = name === 'Orama hybrid'
  const [take, embedWord] = [await nameSource(), await standInVectors(embedder)]
  const documents = []
  for (const [id, own] of take(count).entries()) {
    documents.push({
      id,
      domain: own.domain,
      text: own.words.join(' '),
      vector: hybrid ? unit(await embedWord(own)) : [],
    })
  }
  const start = performance.now()
  const run = await PEERS[name](documents)
  return {
    // Only the hybrid engine needs the query's vector; its making is part of the answer's time.
    search: async (q) => run(q, hybrid ? unit((await embedder.embed([q]))[0]) : []),
    filled: `indexed in ${seconds(performance.now() - start)} s`,
  }
}

function unit(bytes) {
  return Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, 384), (value) => value / 508)
}

/** NDCG@5 of each engine on the graded queries, on the same names, segmented for all alike. */
async function quality() {
  const { LocalSearchEngine } = await loadSource('engine')
  const { EMBEDDING_VERSION } = await loadSource('embedding-version')
  const { NameReader } = await loadSource('names/understand-name')
  const { openEmbedder } = await loadSource('model/embedder')
  const engine = await LocalSearchEngine.load()
  const reader = new NameReader()
  const embedder = openEmbedder()
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
      (q) => q.collection === collection && q.split === 'dev' && q.kind !== 'nonsense',
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
    console.log(`${name}: NDCG@5 ${mean(values).toFixed(3)} on ${values.length} development queries`)
  }
  return Object.fromEntries(Object.entries(scores).map(([name, values]) => [name, mean(values)]))
}
