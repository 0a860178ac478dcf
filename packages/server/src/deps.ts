// What every use case may ask for: infrastructure only, never another module.
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/sql.ts'
import type { Admission } from './http/admission.ts'
import type { Metrics } from './http/metrics.ts'
import type { Clock } from './kernel/clock.ts'
import type { SecretBox } from './kernel/secret-box.ts'

export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  secrets: SecretBox
  metrics: Metrics
  admission: Admission
}
