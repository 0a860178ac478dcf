// `npm run sample-vectors`: embeds the sample domains and writes packages/server/data/sample-vectors.bin.gz. Needed when the samples, the
// embedding model or the text it reads change; packages/server/src/commands/seed.api.test.ts fails until then.
import '../bench/from-source.mjs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

const { EMBEDDING_VERSION } = await import('../packages/search/src/index.ts')
const { LocalSearchEngine } = await import('../packages/search/src/engine.ts')
const { openEmbedded } = await import('../packages/server/src/db/embedded.ts')
const { migrate } = await import('../packages/server/src/db/migrate.ts')
const { seedInventories } = await import('../packages/server/src/modules/catalog/index.ts')
const { textHash } = await import('../packages/server/src/modules/search/rules.ts')
const { listForSale } = await import('../packages/server/src/modules/search/store/listings.ts')

const ALL = 100_000
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-samples-'))
const db = await openEmbedded({ directory: path.join(folder, 'database') })
try {
  await migrate(db)
  await db.tx((tx) => seedInventories(tx, new Date()))
  const rows = [...(await listForSale(db, 'sandbox', '', ALL)), ...(await listForSale(db, 'live', '', ALL))]
  const byText = new Map(rows.map((row) => [textHash(row).toString('hex'), row]))
  const texts = [...byText].sort(([a], [b]) => (a < b ? -1 : 1))
  const engine = await LocalSearchEngine.load()
  const vectors = await engine.embedListings(
    texts.map(([, { domain, categories, description }]) => ({
      domain,
      categories,
      ...(description === null ? {} : { description }),
    })),
  )
  const records = texts.flatMap(([hash], at) => [Buffer.from(hash, 'hex'), Buffer.from(vectors[at])])
  const bytes = gzipSync(Buffer.concat([Buffer.from(`${EMBEDDING_VERSION}\n`), ...records]), { level: 9 })
  writeFileSync(path.join(root, 'packages/server/data/sample-vectors.bin.gz'), bytes)
  console.log(`${texts.length} sample domains, ${Math.round(bytes.length / 1024)} KB`)
  await engine.close()
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}
