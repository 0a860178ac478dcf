// Reads the environment once into typed settings. An invalid setting stops startup.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CatalogSettings, readCatalogSettings } from './kernel/settings/catalog.ts'
import {
  parseAdmissionUrl,
  parseDatabaseUrl,
  type ReplicaSettings,
  readBackground,
  readReplicaSettings,
} from './kernel/settings/database.ts'
import { type DeliverySettings, readDelivery } from './kernel/settings/delivery.ts'
import { type MailSettings, parseMail } from './kernel/settings/mail.ts'
import { type Retention, readRetention } from './kernel/settings/retention.ts'
import { readSearchSettings, type SearchSettings } from './kernel/settings/search.ts'
import { readSellerSettings, type SellerSettings } from './kernel/settings/sellers.ts'
import { type Issuer, readIssuer, readSiteSettings, type SiteSettings } from './kernel/settings/site.ts'
import { readSsoSettings, type SsoConfig } from './kernel/settings/sso.ts'
import { readStripeSettings, type StripeSettings } from './kernel/settings/stripe.ts'
import { ConfigError, type Env, isUrl, parseContact, readChoice, whole } from './kernel/settings/values.ts'
import { readWorkerPriority, type WorkerPriority } from './kernel/settings/workers.ts'
import { isLoopbackHost } from './kernel/text/web-host.ts'

export type RateLimit = { name: string; capacity: number; perSeconds: number }

const RATE_LIMITS = {
  partner_reads: ['RATE_PARTNER_READS', 120, 60],
  partner_writes: ['RATE_PARTNER_WRITES', 60, 60],
  partner_search: ['RATE_PARTNER_SEARCH', 60, 60],
  public_reads: ['RATE_PUBLIC_READS', 60, 60],
  suggestions: ['RATE_SUGGESTIONS', 240, 60],
  // Pages for people, whatever their number of reads.
  pages: ['RATE_PAGES', 600, 60],
  whois: ['RATE_WHOIS', 20, 60],
  page_lookups: ['RATE_PAGE_LOOKUPS', 120, 60],
  market_writes: ['RATE_MARKET_WRITES', 10, 60],
  oauth_register: ['RATE_OAUTH_REGISTER', 10, 3600],
  oauth_token: ['RATE_OAUTH_TOKEN', 30, 60],
  sign_in: ['RATE_SIGN_IN', 10, 60],
  sign_in_account: ['RATE_SIGN_IN_ACCOUNT', 100, 3600],
  // Messages of one kind to one email address.
  account_mail: ['RATE_ACCOUNT_MAIL', 5, 3600],
  refused_signatures: ['RATE_REFUSED_SIGNATURES', 600, 60],
  clicks: ['RATE_CLICKS', 60, 60],
} as const
export type RateLimitName = keyof typeof RATE_LIMITS

/** The limits that the requests of one partner in one environment count against, with whichever of its keys. */
export const PARTNER_LIMITS = ['partner_reads', 'partner_writes', 'partner_search'] as const

export type Config = CatalogSettings &
  SearchSettings & {
    production: boolean
    host: string
    port: number
    baseUrl: string
    dataDir: string
    databaseUrl: string | null
    databasePoolSize: number
    /** For reads that may be some seconds old; null: none. */
    replica: ReplicaSettings | null
    /** Redis or Valkey for nonces and rate limits; null: the database. */
    admissionUrl: string | null
    /** How long logs of traffic are kept. */
    retention: Retention
    /** Whether a process that serves requests also does background work. */
    background: boolean
    /** Null in development until the data folder provides one. */
    masterKey: Buffer | null
    metricsToken: string | null
    /** Where a worker of its own answers /healthz, /readyz and /metrics; null: nowhere. */
    workerPort: number | null
    workerPriority: WorkerPriority
    /** The collector of traces; null: none are made. */
    tracing: { endpoint: string; headers: Record<string, string>; serviceName: string; sampleRatio: number } | null
    /** How many proxies stand before the service; their header names the client. 0: none, the header is ignored. */
    trustProxy: number
    /** Connections, or behind a proxy requests under way, of one client network; 0: no cap. */
    connectionsPerAddress: number
    /** How long a process that is told to stop may finish what is under way. */
    drainSeconds: number
    logLevel: string
    rateLimits: Record<RateLimitName, RateLimit> | 'off'
    registry: 'auto' | 'live' | 'simulated'
    /** What delivers the domains of live orders; `manual`: operators. */
    delivery: DeliverySettings
    /** How many domains the payments of one client network hold at a time. */
    holdsPerAddress: number
    /** Whether the checkout asks for the buyer's company and VAT ID. */
    companyFields: boolean
    /** How much of an inventory one partner may keep reserved by quotes. */
    quoteSharePercent: number
    /** What the service keeps of a brokered deal. */
    brokerageFeeBps: number
    /** The fee on sales of sellers, and how they prove control of domains. */
    sellers: SellerSettings
    /** Null: test cards only. */
    stripe: StripeSettings | null
    /** With `off` there is no public sign-up either. */
    mail: MailSettings
    /** Where buyers and partners reach the operator, as a URL (mailto: or https:); null: pages show no contact. */
    supportContact: string | null
    /** Who issues statements, as printed on them. */
    issuer: Issuer
    /** Terms, privacy policy and status page, for the footer. */
    site: SiteSettings
    /** `closed`: nobody creates an account or a partner without an invitation. */
    signUp: 'open' | 'closed'
    /** The identity provider of operators; null: none. */
    sso: SsoConfig | null
    /** What /.well-known/security.txt says. */
    security: { contact: string; policyUrl: string | null }
    seed: boolean
    version: string
  }

