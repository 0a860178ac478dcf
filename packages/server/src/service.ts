// The life of a service: open the database, migrate, unlock the secrets, serve, drain, close.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SearchEngine } from '@freehold/search'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createBackground } from './background.ts'
import { type Config, ConfigError } from './config.ts'
import { recogniseCluster } from './db/cluster.ts'
import { lockDataDirectory } from './db/data-lock.ts'
import { openEmbedded } from './db/embedded.ts'
import { hasSchema, migrate } from './db/migrate.ts'
import { openPostgres } from './db/postgres.ts'
import { type Database, type Db, sql, type Tx } from './db/sql.ts'
import { traceDatabase } from './db/traced.ts'
import type { Deps } from './deps.ts'
import { openAdmission } from './http/admission/open.ts'
import { createLogger } from './http/logger.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createMailTransport } from './integrations/mail/mail.ts'
import type { MailTransport } from './integrations/mail/transport.ts'
import { createOutbound, type Outbound } from './integrations/outbound/http.ts'
import type { Payments } from './integrations/payments/payments.ts'
import { createSandboxProvider } from './integrations/payments/sandbox.ts'
import type { Registrar, Registrars } from './integrations/registrar/registrar.ts'
import { createSimulatedRegistrar } from './integrations/registrar/simulated.ts'
import { createRegistry, type Registry } from './integrations/registry/registry.ts'
import { openSearchClient } from './integrations/search/client.ts'
import { createSimulatedSites, createSites, type Sites } from './integrations/site-probe/site-probe.ts'
import { createSso } from './integrations/sso.ts'
import { createTxtLookup } from './integrations/txt-lookup.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { AccountEvents } from './kernel/contracts/account-events.ts'
import { describeServers } from './kernel/settings/database.ts'
import type { Tracer } from './kernel/trace.ts'
import { findDomain, restampListings } from './modules/catalog/index.ts'
import { createChangeFeed } from './modules/changes/index.ts'
import { sandboxBooks } from './modules/checkout/index.ts'
import { createOrderEvents, simulatedBooks } from './modules/delivery/index.ts'
import { createDisputeReports } from './modules/disputes/index.ts'
import { keepIssuer } from './modules/documents/index.ts'
import { revokeUserGrants } from './modules/oauth/index.ts'
import { createAuditLog, createGaugeRefresh, createSizeRefresh } from './modules/operator/index.ts'
import { attachPurchases } from './modules/orders/index.ts'
import { ensureHouse, sandboxOffset } from './modules/partners/index.ts'
import { createPayoutReports } from './modules/payees/index.ts'
import { createClickCounter } from './modules/referrals/index.ts'
import { createCheckoutProducts, createDomainCommands } from './modules/registrations/index.ts'
import { prepareTlds } from './modules/registry/index.ts'
import { createRequestRecorder } from './modules/requests/index.ts'
import { createSearchState, followInventory, openSearchEngine, type SearchSync } from './modules/search/index.ts'
import { openSecrets } from './service-secrets.ts'

export type Service = {
  app: FastifyInstance
  deps: Deps
  /** Starts what works beside the requests; until then the service only answers. */
  startBackground(): void
  close(): Promise<void>
}

export function ensureDataDirectory(config: Config): void {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const probe = path.join(config.dataDir, '.writable')
    writeFileSync(probe, '')
    readFileSync(probe)
  } catch (error) {
    throw new ConfigError(`Cannot use the data folder ${config.dataDir} (DATA_DIR): ${(error as Error).message}`)
  }
}

const SET_TIMEOUT = "Set one for the service's role: alter role freehold set statement_timeout = '60s'"

