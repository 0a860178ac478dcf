// Owns what is compared: our engine, its parts alone, the engine before the trained encoder, and two engines of others.
import { readFileSync } from 'node:fs'
import { INVENTORIES, measure } from './graded.mjs'
import { fill, loadSource, readVectors } from './load-engine.mjs'

const BASELINE = new URL('../data/baseline-rankings.json', import.meta.url)
const PEERS = ['MiniSearch', 'Orama hybrid']

export async function loadEngine() {
  const { LocalSearchEngine } = await loadSource('engine')
  const { EMBEDDING_VERSION } = await loadSource('embedding-version')
  const engine = await LocalSearchEngine.load()
  for (const [name, listings] of Object.entries(INVENTORIES)) await fill(engine, EMBEDDING_VERSION, name, listings)
  return engine
}

/** Each system: (query) → at most five domains. */
export async function loadSystems(engine, { peers = true } = {}) {
  const { BASELINES } = await loadSource('rank/baselines')
  const systems = {}
  for (const [name, rank] of Object.entries(BASELINES)) systems[name] = (query) => rank(engine, ask(query))
  if (peers) Object.assign(systems, await loadPeers())
  const { rankings } = JSON.parse(readFileSync(BASELINE, 'utf8'))
  systems.before = async ({ collection, query }) => (rankings[collection]?.[query] ?? '').split(' ').filter(Boolean)
  systems.freehold = async (query) => (await engine.search(ask(query))).results.map((result) => result.domain)
  return systems
}

const ask = ({ query, collection }) => ({ q: query, collection, limit: 5 })

/** They get the same names, split into words, and Orama the same vectors. Nothing when the benchmarks are not installed. */
async function loadPeers() {
  let built
  try {
    built = (await import('../../../bench/search/peers.mjs')).PEERS
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.log('MiniSearch and Orama are left out: `npm ci` in bench/ installs them.\n')
    return {}
  }
  const { NameReader } = await loadSource('names/understand-name')
  const { openEmbedder } = await loadSource('model/embedder')
  const [reader, embedder] = [new NameReader(), openEmbedder()]
  const { EMBEDDING_VERSION } = await loadSource('embedding-version')
  const vectors = readVectors(EMBEDDING_VERSION)
  const indexes = {}
  for (const [collection, listings] of Object.entries(INVENTORIES)) {
    const documents = listings.map(({ domain }, id) => {
      return {
        id,
        domain,
        text: reader.read(domain).tokens.join(' '),
        vector: toUnit(Buffer.from(vectors[domain], 'base64')),
      }
    })
    for (const name of PEERS) indexes[`${name} ${collection}`] = await built[name](documents)
  }
  const rank =
    (name) =>
    async ({ query, collection }) => {
      const vector = name === 'Orama hybrid' ? toUnit((await embedder.embed([query]))[0]) : []
      return indexes[`${name} ${collection}`](query, vector)
    }
  return Object.fromEntries(PEERS.map((name) => [name.replace(' hybrid', ''), rank(name)]))
}

const toUnit = (bytes) => Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, 384), (value) => value / 508)

/** For every query what every system finds, and what that is worth. */
export async function runSystems(systems, queries) {
  const rows = []
  for (const query of queries) {
    const [rankings, measures] = [{}, {}]
    for (const [name, rank] of Object.entries(systems)) {
      rankings[name] = await rank(query)
      measures[name] = measure(rankings[name], query.judgments)
    }
    rows.push({ query, rankings, measures })
  }
  return rows
}