/** The service sends no email (MAIL=off): operators give links to people themselves. */
export const isMailOff = ({ mail }: Pick<Config, 'mail'>): boolean => mail.kind === 'off'

/** May anyone create an account? Without mail nobody could confirm an address. */
export const isSignUpOpen = (config: Pick<Config, 'signUp' | 'mail'>): boolean =>
  config.signUp === 'open' && !isMailOff(config)

export { ConfigError }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Development has demonstration accounts and known passwords: only this machine may reach it, unless somebody insists. */
function parseHost(env: Env, production: boolean): string {
  const host = env.HOST || '127.0.0.1'
  const allowed = readChoice(env, 'ALLOW_INSECURE_HOST', ['0', '1'], '0') === '1'
  if (!production && !allowed && !isLoopbackHost(host))
    throw new ConfigError(
      `HOST=${host} exposes a development server to the network. Set NODE_ENV=production, or ALLOW_INSECURE_HOST=1 to allow it.`,
    )
  return host
}

function parseBaseUrl(text: string, production: boolean): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new ConfigError(`BASE_URL must be an absolute URL such as https://market.example, not "${text}".`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ConfigError('BASE_URL must start with http:// or https://.')
  if (production && url.protocol !== 'https:') throw new ConfigError('BASE_URL must start with https:// in production.')
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError('BASE_URL must not have a path, query or fragment.')
  return url.origin
}

function parseMasterKey(text: string | undefined, production: boolean): Buffer | null {
  if (!text) {
    if (production)
      throw new ConfigError(
        'MASTER_KEY is required in production. Set it to 32 random bytes in base64 (openssl rand -base64 32).',
      )
    return null
  }
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new ConfigError('MASTER_KEY must be 32 random bytes in base64 (openssl rand -base64 32).')
  if (production && new Set(key).size < 12)
    throw new ConfigError('MASTER_KEY is too weak. Use 32 random bytes in base64 (openssl rand -base64 32).')
  return key
}

/** `true` is one proxy. Only as many hops as stated are believed: whatever a client wrote itself lies further left. */
function parseTrustProxy(env: Env): number {
  const text = env.TRUST_PROXY
  if (text === 'true') return 1
  if (text === 'false') return 0
  return whole(env, 'TRUST_PROXY', 0, 0, 10)
}

function parseRateLimits(env: Env, production: boolean): Config['rateLimits'] {
  const off = readChoice(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'off'
  if (off && production) throw new ConfigError('RATE_LIMITS=off is not allowed in production. Remove the setting.')
  if (off) return 'off'
  const limits = {} as Record<RateLimitName, RateLimit>
  for (const [name, [variable, fallback, perSeconds]] of Object.entries(RATE_LIMITS))
    limits[name as RateLimitName] = { name, capacity: whole(env, variable, fallback, 1, 10_000_000), perSeconds }
  return limits
}

function parseSso(env: Env, production: boolean): Config['sso'] {
  const read = readSsoSettings(env, production)
  if ('problem' in read) throw new ConfigError(read.problem)
  return read.sso
}

/** Where people report vulnerabilities. */
function parseSecurity(env: Env, baseUrl: string): Config['security'] {
  const text = env.SECURITY_CONTACT || `mailto:security@${new URL(baseUrl).hostname}`
  const contact = parseContact('SECURITY_CONTACT', text)
  const policyUrl = env.SECURITY_POLICY_URL || null
  if (policyUrl !== null && !isUrl(policyUrl, /^https:/))
    throw new ConfigError(`SECURITY_POLICY_URL must be an https URL, not "${policyUrl}".`)
  return { contact, policyUrl }
}

/** `name=value,other=value`, the values escaped as in an address. What is wrong is not shown: it may be a secret. */
function parseTracingHeaders(text: string): Record<string, string> {
  try {
    const pairs = text.split(',').map((pair) => /^\s*([\w.-]+)\s*=(.*)$/.exec(pair) as RegExpExecArray)
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value.trim())]))
  } catch {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs separated by commas.')
  }
}

