// What every use case may ask for: infrastructure only, never another module.
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Replica } from './db/replica.ts'
import type { Database, Db, Tx } from './db/sql.ts'
import type { Admission } from './http/admission/admission.ts'
import type { Metrics } from './http/metrics.ts'
import type { MailTransport } from './integrations/mail/transport.ts'
import type { Outbound } from './integrations/outbound/http.ts'
import type { Payments } from './integrations/payments/payments.ts'
import type { Registrars } from './integrations/registrar/registrar.ts'
import type { Registry } from './integrations/registry/registry.ts'
import type { SearchState } from './integrations/search/state.ts'
import type { Sites } from './integrations/site-probe/site-probe.ts'
import type { Sso } from './integrations/sso.ts'
import type { TxtLookup } from './integrations/txt-lookup.ts'
import type { Clock } from './kernel/clock.ts'
import type { AccountEvents } from './kernel/contracts/account-events.ts'
import type { AuditLog } from './kernel/contracts/audit-log.ts'
import type { ChangeFeed } from './kernel/contracts/changes.ts'
import type { CheckoutProducts } from './kernel/contracts/checkout-products.ts'
import type { Clicks } from './kernel/contracts/clicks.ts'
import type { DisputeReports } from './kernel/contracts/dispute-reports.ts'
import type { DomainCommands } from './kernel/contracts/domain-commands.ts'
import type { RequestRecorder } from './kernel/contracts/noted-request.ts'
import type { OrderEvents } from './kernel/contracts/order-events.ts'
import type { PayoutReports } from './kernel/contracts/payout-reports.ts'
import type { SecretBox } from './kernel/secret-box.ts'
import type { Tracer } from './kernel/trace.ts'

export type Deps = {
  config: Config
  db: Database
  /** What must not be old is read here, also in routes whose `db` may be a replica. */
  primary: Database
  /** Where reads that may be some seconds old go; null where there is no replica. */
  replica: Replica | null
  clock: Clock
  log: Logger
  secrets: SecretBox
  metrics: Metrics
  /** Null where no collector is configured. */
  tracer: Tracer | null
  admission: Admission
  /** HTTP to addresses that others chose. */
  outbound: Outbound
  /** How messages to people leave the service. */
  mail: MailTransport
  search: SearchState
  clicks: Clicks
  /** Tells open pages which records changed. */
  changes: ChangeFeed
  requests: RequestRecorder
  audit: AuditLog<Db>
  /** What other modules do when an account changes. */
  accountEvents: AccountEvents<Tx>
  /** What other modules do when an order moves. */
  orderEvents: OrderEvents<Tx>
  /** What people buy at the checkout besides listed domains. */
  checkoutProducts: CheckoutProducts<Db, Tx>
  /** What becomes of a sale whose payment is disputed. */
  disputes: DisputeReports<Tx>
  /** What becomes of payouts when the processor reports accounts and transfers. */
  payoutReports: PayoutReports<Tx>
  /** Carries changes of people's domains to the registry. */
  domainCommands: DomainCommands<Tx>
  /** Connectors that move domains. */
  registrars: Registrars<Db>
  /** Is a name registered, and by whom? */
  registry: Registry
  /** Looks at the sites of names from outside. */
  sites: Sites
  /** Reads TXT records, for proofs of control. */
  lookUpTxt: TxtLookup
  payments: Payments<Db>
  /** Null where no identity provider is configured. */
  sso: Sso | null
}
