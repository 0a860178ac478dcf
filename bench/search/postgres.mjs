// Measures search with its index in PostgreSQL: time end to end, memory, size on disk, and NDCG beside the engine in memory.
// Usage: node bench/search/postgres.mjs [10k] [100k] [1m] [quality]   (default: 100k quality)
// TEST_DATABASE_URL names a server with other extensions; else one is started, with what the machine has installed.

import '../from-source.mjs'

const { default: pino } = await import('pino')
const { EMBEDDING_VERSION } = await import('@freehold/search')
const { INVENTORIES, measure, QUERIES } = await import('../../packages/search/scripts/graded.mjs')
const { mean } = await import('../../packages/search/scripts/statistics.mjs')
const { loadSource } = await import('../../packages/search/scripts/load-engine.mjs')
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { openPostgres } = await import('../../packages/server/src/db/postgres.ts')
const { openSearchEngine } = await import('../../packages/server/src/modules/search/index.ts')
const { createDatabase, startPostgres } = await import('../../packages/server/test/postgres.ts')
const { makeQueries, nameSource, standInVectors } = await import('./names.mjs')

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const WARM_UP = 60
const CHUNK = 2_000
const log = pino({ level: 'info', base: null })

const parts = process.argv.slice(2)
const server = await startPostgres(['shared_buffers=1GB', 'max_wal_size=8GB'])
try {
  for (const part of parts.length > 0 ? parts : ['100k', 'quality']) {
    const url = await createDatabase(server.url, 'freehold_bench_search')
    const db = openPostgres({ url, poolSize: 4 })
    await migrate(db)
    const engine = openSearchEngine({ searchEngine: 'postgres' }, { db, log })
    await (part === 'quality' ? quality(db, engine) : speed(db, engine, SIZES[part]))
    await engine.close()
    await db.close()
  }
} finally {
  await server.stop()
}

/** The listings, their vectors, and the index over them, as the service keeps them. */
async function put(db, engine, environment, documents) {
  const column = (name) => documents.map((document) => document[name])
  const vectors = documents.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))
  await db.run({
    text: `with rows as (select * from unnest($2::text[], $3::text[], $4::bigint[], $5::bytea[]) as r(id, domain, price, vector)),
      listed as (insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents,
                   currency, status, listed_at, updated_at)
        select id, $1, domain, domain, split_part(domain, '.', 1), split_part(domain, '.', 2), price, price, 'USD', 'listed', now(), now()
        from rows)
      insert into listing_vectors (listing_id, version, text_hash, vector) select id, $6, sha256(id::bytea), vector from rows`,
    values: [environment, column('id'), column('domain'), column('priceCents'), vectors, EMBEDDING_VERSION],
  })
  await engine.upsert(documents, environment)
}

async function speed(db, engine, count) {
  const { openEmbedder } = await loadSource('model/embedder')
  const embedder = openEmbedder()
  const [take, embedWord] = [await nameSource(), await standInVectors(embedder)]
  const start = performance.now()
  for (let from = 0; from < count; from += CHUNK) {
    const documents = []
    for (const [i, name] of take(Math.min(CHUNK, count - from)).entries()) {
      const vector = await embedWord(name)
      const id = `lst_${String(from + i).padStart(8, '0')}`
      documents.push({ id, domain: name.domain, priceCents: 10_000 + (i % 500) * 1_000, currency: 'USD', vector })
    }
    await put(db, engine, 'live', documents)
  }
  const loaded = performance.now()
  // The extensions' indexes are made over what is there, as on a service that is switched over.
  await engine.ready()
  const seconds = (from, to) => ((to - from) / 1000).toFixed(0)
  const ready = performance.now()
  await embedder.close()
  await db.run({ text: 'vacuum analyze', values: [] })
  const times = []
  for (const [i, q] of (await makeQueries(360)).entries()) {
    const began = performance.now()
    await engine.search({ q, collection: 'live' })
    if (i >= WARM_UP) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1)
  const size = await db.one({ text: "select pg_total_relation_size('search_names') / 1000000 as mb", values: [] })
  console.log(
    `${count} names: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms; RSS of the process ${Math.round(process.memoryUsage.rss() / 1e6)} MB; ` +
      `index on disk ${size.mb} MB; loaded in ${seconds(start, loaded)} s, extensions' indexes in ${seconds(loaded, ready)} s`,
  )
}

async function quality(db, engine) {
  await engine.ready()
  const scores = []
  for (const [collection, environment] of [
    ['small', 'sandbox'],
    ['wide', 'live'],
  ]) {
    const listings = INVENTORIES[collection]
    const vectors = await engine.embedListings(listings)
    for (let from = 0; from < listings.length; from += CHUNK) {
      const documents = listings.slice(from, from + CHUNK).map(({ domain }, i) => ({
        id: `lst_${environment}${from + i}`,
        domain,
        priceCents: 100_000,
        currency: 'USD',
        vector: vectors[from + i],
      }))
      await put(db, engine, environment, documents)
    }
    await db.run({ text: 'analyze', values: [] })
    for (const query of QUERIES.filter((one) => one.collection === collection && one.split !== 'test')) {
      const { results } = await engine.search({ q: query.query, collection: environment })
      const domains = results.map((result) => result.domain)
      scores.push({ query, ndcg: measure(domains, query.judgments).ndcg })
    }
  }
  const of = (select) => {
    const chosen = scores.filter(({ query }) => select(query))
    return `${mean(chosen.map(({ ndcg }) => ndcg)).toFixed(3)} on ${chosen.length}`
  }
  console.log(
    `NDCG@5: development ${of(({ split, kind }) => split === 'dev' && kind !== 'nonsense')}, ` +
      `nonsense ${of(({ kind }) => kind === 'nonsense')} queries`,
  )
}