function parseTracing(env: Env): Config['tracing'] {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return null
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, such as http://collector:4318.')
  const ratio = env.OTEL_TRACES_SAMPLER_ARG || '1'
  if (!/^(0|1|0?\.\d+|1\.0+)$/.test(ratio))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${ratio}".`)
  const headers = env.OTEL_EXPORTER_OTLP_HEADERS
  return {
    endpoint,
    headers: headers ? parseTracingHeaders(headers) : {},
    serviceName: env.OTEL_SERVICE_NAME || 'freehold',
    sampleRatio: Number(ratio),
  }
}

/** A template that was not filled in is a mistake that nobody would notice. */
function parseMetricsToken(text: string | undefined, production: boolean): string | null {
  if (production && text === '')
    throw new ConfigError('METRICS_TOKEN is empty. Set a value, or remove the setting to disable /metrics.')
  return text || null
}

const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

/** `root` is where relative folders start: the project, whichever folder the command was typed in. */
export function readConfig(env: Env, root: string): Config {
  const production = readChoice(env, 'NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  const port = whole(env, 'PORT', 8080, 0, 65_535)
  if (production && !env.BASE_URL)
    throw new ConfigError('BASE_URL is required in production. Set it to the public https URL of the service.')
  const baseUrl = parseBaseUrl(env.BASE_URL || `http://localhost:${port}`, production)
  return {
    production,
    host: parseHost(env, production),
    port,
    baseUrl,
    dataDir: path.resolve(root, env.DATA_DIR || 'data'),
    databaseUrl: parseDatabaseUrl(env.DATABASE_URL),
    databasePoolSize: whole(env, 'DATABASE_POOL_SIZE', 10, 2, 200),
    replica: readReplicaSettings(env),
    admissionUrl: parseAdmissionUrl(env),
    background: readBackground(env),
    retention: readRetention(env),
    masterKey: parseMasterKey(env.MASTER_KEY, production),
    metricsToken: parseMetricsToken(env.METRICS_TOKEN, production),
    workerPort: env.WORKER_PORT ? whole(env, 'WORKER_PORT', 0, 1, 65_535) : null,
    workerPriority: readWorkerPriority(env),
    tracing: parseTracing(env),
    trustProxy: parseTrustProxy(env),
    connectionsPerAddress: whole(env, 'CONNECTIONS_PER_ADDRESS', 256, 0, 1_000_000),
    drainSeconds: whole(env, 'DRAIN_SECONDS', 20, 1, 3600),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    rateLimits: parseRateLimits(env, production),
    ...readSearchSettings(env),
    holdsPerAddress: whole(env, 'HOLDS_PER_ADDRESS', 3, 1, 1000),
    ...readCatalogSettings(env, production),
    companyFields: readChoice(env, 'CHECKOUT_COMPANY_FIELDS', ['on', 'off'], 'off') === 'on',
    quoteSharePercent: whole(env, 'QUOTE_SHARE_PERCENT', 25, 1, 100),
    brokerageFeeBps: whole(env, 'BROKERAGE_FEE_BPS', 1000, 0, 10_000),
    registry: readChoice(env, 'REGISTRY', ['auto', 'live', 'simulated'], production ? 'live' : 'auto'),
    delivery: readDelivery(env, production, root),
    stripe: readStripeSettings(env, production),
    sellers: readSellerSettings(env),
    mail: parseMail(env, production),
    supportContact: env.SUPPORT_CONTACT ? parseContact('SUPPORT_CONTACT', env.SUPPORT_CONTACT) : null,
    issuer: readIssuer(env),
    site: readSiteSettings(env, root),
    signUp: readChoice(env, 'SIGN_UP', ['open', 'closed'], 'open'),
    sso: parseSso(env, production),
    security: parseSecurity(env, baseUrl),
    seed: !production,
    version: packageVersion(),
  }
}
