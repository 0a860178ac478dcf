// Several processes on one database: they agree on what is for sale and share an import, a restart embeds nothing, and some have their
// index in another process. IMPORT_NAMES lengthens it; `npm run prove -- cluster` does.
import { randomUUID } from 'node:crypto'
import { createSearchEngine, EMBEDDING_VERSION } from '@freehold/search'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { startSearchServer } from '../../../test/search-server.ts'
import { sql } from '../../db/sql.ts'
import { deriveSearchToken, SEARCH_PATH, STATE_PATH } from '../../kernel/contracts/search-protocol.ts'
import { newId } from '../../kernel/ids.ts'
import { listTrigrams } from './rules.ts'
import { startSearchSync } from './service/sync-index.ts'
import { searchByKeyword } from './store/listings.ts'
import {
  countQueued,
  enqueueListings,
  finishListings,
  leaseListings,
  purgeQueue,
  saveWaitingNames,
} from './store/queue.ts'

const V1 = '/api/partner/v1'
/** A second on a calm machine; a busy one may take its time. */
const SOON = { timeout: 60_000, interval: 50 }
/** A process that comes back is used again by then. */
const RECOVERY = { timeout: 10_000, interval: 50 }

const IMPORT_NAMES = Number(process.env.IMPORT_NAMES ?? 100)
/** Until a search that finds them begins. */
const FOUND_SECONDS_MAX = Number(process.env.FOUND_SECONDS_MAX ?? 60)
/** Two processes on a busy machine, with other work: seldom fewer than 16 names a second. */
const EMBEDDED = { timeout: 60_000 + IMPORT_NAMES * 60, interval: 500 }

let first: TestService
let second: TestService
let buyer: TestPartner
let other: TestPartner
beforeAll(async () => {
  first = await startTestService({}, { search: true })
  second = await startTestService({}, { search: true, on: first })
  buyer = await first.partner()
  other = await first.partner()
}, 120_000)

const makeLabel = (word: string) => `${word}${randomUUID().slice(0, 4)}`
const embeddedBy = async (service: TestService) => (await service.deps.metrics.embedded.get()).values[0]?.value ?? 0

async function finds(service: TestService, label: string, who = buyer): Promise<boolean> {
  const { json } = await service.signed(who, 'GET', `${V1}/domains/search?q=${label}`)
  return (json.results as { domain: string }[]).some(({ domain }) => domain === `${label}.com`)
}
const agree = (label: string, found: boolean, who = buyer) =>
  vi.waitFor(async () => {
    expect([await finds(first, label, who), await finds(second, label, who)]).toEqual([found, found])
  }, SOON)

const searchNames = async (service: TestService, text: string): Promise<string[]> => {
  const { json } = await service.signed(buyer, 'GET', `${V1}/domains/search?q=${encodeURIComponent(text)}`)
  return (json.results as { domain: string }[]).map(({ domain }) => domain)
}