/** `onCreate` is called when there is no database yet. */
export async function openDatabase(config: Config, log: Logger, onCreate?: () => void): Promise<Database> {
  const onError = (error: Error) => log.error({ err: error }, 'database connection failed')
  if (config.databaseUrl) {
    const onPooled = (statementTimeout: string) => {
      if (statementTimeout === '0')
        log.warn(`the database is behind a pooler and has no statement_timeout. ${SET_TIMEOUT}`)
    }
    const db = openPostgres({ url: config.databaseUrl, poolSize: config.databasePoolSize, onError, onPooled })
    await db.one(sql`select 1 as one`).catch(async (error: NodeJS.ErrnoException) => {
      await db.close()
      const servers = describeServers(config.databaseUrl as string)
      throw new ConfigError(`Cannot use PostgreSQL at ${servers} (DATABASE_URL): ${error.message || error.code}`)
    })
    if (onCreate && !(await hasSchema(db))) onCreate()
    return db
  }
  const lock = await lockDataDirectory(config.dataDir)
  if (!lock)
    throw new ConfigError(
      `The data folder ${config.dataDir} is in use by another process, such as a running service. Stop it first, or use PostgreSQL (DATABASE_URL), which several processes can share. A separate service needs another folder (DATA_DIR).`,
    )
  const directory = path.join(config.dataDir, 'database')
  if (!existsSync(directory)) onCreate?.()
  const db = await openEmbedded({ directory, onError }).catch((error: Error) => {
    lock.release()
    throw new ConfigError(`Cannot open the embedded database in ${directory}: ${error.message}`)
  })
  return {
    ...db,
    close: async () => {
      await db.close()
      lock.release()
    },
  }
}

/** Production takes no live money with test cards; without Stripe it takes none at all. A large library is loaded where it is used. */
async function createPayments(config: Config, clock: Clock): Promise<Payments<Db>> {
  const { stripe } = config
  const made = stripe && (await import('./integrations/payments/stripe.ts')).createStripe(stripe, clock)
  return {
    sandbox: (db) => createSandboxProvider(sandboxBooks(db), clock),
    stripe: made?.stripe ?? null,
    connect: made?.connect ?? null,
    live: stripe ? 'stripe' : config.production ? null : 'sandbox',
    publishableKey: stripe?.publishableKey ?? null,
  }
}

async function createRegistrars(config: Config, clock: Clock, given: Registrar | undefined): Promise<Registrars<Db>> {
  const simulated = (db: Db, scope: string) => createSimulatedRegistrar(simulatedBooks(db), clock, scope)
  if (given) return { simulated, live: given }
  const { delivery } = config
  if (delivery.kind !== 'epp') return { simulated, live: delivery.kind === 'simulated' ? 'simulated' : null }
  // Loaded where it is used, as other libraries of few installations are.
  const { createEppRegistrar } = await import('./integrations/registrar/epp.ts')
  return { simulated, live: createEppRegistrar(delivery.registry, { clock }) }
}

/** Modules that follow changes of an account without accounts knowing them. */
export const ACCOUNT_EVENTS: AccountEvents<Tx> = {
  addressConfirmed: async (tx, user, now) => {
    await attachPurchases(tx, user, now)
  },
  passwordChanged: revokeUserGrants,
}

/** Nothing of it is loaded where no collector is configured. */
async function createTracer(config: Config, metrics: Metrics, log: Logger): Promise<Tracer | null> {
  if (!config.tracing) return null
  const tracing = await import('./integrations/tracing/tracing.ts')
  let warned = ''
  const onDropped = (spans: number, reason: string) => {
    metrics.spansDropped.inc(spans)
    if (reason !== warned) log.warn({ reason }, 'trace spans were dropped (logged once)')
    warned = reason
  }
  return tracing.createTracer({ ...config.tracing, version: config.version, onDropped })
}

/** Listings carry transaction numbers, which another server counts anew. */
export const prepareCluster = (db: Database): Promise<number> => recogniseCluster(db, undefined, restampListings)

/** The marketplace's own pages sell as a partner that earns nothing. */
export const prepareHouse = ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> =>
  db.tx(async (tx) => {
    await ensureHouse(tx, clock.now())
    await keepIssuer(tx, config.issuer)
  })

