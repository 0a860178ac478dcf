// Keeps this process's index equal to the inventory: loads it once in the background, then follows every change.
import { EMBEDDING_VERSION, type SearchDocument, type SearchEngine } from '@freehold/search'
import type { Deps } from '../../deps.ts'
import { ENVIRONMENTS } from '../../kernel/owner.ts'
import { textHash } from './rules.ts'
import { type IndexRow, listChanged, listForSale, listUnembedded, readMark, saveVectors } from './store.ts'

const LOAD_BATCH = 2000
/** Small, so that a search never waits long behind an embedding. */
const EMBED_BATCH = 32
/** So few are embedded at once by every process; more are left to the one that sweeps. */
const AT_ONCE_MAX = 64
/** An index that lacks less than this share of the inventory may answer while the rest is embedded. */
const LACKING_SHARE_MAX = 0.05
const POLL_MS = 250
const RETRY_MS = 2000

export type SearchSync = { stop(): Promise<void>; caughtUp(): Promise<void> }

type SyncDeps = Pick<Deps, 'db' | 'search' | 'log' | 'metrics'> & {
  /** True for the one process that embeds what an import brought; asked again before every batch. */
  mayEmbed(): Promise<boolean>
}

const hasVector = (row: IndexRow): boolean =>
  row.version === EMBEDDING_VERSION && row.vector !== null && (row.textHash?.equals(textHash(row)) ?? false)

const documentOf = (row: IndexRow): SearchDocument => ({
  id: row.id,
  domain: row.domain,
  priceCents: row.priceCents,
  currency: row.currency,
  categories: row.categories,
  ...(row.description === null ? {} : { description: row.description }),
  ...(hasVector(row) ? { vector: row.vector as Buffer } : {}),
})

export function startSearchSync(deps: SyncDeps, engine: SearchEngine): SearchSync {
  const { db, log, metrics } = deps
  let stopped = false
  let mark = '0'
  let passes = 0
  let sweeping: Promise<void> | null = null
  let sweepAgain = false

  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

  async function upsert(rows: readonly IndexRow[]): Promise<void> {
    for (const environment of ENVIRONMENTS) {
      const mine = rows.filter((row) => row.environment === environment)
      if (mine.length === 0) continue
      const { embedded } = await engine.upsert(mine.map(documentOf), environment)
      if (embedded.length === 0) continue
      metrics.embedded.inc(embedded.length)
      const byId = new Map(mine.map((row) => [row.id as string, row]))
      const vectors = embedded.map(({ id, vector }) => ({
        id: String(id),
        vector,
        textHash: textHash(byId.get(String(id))!),
      }))
      await saveVectors(db, EMBEDDING_VERSION, vectors)
    }
  }

  async function take(rows: readonly IndexRow[]): Promise<void> {
    for (const environment of ENVIRONMENTS) {
      const gone = rows.filter((row) => row.environment === environment && row.status !== 'listed').map((row) => row.id)
      if (gone.length > 0) await engine.remove(gone, environment)
    }
    const listed = rows.filter((row) => row.status === 'listed')
    await upsert(listed.filter(hasVector))
    const bare = listed.filter((row) => !hasVector(row))
    if (bare.length > AT_ONCE_MAX) return sweepLater()
    for (let start = 0; start < bare.length; start += EMBED_BATCH) await upsert(bare.slice(start, start + EMBED_BATCH))
  }

  /** Embeds what an import left, newest first, a few at a time, beside everything else. */
  async function sweep(): Promise<void> {
    do {
      sweepAgain = false
      for (let before: string | null = null; !stopped; ) {
        if (!(await deps.mayEmbed())) return
        const rows = await listUnembedded(db, EMBEDDING_VERSION, before, EMBED_BATCH)
        if (rows.length === 0) break
        before = rows.at(-1)!.id
        await upsert(rows.map((row) => ({ ...row, vector: null })))
      }
    } while (sweepAgain && !stopped)
  }

  function sweepLater(): void {
    sweepAgain = true
    sweeping ??= sweep()
      .catch((error) => log.warn({ err: error }, 'embedding stopped; it goes on with the next change'))
      .finally(() => {
        sweeping = null
      })
  }

  async function load(): Promise<void> {
    await engine.ready()
    mark = await readMark(db)
    let all = 0
    let bare = 0
    for (const environment of ENVIRONMENTS)
      for (let after = ''; !stopped; ) {
        const rows = await listForSale(db, environment, after, LOAD_BATCH)
        if (rows.length === 0) break
        after = rows.at(-1)!.id
        all += rows.length
        bare += rows.filter((row) => !hasVector(row)).length
        await upsert(rows.filter(hasVector))
      }
    if (bare > 0) sweepLater()
    if (bare > all * LACKING_SHARE_MAX) await sweeping
    if (!stopped) for (const environment of ENVIRONMENTS) deps.search.ready.add(environment)
  }

  async function follow(): Promise<void> {
    const next = await readMark(db)
    for (let after = ''; !stopped; ) {
      const rows = await listChanged(db, mark, after, LOAD_BATCH)
      if (rows.length === 0) break
      after = rows.at(-1)!.id
      await take(rows)
    }
    mark = next
    passes++
  }

  async function run(): Promise<void> {
    let loaded = false
    while (!stopped) {
      try {
        if (!loaded) await load()
        loaded = true
        await follow()
        await pause(POLL_MS)
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'the search index fell behind; trying again')
        await pause(RETRY_MS)
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopped = true
      await running
      await sweeping
    },
    /** For tests: every change committed before the call is in the index afterwards. */
    async caughtUp() {
      const until = passes + 2
      while ((passes < until || sweeping) && !stopped) await pause(20)
    },
  }
}
