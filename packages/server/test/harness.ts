// A whole service on a real database, driven through HTTP without a port. One per test file.
import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { createBackground } from '../src/background.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { type Database, sql } from '../src/db/sql.ts'
import type { Deps } from '../src/deps.ts'
import type { Deadlines } from '../src/http/deadlines.ts'
import type { MailTransport } from '../src/integrations/mail/transport.ts'
import type { Outbound } from '../src/integrations/outbound/http.ts'
import type { Registry } from '../src/integrations/registry/registry.ts'
import type { Sites } from '../src/integrations/site-probe/site-probe.ts'
import { lazy } from '../src/kernel/lazy.ts'
import type { Environment, Scope } from '../src/kernel/owner.ts'
import { SCOPES } from '../src/kernel/owner.ts'
import { actOnPartner, createPartner, issueCredential } from '../src/modules/partners/index.ts'
import type { NewPartner } from '../src/modules/partners/service/change-partner.ts'
import { issueOperatorToken } from '../src/modules/roles/index.ts'
import { followInventory, openSearchEngine } from '../src/modules/search/index.ts'
import { createDeps, prepareHouse } from '../src/service.ts'
import { closeWithFile } from './closing.ts'
import { takeEmbedded } from './embedded.ts'
import { createTestOutbound } from './outbound.ts'
import { createDatabase } from './postgres.ts'
import { type Credential, type SignOptions, sign } from './signer.ts'

export const databaseKind = (process.env.TEST_DATABASE ?? 'embedded') as 'embedded' | 'postgres'

/** A busy machine is slow: a race of a hundred requests waits its turn and is not answered 503. */
const CONNECTION_TIMEOUT_MS = 120_000

export type TestResponse = {
  status: number
  // Tests read answers freely; their shape is checked against the schema by the service itself.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any
  text: string
  headers: Record<string, string | undefined>
}

export type TestPartner = Credential & { partnerId: string; environment: Environment }

export type TestService = Awaited<ReturnType<typeof startTestService>>

/** System time plus whatever the test added. */
function movableClock() {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (seconds: number) => {
      offset += seconds * 1000
    },
  }
}

type OpenDatabase = { db: Database; url: string | null }

/** One more process on a database: its own connections to PostgreSQL; the embedded database has only one. */
function shareDatabase({ db, url }: OpenDatabase): OpenDatabase & { remove(): Promise<void> } {
  if (url === null) return { db, url, remove: async () => {} }
  const own = openPostgres({ url, poolSize: 10, connectionTimeoutMs: CONNECTION_TIMEOUT_MS })
  return { db: own, url, remove: () => own.close() }
}

export async function openTestDatabase(
  name: string,
): Promise<{ db: Database; url: string | null; remove(): Promise<void> }> {
  if (databaseKind === 'postgres') {
    const url = await createDatabase(inject('postgresUrl'), name, 'freehold_template')
    const db = openPostgres({ url, poolSize: 10, connectionTimeoutMs: CONNECTION_TIMEOUT_MS })
    return { db, url, remove: () => db.close() }
  }
  const { db, giveBack } = await takeEmbedded(inject('embeddedTemplate'))
  return { db, url: null, remove: giveBack }
}

let serial = 0

