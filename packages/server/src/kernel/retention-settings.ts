// Settings for how long rows are kept in tables that grow with traffic. Whole partitions are dropped, so rows stay a little longer.
import { REQUEST_LOG_KEEP_SECONDS } from './limits.ts'
import { type Env, whole } from './settings.ts'

const DAY_SECONDS = 86_400

export type Retention = { requestLogSeconds: number; webhookAttemptsSeconds: number }

export const readRetention = (env: Env): Retention => ({
  requestLogSeconds: whole(env, 'REQUEST_LOG_KEEP_DAYS', REQUEST_LOG_KEEP_SECONDS / DAY_SECONDS, 1, 365) * DAY_SECONDS,
  webhookAttemptsSeconds: whole(env, 'WEBHOOK_ATTEMPTS_KEEP_DAYS', 90, 7, 3650) * DAY_SECONDS,
})
