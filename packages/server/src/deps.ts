// What every use case may ask for: infrastructure only, never another module.
import type { SearchEngine } from '@freehold/search'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database, Db } from './db/sql.ts'
import type { Admission } from './http/admission.ts'
import type { Metrics } from './http/metrics.ts'
import type { Outbound } from './integrations/outbound-http.ts'
import type { PaymentProvider } from './integrations/payments/provider.ts'
import type { StripeProvider } from './integrations/payments/stripe.ts'
import type { Registry } from './integrations/registry.ts'
import type { Sites } from './integrations/site-probe.ts'
import type { Clock } from './kernel/clock.ts'
import type { Id } from './kernel/ids.ts'
import type { NotedRequest, RefusedKind } from './kernel/noted-request.ts'
import type { Environment } from './kernel/owner.ts'
import type { SecretBox } from './kernel/secret-box.ts'
import type { Tracer } from './kernel/trace.ts'

/** The engine that understands names, for which inventories its index is complete, and how far it has come. */
export type SearchState = {
  engine: SearchEngine | null
  ready: Set<Environment>
  progress(environment: Environment): Promise<{ embedded: number; waiting: number }>
}

/** A referral link that works, as a click needs it. */
export type ClickTarget = { linkId: Id<'link'>; partnerId: Id<'partner'>; destination: string; offsetSeconds: number }

export type FoundTarget = ClickTarget | null | 'refused'

/** Clicks are counted in memory and written behind the redirects; whoever reads counts asks for them to be written first. */
export type Clicks = {
  /** `refused` when the network asked for too many codes that do not exist. */
  find(code: string, network: string): FoundTarget | Promise<FoundTarget>
  /** `person` is false for crawlers and prefetches. False when the network's clicks are over the limit, so this one does not count. */
  count(target: ClickTarget, click: { network: string; person: boolean }): boolean
  flush(): Promise<void>
  /** A partner's clock or links changed: nothing of them is remembered any more. */
  forget(partnerId: string): void
  close(): Promise<void>
}

/** Requests are kept in memory for a moment and written behind the answers; whoever reads asks for them first. */
export type RequestRecorder = {
  note(request: NotedRequest): void
  /** Whether one more refused request of this key is kept in this minute; one that is not is counted. */
  keepsRefused(keyId: string, refused: RefusedKind): boolean
  flush(): Promise<void>
  close(): Promise<void>
}

/** Who does something, and in which call. A job is its own caller, with a request ID made for the run. */
export type AuditedCall = { actor: string; requestId: string; method: string; path: string }

export type AuditEvent = AuditedCall & {
  /** What is done, such as `accounts.sign_in`. */
  route: string
  status: number
  /** Secrets are blanked before it is written. */
  input: Record<string, unknown>
  reason?: string | null
}

/** The audit log for what happens outside the operator area, which writes its own rows. */
export type AuditLog = {
  /** In the transaction of the change: both are kept, or neither. */
  write(db: Db, event: AuditEvent): Promise<void>
  /**
   * Behind the response, for what changes nothing and whose cost must not show. The log is never emptied, so one actor's events
   * of a kind are kept up to a number in an hour.
   */
  note(event: AuditEvent, mostPerHour: number): void
  /** Resolves when everything noted is written. */
  settled(): Promise<void>
}

/** Who moves the money. The sandbox processor keeps its books in the database, or in the transaction that it is given. */
export type Payments = {
  sandbox(db: Db): PaymentProvider
  stripe: StripeProvider | null
  /** Who takes live money; null where nobody may. Sandbox sessions are always the sandbox processor's. */
  live: 'sandbox' | 'stripe' | null
  /** What the buyer's browser shows Stripe. */
  publishableKey: string | null
}

export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  metrics: Metrics
  /** Null where no collector is configured. */
  tracer: Tracer | null
  admission: Admission
  /** HTTP to addresses that others chose. */
  outbound: Outbound
  search: SearchState
  clicks: Clicks
  requests: RequestRecorder
  audit: AuditLog
  /** Is a name registered, and by whom? */
  registry: Registry
  /** Looks at the sites of names from outside. */
  sites: Sites
  payments: Payments
}