export async function createDeps(
  config: Config,
  parts: {
    log: Logger
    db: Database
    clock?: Clock
    processMetrics?: boolean
    searchEngine?: SearchEngine
    outbound?: Outbound
    mail?: MailTransport
    sites?: Sites
    registry?: Registry
    /** Delivers live orders, whatever DELIVERY says. */
    registrar?: Registrar
  },
): Promise<Deps> {
  const { log, clock = systemClock } = parts
  const metrics = createMetrics({ process: parts.processMetrics ?? false })
  const tracer = await createTracer(config, metrics, log)
  const db = tracer ? traceDatabase(parts.db, tracer) : parts.db
  metrics.onScrape(createGaugeRefresh({ db, clock, log, metrics }))
  metrics.onScrape(createSizeRefresh({ db, clock, log, metrics }))
  metrics.up.set({ version: config.version }, 1)
  const secrets = await openSecrets(config, db)
  const loadServer = async () => (await import('./integrations/admission-server.ts')).openAdmissionServer
  const admission = await openAdmission({ config, db, clock, metrics, log, clockOffset: sandboxOffset, loadServer })
  const search = createSearchState({ db, config, log, metrics, secrets }, parts.searchEngine ?? null, openSearchClient)
  const outbound = parts.outbound ?? createOutbound({ allowLoopback: !config.production })
  const mail = parts.mail ?? (await createMailTransport(config.mail))
  const clicks = createClickCounter({
    db,
    clock,
    log,
    limit: config.rateLimits === 'off' ? null : config.rateLimits.clicks,
  })
  const requests = createRequestRecorder({ db, log, metrics, clock })
  const audit = createAuditLog({ db, clock, log })
  const sites = parts.sites ?? (config.registry === 'simulated' ? createSimulatedSites() : createSites())
  const isListed = async (domain: string) => (await findDomain(db, 'live', domain)) !== undefined
  const registry = parts.registry ?? createRegistry(config.registry, clock, {}, isListed)
  const payments = await createPayments(config, clock)
  const registrars = await createRegistrars(config, clock, parts.registrar)
  const deps: Deps = {
    config,
    db,
    primary: db,
    replica: null,
    clock,
    log,
    secrets,
    metrics,
    tracer,
    admission,
    outbound,
    mail,
    search,
    clicks,
    changes: createChangeFeed({ db, clock, log, metrics }),
    requests,
    audit,
    accountEvents: ACCOUNT_EVENTS,
    orderEvents: createOrderEvents(registrars),
    checkoutProducts: createCheckoutProducts(() => deps),
    disputes: createDisputeReports(() => deps),
    payoutReports: createPayoutReports(() => deps),
    domainCommands: createDomainCommands(() => deps),
    registrars,
    registry,
    sites,
    lookUpTxt: createTxtLookup(config.sellers.dnsServers),
    payments,
    sso: config.sso && createSso(config.sso, config.baseUrl),
  }
  return deps
}

export async function createService(config: Config, showProgress?: (step: string) => void): Promise<Service> {
  const log = createLogger(config)
  ensureDataDirectory(config)
  const db = await openDatabase(config, log, () => showProgress?.('Creating the database'))
  try {
    await migrate(db)
    await prepareCluster(db)
    await prepareHouse({ db, clock: systemClock, config })
    await db.tx((tx) => prepareTlds(tx, systemClock.now()))
    const searchEngine = openSearchEngine(config, { db, log })
    const deps = await createDeps(config, { log, db, processMetrics: true, ...(searchEngine && { searchEngine }) })
    const app = await createApp(deps)
    const background = createBackground(deps)
    let sync: SearchSync | null = null
    return {
      app,
      deps,
      startBackground: () => {
        void deps.registry.warm()
        deps.search.start()
        if (searchEngine) sync = followInventory(deps, searchEngine)
        if (config.background)
          void background.start().catch((error: unknown) => log.error({ err: error }, 'background jobs did not start'))
      },
      close: async () => {
        await app.close()
        await background.stop()
        await sync?.stop()
        await searchEngine?.close()
        await deps.search.close()
        await deps.admission.close()
        await db.close()
      },
    }
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
