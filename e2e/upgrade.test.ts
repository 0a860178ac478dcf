// A database of the first release is brought up to date and goes on selling: nothing of before is lost or changed. `npm run prove`
// also does it on the embedded database.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { loadMigrations } from '../packages/server/src/db/migrate.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { sign } from '../packages/server/test/signer.ts'
import { cleanUp, finish, newFolder, project, type Service, START, startService } from './process.ts'
import { listCases } from './whole.ts'

type Wire = Record<string, unknown>
type Release = {
  master_key: string
  operator_token: string
  credentials: Record<'live' | 'sandbox' | 'other', { key_id: string; secret: string }>
  /** As that release answered them. */
  orders: { credential: 'live' | 'sandbox' | 'other'; view: Wire }[]
  events: Wire[]
}

const FOLDER = path.join(project, 'e2e/upgrade')
const TEXT = readFileSync(path.join(FOLDER, 'first-release.sql'), 'utf8')
const before = JSON.parse(readFileSync(path.join(FOLDER, 'first-release.json'), 'utf8')) as Release

async function onPostgres() {
  const url = await createDatabase(inject('postgresUrl'), `freehold_upgrade_${process.pid}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(TEXT)
  await client.end()
  return { DATABASE_URL: url, DATA_DIR: newFolder() }
}

async function onEmbedded() {
  const folder = newFolder()
  const db = await openEmbedded({ directory: path.join(folder, 'database') })
  await db.session((session) => session.script(TEXT))
  await db.close()
  return { DATA_DIR: folder }
}

afterAll(cleanUp)

describe.each(
  listCases([
    ['PostgreSQL', onPostgres],
    ['the embedded database', onEmbedded],
  ] as const),
)('on %s', (_, load) => {
  let service: Service
  let migrated: string
  beforeAll(async () => {
    const env = {
      ...(await load()),
      NODE_ENV: 'production',
      MAIL: 'off',
      BASE_URL: 'https://market.example',
      MASTER_KEY: before.master_key,
      LOG_LEVEL: 'warn',
    }
    const done = await finish([...START, 'migrate'], env)
    expect([done.code, done.stderr]).toEqual([0, ''])
    migrated = done.stdout
    service = await startService(env)
  })

  async function signed(who: keyof Release['credentials'], method: string, url: string, body?: Wire, key?: string) {
    const { key_id: keyId, secret } = before.credentials[who]
    const request = sign({ keyId, secret }, method, `/api/partner/v1${url}`, {
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
    const response = await fetch(service.url + request.url, { ...request, body: request.body ?? null })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return { status: response.status, headers: response.headers, json: (await response.json()) as any }
  }

  async function operator(method: string, url: string) {
    const headers = { authorization: `Bearer ${before.operator_token}` }
    const response = await fetch(`${service.url}/api/operator/v1${url}`, { method, headers })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return { status: response.status, json: (await response.json()) as any }
  }

  it('applies every migration since', () => {
    const versions = loadMigrations().flatMap(({ version }) => (version > 4 ? [version] : []))
    expect(migrated).toBe(`applied migrations ${versions.join(', ')}\n`)
  })

  it('answers every order as before, to the partner whose it is', async () => {
    expect(new Set(before.orders.map(({ view }) => view.status)).size).toBeGreaterThan(4)
    for (const { credential, view } of before.orders) {
      const response = await signed(credential, 'GET', `/orders/${view.public_id}`)
      // Later versions add fields, and take none away.
      const transfer = expect.objectContaining(view.transfer as object)
      expect([response.status, response.json]).toEqual([200, expect.objectContaining({ ...view, transfer })])
      const stranger = credential === 'other' ? 'live' : 'other'
      expect((await signed(stranger, 'GET', `/orders/${view.public_id}`)).status).toBe(404)
    }
  })

  it('keeps the books, and the history in its order', async () => {
    expect((await operator('GET', '/ledger/check')).json).toMatchObject({ ok: true, findings: [] })
    const { events } = (await signed('live', 'GET', '/events?limit=200')).json
    expect(events).toEqual(before.events.map((event) => expect.objectContaining(event)))
  })

  it('replays an order that was recorded before under its old key', async () => {
    const first = before.orders[1]?.view as { public_id: string; domain: string; sale_price_cents: number }
    const body = { domain: first.domain, expected_price: first.sale_price_cents, currency: 'USD' }
    const again = await signed('live', 'POST', '/orders', { ...body, external_payment_ref: 'pay_2' }, 'fixture-2')
    expect([again.status, again.json.public_id]).toEqual([201, first.public_id])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('sells a name that was listed before, moves an order that was begun before, and tells both', async () => {
    const last = before.events.at(-1) as { id: string }
    const quote = await signed('live', 'POST', '/quotes', { domain: 'windward.com' })
    expect(quote.status).toBe(201)
    const body = { quote_id: quote.json.quote_id, external_payment_ref: 'pay_new' }
    const sold = await signed('live', 'POST', '/orders', body, 'after-upgrade')
    expect(sold).toMatchObject({ status: 201, json: { domain: 'windward.com', status: 'EXTERNALLY_PAID' } })
    const begun = before.orders.find(({ view }) => view.status === 'TRANSFER_IN_PROGRESS')?.view
    expect((await operator('POST', `/orders/${begun?.public_id}/complete_transfer`)).status).toBe(200)
    const news = async () => (await signed('live', 'GET', `/events?after_id=${last.id}`)).json.events
    // The history may wait for older transactions of its server, which other tests share.
    await expect
      .poll(async () => (await news()).map(({ type }: { type: string }) => type), { timeout: 90_000 })
      .toEqual(expect.arrayContaining(['order.recorded', 'order.transfer_completed']))
    expect((await operator('GET', '/ledger/check')).json).toMatchObject({ ok: true, findings: [] })
    expect(await service.stop()).toMatchObject({ code: 0 })
  })
})

it('the fixture is as it was made: a release is not changed afterwards', () => {
  for (const { checksum } of loadMigrations().slice(0, 4)) expect(TEXT).toContain(checksum)
})
