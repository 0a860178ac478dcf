// Settings for how long rows are kept in tables that grow with traffic. Whole partitions are dropped, so rows stay a little longer.
import { EVENTS_KEEP_SECONDS, MAIL_KEEP_SECONDS, REQUEST_LOG_KEEP_SECONDS } from '../limits.ts'
import { type Env, whole } from './values.ts'

const DAY_SECONDS = 86_400

export type Retention = {
  requestLogSeconds: number
  webhookAttemptsSeconds: number
  /** Also of their deliveries. */
  eventsSeconds: number
  mailSeconds: number
}

export const readRetention = (env: Env): Retention => ({
  requestLogSeconds: whole(env, 'REQUEST_LOG_KEEP_DAYS', REQUEST_LOG_KEEP_SECONDS / DAY_SECONDS, 1, 365) * DAY_SECONDS,
  webhookAttemptsSeconds: whole(env, 'WEBHOOK_ATTEMPTS_KEEP_DAYS', 90, 7, 3650) * DAY_SECONDS,
  eventsSeconds: whole(env, 'EVENTS_KEEP_DAYS', EVENTS_KEEP_SECONDS / DAY_SECONDS, 30, 36_500) * DAY_SECONDS,
  mailSeconds: whole(env, 'MAIL_KEEP_DAYS', MAIL_KEEP_SECONDS / DAY_SECONDS, 7, 3650) * DAY_SECONDS,
})