async function importNames(count: number, description = 'A name of many.', label = 'backlog'): Promise<string> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      domain: `${label}-${i}-${randomUUID().slice(0, 8)}.com`,
      price_cents: 5000,
      currency: 'USD',
      description,
    }),
  )
  const response = await first.send({
    method: 'POST',
    url: '/api/operator/v1/listings/import?environment=sandbox',
    headers: { authorization: `Bearer ${first.operatorToken}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  expect(response.json).toMatchObject({ status: 'completed', created: count })
  return response.json.import_id
}
const readProgress = async (importId: string) =>
  (await second.operator('GET', `/listings/imports/${importId}`)).json.search as { embedded: number; waiting: number }

describe('two processes', () => {
  it("agree on a listing's whole life, wherever it is changed", async () => {
    const label = makeLabel('velvetharbour')
    const domain = `${label}.com`
    const { listing_id } = await first.list('sandbox', domain)
    await agree(label, true)

    const quote = await second.signed(other, 'POST', `${V1}/quotes`, { domain })
    await agree(label, false)
    await agree(label, true, other)
    await first.signed(other, 'DELETE', `${V1}/quotes/${quote.json.quote_id}`)
    await agree(label, true)

    const order = await second.signed(
      buyer,
      'POST',
      `${V1}/orders`,
      { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'x' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(order.status).toBe(201)
    await agree(label, false)
    await first.signed(buyer, 'POST', `${V1}/refunds`, { order_public_id: order.json.public_id, reason: 'other' })
    await agree(label, true)

    await second.operator('PATCH', `/listings/${listing_id}`, { price_cents: 77_700 })
    await first.operator('DELETE', `/listings/${listing_id}`)
    await agree(label, false)
  })

  it('embed an import once between them, and its report tells how far they are', async () => {
    await first.searchCaughtUp()
    const before = (await embeddedBy(first)) + (await embeddedBy(second))
    const importId = await importNames(100)
    await vi.waitFor(async () => expect(await readProgress(importId)).toMatchObject({ waiting: 0 }), SOON)
    expect((await readProgress(importId)).embedded).toBeGreaterThanOrEqual(100)
    expect((await embeddedBy(first)) + (await embeddedBy(second)) - before).toBe(100)
    for (const service of [first, second])
      await vi.waitFor(async () => {
        expect(await service.deps.metrics.scrape()).toContain('\nfreehold_search_embedding_waiting 0\n')
      }, SOON)
  })

  it('leave alone what another process has leased, and take over when its lease ends', async () => {
    for (const service of [first, second]) {
      await service.searchCaughtUp()
      expect(service.deps.search.ready.has('sandbox')).toBe(true)
    }
    const before = (await embeddedBy(first)) + (await embeddedBy(second))
    const domains = Array.from({ length: 70 }, (_, i) => `marigoldteapot-${i}.com`)
    const now = first.clock.now()
    const ids = domains.map(() => newId('listing', now))
    await first.db.tx(async (tx) => {
      await tx.run(sql`
        insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                              listed_at, updated_at)
        select id, 'sandbox', domain, domain, split_part(domain, '.', 1), 'com', 100, 1, 'USD', 'listed', ${now}, ${now}
        from unnest(${ids}::text[], ${domains}::text[]) as r(id, domain)`)
      await tx.run(sql`
        insert into embedding_queue (listing_id, version, leased_by, leased_until)
        select id, ${EMBEDDING_VERSION}, 'wrk_elsewhere', now() + interval '50 seconds' from unnest(${ids}::text[]) as r(id)`)
    })
    // Both processes find them by name and by word, and say how many wait.
    for (const service of [first, second]) {
      await vi.waitFor(async () => {
        expect((await searchNames(service, 'marigoldteapot-7.com'))[0]).toBe('marigoldteapot-7.com')
        expect((await searchNames(service, 'marigold teapot'))[0]).toMatch(/^marigoldteapot-/)
      }, SOON)
      expect(await service.deps.metrics.scrape()).toContain('\nfreehold_search_embedding_waiting 70\n')
    }
    // What one person changes meanwhile does not wait behind it.
    const label = makeLabel('amberlantern')
    await second.list('sandbox', `${label}.com`)
    await agree(label, true)
    await vi.waitFor(async () => {
      expect((await embeddedBy(first)) + (await embeddedBy(second)) - before).toBe(1)
    }, SOON)
    // A name that is embedded stays first for its exact name, although those that wait have the same words.
    await first.db.run(sql`update embedding_queue set leased_until = now() where listing_id = ${ids[7]!}`)
    const wanted = { q: domains[7]!, collection: 'sandbox', limit: 5 }
    for (const service of [first, second]) {
      await vi.waitFor(async () => {
        const { results } = await service.searchEngine!.search(wanted)
        expect(results.map(({ domain }) => domain)).toContain(wanted.q)
      }, SOON)
      const found = await searchNames(service, wanted.q)
      expect(found[0]).toBe(wanted.q)
      // Two of those that wait follow.
      expect(found.filter((domain) => domain.startsWith('marigoldteapot-')).length).toBeGreaterThan(1)
      expect(new Set(found).size).toBe(found.length)
    }

    await first.db.run(sql`update embedding_queue set leased_until = now() where leased_by = 'wrk_elsewhere'`)
    await vi.waitFor(async () => {
      expect((await embeddedBy(first)) + (await embeddedBy(second)) - before).toBe(71)
      expect(await first.deps.metrics.scrape()).toContain('\nfreehold_search_embedding_waiting 0\n')
    }, SOON)
  })

  /** A process whose embedding waits until it is released, and then fails or goes on. What has a vector is put into its index as usual. */
  async function startHeld(fails: boolean) {
    const service = await startTestService()
    const engine = createSearchEngine()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let attempts = 0
    /** The texts of the listing as they were put into the index. */
    const put: (string | undefined)[] = []
    const held = {
      keepsIndex: engine.keepsIndex,
      ready: () => engine.ready(),
      remove: engine.remove.bind(engine),
      upsert: async (...[documents, collection]: Parameters<typeof engine.upsert>) => {
        if (documents.some(({ vector }) => vector === undefined)) {
          attempts++
          await released
          if (fails) throw new Error('no memory')
        }
        put.push(...documents.map(({ description }) => description))
        return engine.upsert(documents, collection)
      },
    }
    const sync = startSearchSync(service.deps, held, { holdsIndex: true, embeds: true })
    const { listing_id: id } = await service.list('sandbox', 'ambercompass.com')
    await vi.waitFor(() => expect(attempts).toBeGreaterThan(0), SOON)
    return { service, engine, id, put, release, sync }
  }
  const endLeases = (service: TestService) =>
    service.db.run(sql`update embedding_queue set leased_until = now() where done_at is null`)

  it.each([
    ['immediately', false],
    ['after another process has embedded it', true],
  ])('have a listing in their index that they fail to embed %s', async (_, isLate) => {
    const { service, engine, release, sync } = await startHeld(true)
    if (!isLate) release()
    const healthy = await startTestService({}, { search: true, on: service })
    const find = async () => {
      await endLeases(service)
      const { results } = await engine.search({ q: 'ambercompass.com', collection: 'sandbox', limit: 5 })
      expect(results.map(({ domain }) => domain)).toEqual(['ambercompass.com'])
    }
    await vi.waitFor(find, SOON)
    release()
    await sync.stop()
    await find()
    await healthy.close()
    await engine.close()
  })

  it('keep the vector of the newer text when a process embeds the older one for longer than its lease', async () => {
    const { service, engine, id, put, release, sync } = await startHeld(false)
    const description = 'Maps and sextants for sailors.'
    expect((await service.operator('PATCH', `/listings/${id}`, { description })).status).toBe(200)
    const healthy = await startTestService({}, { search: true, on: service })
    const readHash = async () =>
      (
        await service.db.one<{ hash: string }>(
          sql`select encode(text_hash, 'hex') as hash from listing_vectors where listing_id = ${id}`,
        )
      )?.hash
    await vi.waitFor(async () => {
      await endLeases(service)
      expect(await readHash()).toBeDefined()
      expect(await countQueued(service.db, EMBEDDING_VERSION)).toBe(0)
    }, SOON)
    const newer = await readHash()
    release()
    await sync.caughtUp()
    expect(await readHash()).toBe(newer)
    expect(put.at(-1)).toBe(description)
    await sync.stop()
    await healthy.close()
    await engine.close()
  })

  it('embed a listing again that changed while it was being embedded', async () => {
    const { listing_id: id } = await first.list('sandbox', `${makeLabel('cobaltferry')}.com`)
    // Of a version that no process here embeds.
    const version = 'other'
    const lease = () => leaseListings(first.db, version, 'wrk_here', 32)
    await enqueueListings(first.db, version, [id])
    const leased = await lease()
    expect(leased.map(({ listingId }) => listingId)).toEqual([id])
    await enqueueListings(second.db, version, [id])
    // It is still leased: no other process embeds the same text.
    expect(await lease()).toEqual([])
    await finishListings(first.db, version, 'wrk_here', leased)
    expect(await countQueued(first.db, version)).toBe(1)
    const again = await lease()
    expect(again.map(({ listingId }) => listingId)).toEqual([id])
    await finishListings(first.db, version, 'wrk_here', again)
    expect(await countQueued(first.db, version)).toBe(0)
  })

  it('find a name that waits by all of its words, whatever waits beside it', async () => {
    const version = 'other'
    const names = ['cinnabaranchor', ...Array.from({ length: 30 }, (_, i) => `cinnabarlathe-${i}`)]
    const ids: string[] = []
    for (const name of names) ids.push((await first.list('sandbox', `${name}.com`)).listing_id)
    const queue = async (
      rows: { id: string; domain: string }[],
      changedXid = '1',
      environment: 'live' | 'sandbox' = 'sandbox',
    ) =>
      first.db.tx(async (tx) => {
        await enqueueListings(
          tx,
          version,
          rows.map(({ id }) => id),
        )
        const named = rows.map((row) => ({ ...row, environment, changedXid, trigrams: listTrigrams([row.domain]) }))
        await saveWaitingNames(tx, version, named)
      })
    await queue(names.map((domain, i) => ({ id: ids[i]!, domain })))
    const liveName = 'cinnabarrudder'
    await queue([{ id: (await first.list('live', `${liveName}.com`)).listing_id, domain: liveName }], '1', 'live')
    const filter = { tld: undefined, minPriceCents: undefined, maxPriceCents: undefined }
    const find = async (
      words: string[],
      trigrams = listTrigrams(words),
      environment: 'live' | 'sandbox' = 'sandbox',
    ) => {
      const asker = { partnerId: null, environment }
      const reading = { most: 5, leastHits: words.length, waiting: { version, trigrams } }
      const found = await searchByKeyword(second.db, asker, words, filter, second.clock.now(), 3, reading)
      return found.map(({ domain }) => domain)
    }
    expect(await find(['cinnabar', 'anchor'])).toEqual(['cinnabaranchor.com'])
    expect(await find(['cinnabar'])).toHaveLength(3)
    // More sandbox listings than are read have the word: they take no place of a live one.
    expect(await find(['cinnabar'], listTrigrams(['cinnabar']), 'live')).toEqual([`${liveName}.com`])
    expect(await find(['cinnabar', 'wharf'])).toEqual([])
    // Without trigrams the newest are read, and it is the oldest.
    expect(await find(['cinnabar', 'anchor'], [])).toEqual([])
    // What changed since is found by what it is now.
    await queue([{ id: ids[0]!, domain: 'cinnabaranchor wharf' }], '2')
    await first.operator('PATCH', `/listings/${ids[0]}`, { description: 'At the wharf.' })
    expect(await find(['cinnabar', 'wharf'])).toEqual(['cinnabaranchor.com'])
    await first.db.run(sql`update embedding_queue set done_at = now() - interval '1 hour' where version = ${version}`)
    await purgeQueue(first.db, EMBEDDING_VERSION)
    expect(await first.db.many(sql`select from waiting_names where version = ${version}`)).toEqual([])
  })

  it('leave nothing in the queue for long', async () => {
    await first.searchCaughtUp()
    await first.db.run(sql`update embedding_queue set done_at = now() - interval '1 hour'`)
    await purgeQueue(first.db, EMBEDDING_VERSION)
    expect(await first.db.many(sql`select from embedding_queue`)).toEqual([])
    expect(await first.db.many(sql`select from waiting_names`)).toEqual([])
  })
})

it('finds a new domain by its name and its words before a replica has it', async () => {
  const label = makeLabel('crimson-gondola')
  const { db } = first
  const lagging = { ...db, many: async () => [], one: async () => undefined } as typeof db
  first.deps.replica = {
    choose: async () => lagging,
    getState: () => ({ lagSeconds: 4, isUsed: true }),
    close: async () => {},
  }
  try {
    await first.list('live', `${label}.com`)
    const search = async (q: string) => {
      const { json } = await first.send({ method: 'GET', url: `/api/market/search?q=${encodeURIComponent(q)}` })
      return (json.results as { domain: string }[]).map(({ domain }) => domain)
    }
    expect(await search(`${label}.com`)).toEqual([`${label}.com`])
    await vi.waitFor(async () => expect(await search(label.replace('-', ' '))).toEqual([`${label}.com`]), RECOVERY)
  } finally {
    first.deps.replica = null
  }
})

describe('processes with an index elsewhere', () => {
  let server: Awaited<ReturnType<typeof startSearchServer>>
  let web: TestService
  beforeAll(async () => {
    server = await startSearchServer(first)
    web = await startTestService({}, { search: true, on: first, searchUrls: [server.url] })
  })
  const ask = async (q: string) => {
    const begun = performance.now()
    const { status, headers, json } = await web.signed(buyer, 'GET', `${V1}/domains/search?q=${encodeURIComponent(q)}`)
    const domains = (json.results as { domain: string }[]).map(({ domain }) => domain)
    return { status, mode: headers['x-search-mode'], domains, milliseconds: performance.now() - begun }
  }
  const countFallbacks = async (reason: string): Promise<number> =>
    (await web.deps.metrics.searchFallbacks.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0
  const isWhole = () =>
    vi.waitFor(async () => expect(await ask('coral lighthouse')).toMatchObject({ mode: 'hybrid' }), RECOVERY)

  it('have no engine and find by meaning, names and words what is listed elsewhere', async () => {
    expect(web.searchEngine).toBeNull()
    await isWhole()
    // Without a random ending: some of those, such as e945, make the name too weak for a search by its words.
    const label = 'corallighthouse'
    await first.list('sandbox', `${label}.com`)
    await vi.waitFor(async () => expect((await ask('coral lighthouse')).domains).toContain(`${label}.com`), SOON)
    expect((await ask(`${label}.com`)).domains[0]).toBe(`${label}.com`)
    expect(await web.deps.metrics.scrape()).toContain('\nfreehold_search_servers_available 1\n')
  })

  it('find an import by its names and words within a second', async () => {
    await importNames(IMPORT_NAMES, 'Imported.', 'tangerinevalley')
    const begun = performance.now()
    const imported = await first.db.many<{ domain: string }>(
      sql`select domain from listings where domain like 'tangerinevalley-%' order by id`,
    )
    let asked = 0
    await vi.waitFor(async () => {
      asked = performance.now()
      for (const { domain } of [imported[0]!, imported.at(-1)!]) expect((await ask(domain)).domains[0]).toBe(domain)
      expect((await ask('tangerine valley')).domains[0]).toMatch(/^tangerinevalley-/)
    }, SOON)
    const seconds = (asked - begun) / 1000
    if (IMPORT_NAMES > 1000)
      console.log(`${IMPORT_NAMES} names: found by searches ${seconds.toFixed(2)} s after the import`)
    expect(seconds).toBeLessThan(FOUND_SECONDS_MAX)
    // Three searches one after the other, beside the import.
    expect((performance.now() - asked) / 1000).toBeLessThan(5 * FOUND_SECONDS_MAX)
    // The tests below need time to answer, and a process that starts would embed its part.
    const waiting = () => first.db.one(sql`select 1 from embedding_queue where done_at is null limit 1`)
    await vi.waitFor(async () => expect(await waiting()).toBeUndefined(), EMBEDDED)
  })

  it('search by keyword while the search process is down, and by meaning soon after it is back', async () => {
    const label = makeLabel('tealpavilion')
    await first.list('sandbox', `${label}.com`)
    await server.stop()
    const down = await ask(label)
    expect(down).toMatchObject({ status: 200, mode: 'keyword', domains: [`${label}.com`] })
    expect(await countFallbacks('unavailable')).toBeGreaterThan(0)
    await server.start()
    await isWhole()
  })

  it('wait no longer than the deadline for a search process that hangs, and then not at all', async () => {
    server.hang()
    const label = makeLabel('ochrecanyon')
    await first.list('sandbox', `${label}.com`)
    const hung = await Promise.all([1, 2, 3].map(() => ask(`${label}.com`)))
    for (const { status, mode, domains } of hung)
      expect([status, mode, domains[0]]).toEqual([200, 'keyword', `${label}.com`])
    expect(Math.max(...hung.map(({ milliseconds }) => milliseconds))).toBeGreaterThanOrEqual(990)
    expect(await countFallbacks('timeout')).toBe(3)
    expect(await ask(label)).toMatchObject({ mode: 'keyword' })
    server.release()
    await isWhole()
  })

  it('ask another search process', async () => {
    const other = await startSearchServer(second)
    const both = await startTestService({}, { search: true, on: first, searchUrls: [server.url, other.url] })
    // The best one: of a large import, each process groups the vectors at its own pace, and distant ones can differ.
    const findBest = async () => {
      const query = { q: 'coral lighthouse', collection: 'sandbox', limit: 5 }
      return (await both.deps.search.engine!.search(query)).results[0]?.domain
    }
    await vi.waitFor(async () => {
      expect(await both.deps.metrics.scrape()).toContain('\nfreehold_search_servers_available 2\n')
    }, RECOVERY)
    const findOften = async () => {
      for (let i = 0; i < 5; i++) expect(await findBest()).toBe('corallighthouse.com')
    }
    await vi.waitFor(findOften, RECOVERY)
    await server.stop()
    await findOften()
    await server.start()
    await both.close()
    await other.stop()
  })

  it('send it every query that the API accepts', async () => {
    await isWhole()
    // The longest label of a TLD, and a text that is longer in lower case.
    const urls = [
      `/api/market/search?q=coral&tld=${'a'.repeat(63)}.ck`,
      `/api/market/suggestions?q=${encodeURIComponent('\u0130'.repeat(200))}`,
    ]
    for (const url of urls) expect([url, (await web.send({ method: 'GET', url })).status]).toEqual([url, 200])
    expect(await countFallbacks('rejected')).toBe(0)
    expect(await ask('coral lighthouse')).toMatchObject({ mode: 'hybrid' })
  })

  it('prove themselves to a search process, which refuses others and bad queries', async () => {
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(server.url + path, body === undefined ? { headers } : { method: 'POST', headers, body })
    const authorization = `Bearer ${deriveSearchToken(web.deps.secrets)}`
    expect((await send(STATE_PATH, {})).status).toBe(401)
    expect((await send(STATE_PATH, { authorization: 'Bearer other' })).status).toBe(401)
    expect(await (await send(STATE_PATH, { authorization })).json()).toEqual({
      ready: expect.arrayContaining(['sandbox']),
    })
    const query = { q: 'coral', collection: 'sandbox', limit: 5 }
    const bodies = [
      '',
      '{',
      '[]',
      '{}',
      ...[{ limit: 0 }, { limit: 1.5 }, { collection: '__proto__' }, { q: 'x'.repeat(601) }, { more: 1 }].map(
        (change) => JSON.stringify({ ...query, ...change }),
      ),
    ]
    for (const body of bodies)
      expect([body, (await send(SEARCH_PATH, { authorization }, body)).status]).toEqual([body, 400])
    expect((await send(SEARCH_PATH, { authorization }, ' '.repeat(10_000))).status).toBe(413)
    expect((await send(SEARCH_PATH, { authorization }, JSON.stringify(query))).status).toBe(200)
  })
})

describe('a process that starts', () => {
  it('embeds nothing that is embedded, and finds it', async () => {
    const label = makeLabel('quietmeadow')
    await first.list('sandbox', `${label}.com`)
    await agree(label, true)
    const third = await startTestService({}, { search: true, on: first })
    await vi.waitFor(() => expect(third.deps.search.ready.has('sandbox')).toBe(true), SOON)
    expect(await finds(third, label)).toBe(true)
    expect(await embeddedBy(third)).toBe(0)
    await third.close()
  })

  it('sees that a text was changed while nobody looked', async () => {
    const label = makeLabel('paperlantern')
    const { listing_id } = await first.list('sandbox', `${label}.com`)
    await agree(label, true)
    // As a command or a restore would: the vector of another text.
    await first.db.run(sql`update listing_vectors set text_hash = '\\x00' where listing_id = ${listing_id}`)
    const third = await startTestService({}, { search: true, on: first })
    await third.searchCaughtUp()
    const row = await first.db.one<{ stale: boolean }>(
      sql`select text_hash = '\\x00' as stale from listing_vectors where listing_id = ${listing_id}`,
    )
    expect(row?.stale).toBe(false)
    await third.close()
  })
})

it('searches in PostgreSQL only where there is one', () => {
  const env = databaseKind === 'postgres' ? { DATABASE_URL: first.url as string } : {}
  const started = startTestService({ SEARCH_ENGINE: 'postgres', ...env }, { on: first })
  return databaseKind === 'postgres'
    ? expect(started).resolves.toMatchObject({ deps: { config: { searchEngine: 'postgres' } } })
    : expect(started).rejects.toThrow('SEARCH_ENGINE=postgres requires PostgreSQL')
})