export async function startTestService(
  env: Record<string, string> = {},
  options: {
    search?: boolean
    /** Processes that hold the index; the setting is for PostgreSQL only, the tests are not. */
    searchUrls?: string[]
    outbound?: Outbound
    mail?: MailTransport
    background?: boolean
    sites?: Sites
    registry?: Registry
    on?: OpenDatabase
    deadlines?: Deadlines
  } = {},
) {
  const name = `freehold_test_${process.pid}_${serial++}`
  const { db, url, remove } = options.on ? shareDatabase(options.on) : await openTestDatabase(name)
  const read: Config = readConfig(
    {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      REGISTRY: 'simulated',
      ...env,
    },
    tmpdir(),
  )
  const config: Config = { ...read, ...(options.searchUrls ? { searchUrls: options.searchUrls } : {}) }
  const clock = movableClock()
  const logged: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void logged.push(line) })
  const searchEngine = options.search ? openSearchEngine(config, { db, log }) : undefined
  const outbound = options.outbound ?? createTestOutbound({ allowLoopback: !config.production })
  const deps: Deps = await createDeps(config, {
    db,
    clock,
    log,
    outbound,
    ...(searchEngine ? { searchEngine } : {}),
    ...(options.mail ? { mail: options.mail } : {}),
    ...(options.sites ? { sites: options.sites } : {}),
    ...(options.registry ? { registry: options.registry } : {}),
  })
  const app: FastifyInstance = await createApp(deps, options.deadlines ? { deadlines: options.deadlines } : {})
  const operatorToken = await db.tx(
    async (tx) =>
      (await issueOperatorToken(tx, { name: 'tests', role: 'admin', userId: null, createdBy: 'test' }, clock.now()))
        .token,
  )
  if (options.search) deps.search.start()
  const searchSync = searchEngine && followInventory(deps, searchEngine)
  const background = createBackground(deps)
  if (options.background) await background.start()
  const close = lazy(async () => {
    await app.close()
    await background.stop()
    await searchSync?.stop()
    await searchEngine?.close()
    await deps.search.close()
    await remove()
  })
  closeWithFile(close)

  async function send(request: {
    method: string
    url: string
    headers?: Record<string, string>
    body?: string | Buffer
  }): Promise<TestResponse> {
    const reply = await app.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: request.headers ?? {},
      ...(request.body === undefined ? {} : { payload: request.body }),
    })
    const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: reply.statusCode,
      json: isJson && reply.body !== '' ? JSON.parse(reply.body) : undefined,
      text: reply.body,
      headers: reply.headers as Record<string, string | undefined>,
    }
  }

  async function partner(
    options: Partial<NewPartner> & { environment?: Environment; scopes?: readonly Scope[]; approved?: boolean } = {},
  ): Promise<TestPartner> {
    const { environment = 'sandbox', scopes = SCOPES, approved = environment === 'live', ...input } = options
    return db.tx(async (tx) => {
      const now = clock.now()
      // Two partners with one contact address would be the same people, who earn no referral commission from each other.
      const number = serial++
      const email = `p${number}-${process.pid}@partner.example`
      const created = await createPartner(
        tx,
        { name: `Partner ${number}`, email, merchantOfRecord: true, affiliate: true, ...input },
        now,
      )
      if (approved) await actOnPartner(tx, created.id, 'approve', now)
      const { credential, secret } = await issueCredential(deps, tx, created.id, { environment, scopes }, now)
      return { partnerId: created.id, keyId: credential.keyId, secret, environment }
    })
  }

  /** One more key of a partner that is there already. */
  async function credential(of: TestPartner, environment: Environment): Promise<TestPartner> {
    const made = await db.tx((tx) =>
      issueCredential(deps, tx, of.partnerId, { environment, scopes: SCOPES }, clock.now()),
    )
    return { partnerId: of.partnerId, keyId: made.credential.keyId, secret: made.secret, environment }
  }

  /** Other tests write to the same server, and an event shows once every older transaction there has ended. */
  async function historyShown(): Promise<void> {
    const mark = await db.one<{ xid: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`)
    for (let tries = 0; tries < 2000; tries++) {
      const row = await db.one<{ shown: boolean }>(
        sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${mark!.xid}::xid8 as shown`,
      )
      if (row!.shown) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('an older transaction of this server does not end')
  }

  return {
    app,
    deps,
    db,
    clock,
    historyShown,
    credential,
    /** Deliveries and jobs; started only when a test asks for it. */
    background,
    /** The connection string when the tests run on PostgreSQL. */
    url,
    logged,
    /** The engine of this process, if it has one. */
    searchEngine: searchEngine ?? null,
    /** Resolves when every committed change is in the search index. */
    searchCaughtUp: async () => searchSync?.caughtUp(),
    operatorToken,
    send,
    close,
    partner,
    /** The seller of the marketplace's own pages; made when a test needs it. */
    house: () => prepareHouse(deps),
    signed: (credential: Credential, method: string, url: string, body?: unknown, options: SignOptions = {}) =>
      send(
        sign(credential, method, url, {
          now: clock.now(),
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          ...options,
        }),
      ),
    operator: (method: string, url: string, body?: unknown) =>
      send({
        method,
        url: `/api/operator/v1${url}`,
        headers: {
          authorization: `Bearer ${operatorToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async list(environment: Environment, domain: string, terms: Record<string, unknown> = {}) {
      const response = await send({
        method: 'POST',
        url: '/api/operator/v1/listings',
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ environment, domain, price_cents: 100_000, currency: 'USD', ...terms }),
      })
      if (response.status !== 201) throw new Error(`listing ${domain}: ${response.text}`)
      return response.json as { listing_id: string; domain: string; price_cents: number }
    },
  }
}
