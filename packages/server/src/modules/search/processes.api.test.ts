// Several processes on one database: they agree on what is for sale, one of them embeds an import, a restart embeds nothing.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseKind, startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'

const V1 = '/api/partner/v1'
/** A second on a calm machine; a busy one may take its time. */
const SOON = { timeout: 60_000, interval: 50 }
const LEASE = 'search.embed'

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
    const before = (await embeddedBy(first)) + (await embeddedBy(second))
    const importId = await importNames(100)
    await vi.waitFor(async () => expect(await readProgress(importId)).toMatchObject({ waiting: 0 }), SOON)
    expect((await readProgress(importId)).embedded).toBeGreaterThanOrEqual(100)
    expect((await embeddedBy(first)) + (await embeddedBy(second)) - before).toBe(100)
    for (const service of [first, second])
      await vi.waitFor(async () => {
        const { values } = await service.deps.metrics.embeddingWaiting.get()
        expect(values.map(({ value }) => value)).toEqual([0])
      }, SOON)
  })

  it('wait for the one that embeds, and take over when it dies', async () => {
    await first.db.run(sql`
      insert into job_leases (name, leased_by, leased_until) values (${LEASE}, 'wrk_elsewhere', now() + interval '100 seconds')
      on conflict (name) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until`)
    const before = (await embeddedBy(first)) + (await embeddedBy(second))
    const importId = await importNames(70, 'A name of many.', 'marigoldteapot')
    const imported = await first.db.one<{ domain: string }>(
      sql`select domain from listings where domain like 'marigoldteapot-%' limit 1`,
    )
    await first.searchCaughtUp()
    await second.searchCaughtUp()
    expect(await readProgress(importId)).toMatchObject({ waiting: 70 })
    // Both processes find them by name and by word, and say how many wait.
    for (const service of [first, second]) {
      expect((await searchNames(service, imported!.domain))[0]).toBe(imported!.domain)
      expect((await searchNames(service, 'marigold teapot'))[0]).toMatch(/^marigoldteapot-/)
      const { values } = await service.deps.metrics.embeddingWaiting.get()
      expect(values.map(({ value }) => value)).toEqual([70])
    }
    // What one person changes meanwhile does not wait behind it.
    const label = makeLabel('amberlantern')
    await second.list('sandbox', `${label}.com`)
    await agree(label, true)
    expect((await embeddedBy(first)) + (await embeddedBy(second)) - before).toBeLessThanOrEqual(2)

    await first.db.run(sql`update job_leases set leased_until = now() where name = ${LEASE}`)
    await vi.waitFor(async () => expect(await readProgress(importId)).toMatchObject({ waiting: 0 }), SOON)
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
