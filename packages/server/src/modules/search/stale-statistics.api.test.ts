// An import that the statistics do not know yet: what it does to searches and reports is planned for its size, not for that of before.
import { EMBEDDING_VERSION } from '@freehold/search'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { type Database, type Db, Sql, sql } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { listTrigrams } from './rules.ts'
import { findDomain, findSellable, readProgress, searchByKeyword } from './store/listings.ts'
import { enqueueListings, saveWaitingNames } from './store/queue.ts'

const NAMES = 3000
/** Rows that a statement may touch for each name. Joined one by one, it would be thousands. */
const TOUCHED_MAX = 20
/** Of a statement that looks up single names. */
const LOOKUP_MAX = 300
/** Pages for each name that is looked up: what an index skips shows in no count of rows. */
const PAGES_MAX = 10
const EVERYBODY = { partnerId: null, environment: 'live' } as const
const NO_FILTER = { tld: undefined, minPriceCents: undefined, maxPriceCents: undefined }

type Node = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

const countTouched = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + countTouched(plan), 0)

/** Counts the rows and pages that statements touch, by the server's own account. */
function counted(db: Database): { db: Database; touched: () => number; pages: () => number } {
  let touched = 0
  let pages = 0
  const on = (one: Db): Db => {
    const explain = async ({ text, values }: Sql) => {
      const explained = new Sql(`explain (analyze, buffers, timing off, format json) ${text}`, values)
      const row = await one.one<{ 'QUERY PLAN': [{ Plan: Node }] | string }>(explained)
      const plan = row?.['QUERY PLAN'] ?? '[]'
      const [{ Plan }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: Node }]
      touched += countTouched(Plan)
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    return {
      many: async (statement) => {
        await explain(statement)
        return one.many(statement)
      },
      one: async (statement) => {
        await explain(statement)
        return one.one(statement)
      },
      run: (statement) => one.run(statement),
    }
  }
  const session: Database['session'] = (work) => db.session((own) => work({ ...own, ...on(own) }))
  return { db: { ...db, ...on(db), session }, touched: () => touched, pages: () => pages }
}

let service: TestService
const ids: string[] = []
const domains = Array.from({ length: NAMES }, (_, i) => `lateimport${i}.com`)
beforeAll(async () => {
  service = await startTestService()
  const { db, clock } = service
  for (const table of [
    sql`listings`,
    sql`listing_vectors`,
    sql`embedding_queue`,
    sql`waiting_names`,
    sql`search_names`,
  ])
    await db.run(sql`analyze ${table}`)
  const now = clock.now()
  ids.push(...domains.map(() => newId('listing', now)))
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                            listed_at, updated_at)
      select id, 'live', domain, domain, split_part(domain, '.', 1), 'com', 100, 1, 'USD', 'listed', ${now}, ${now}
      from unnest(${ids}::text[], ${domains}::text[]) as r(id, domain)`)
    await enqueueListings(tx, EMBEDDING_VERSION, ids)
    await saveWaitingNames(
      tx,
      EMBEDDING_VERSION,
      ids.map((id, i) => ({ id, environment: 'live', changedXid: '1', trigrams: listTrigrams([domains[i]!]) })),
    )
  })
})
afterAll(() => service?.close())

it('counts what waits by reading each name a few times', async () => {
  const { db, touched } = counted(service.db)
  const { waiting } = await readProgress(db, 'live', EMBEDDING_VERSION, false)
  expect(waiting).toBeGreaterThanOrEqual(NAMES)
  expect(touched()).toBeLessThan(NAMES * TOUCHED_MAX)
})

it('compares the words of no name that has not all of their trigrams', async () => {
  const { db, touched } = counted(service.db)
  const now = service.clock.now()
  const words = ['lateimport2718']
  const waiting = { version: EMBEDDING_VERSION, trigrams: listTrigrams(words) }
  const found = await searchByKeyword(db, EVERYBODY, words, NO_FILTER, now, 3, { most: 10_000, leastHits: 1, waiting })
  expect(found.map(({ domain }) => domain)).toEqual(['lateimport2718.com'])
  // The trigrams of a small table may be read one by one.
  expect(touched()).toBeLessThan(NAMES * 1.5)
})

it('reads every name of an import that has the words by its ID alone', async () => {
  const { db, pages } = counted(service.db)
  const words = ['lateimport']
  const waiting = { version: EMBEDDING_VERSION, trigrams: listTrigrams(words) }
  const reading = { most: 10_000, leastHits: 1, waiting }
  const found = await searchByKeyword(db, EVERYBODY, words, NO_FILTER, service.clock.now(), 3, reading)
  expect(found).toHaveLength(3)
  expect(pages()).toBeLessThan(NAMES * PAGES_MAX)
})

it('looks up a name, and those that an index proposes, without reading the others', async () => {
  const now = service.clock.now()
  const one = counted(service.db)
  expect((await findDomain(one.db, EVERYBODY, domains[2718]!, NO_FILTER, now))?.id).toBe(ids[2718])
  expect(one.touched()).toBeLessThan(LOOKUP_MAX)
  const some = counted(service.db)
  expect(await findSellable(some.db, EVERYBODY, ids.slice(0, 50), NO_FILTER, now)).toHaveLength(50)
  expect(some.touched()).toBeLessThan(LOOKUP_MAX)
})
