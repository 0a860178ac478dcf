// What every use case may ask for: infrastructure only, never another module.
import type { SearchEngine } from '@freehold/search'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/sql.ts'
import type { Admission } from './http/admission.ts'
import type { Metrics } from './http/metrics.ts'
import type { Outbound } from './integrations/outbound-http.ts'
import type { Clock } from './kernel/clock.ts'
import type { Environment } from './kernel/owner.ts'
import type { SecretBox } from './kernel/secret-box.ts'

/** The engine that understands names, and for which inventories its index is complete. */
export type SearchState = { engine: SearchEngine | null; ready: Set<Environment> }

export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  metrics: Metrics
  admission: Admission
  /** HTTP to addresses that others chose. */
  outbound: Outbound
  search: SearchState
}
