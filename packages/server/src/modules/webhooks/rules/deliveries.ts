// What is pushed, when it is tried again, and when a receiver is given up: no I/O.
import { addSeconds } from '../../../kernel/clock.ts'

/** What an endpoint without `event_types` gets. The last three happen only where the service collects the payment. */
export const PUSHED_BY_DEFAULT = [
  'order.recorded',
  'order.manual_review_cleared',
  'order.transfer_started',
  'order.transfer_completed',
  'order.settled',
  'order.refunded',
  'brokerage.case_completed',
  'order.paid',
  'checkout.completed',
  'checkout.expired',
] as const

/** Everything that stands in the history; the rest is pushed only to a registration that lists it. */
export const EVENT_TYPES = [
  ...PUSHED_BY_DEFAULT,
  'order.held',
  'order.disputed',
  'order.dispute_closed',
  'transfer.started',
  'transfer.completed',
  'transfer.failed',
  'transfer.action_required',
  'brokerage.case_opened',
  'brokerage.case_updated',
  'brokerage.case_closed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sent on request to try a receiver; it stands in no history. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** Forward, as a reader that must miss nothing goes; or backward, for whoever looks back. */
export const EVENT_ORDERS = ['oldest', 'newest'] as const
export type EventOrder = (typeof EVENT_ORDERS)[number]

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The canonical order, each once. */
export const tidyEventTypes = (types: readonly EventType[]): EventType[] =>
  EVENT_TYPES.filter((type) => types.includes(type))

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds from the failure of one attempt to the next: ten attempts over three days. */
export const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const
export const ATTEMPTS_MAX = RETRY_SECONDS.length + 1
/** Waits differ by a tenth either way, so that what failed together does not come back together. */
export const RETRY_JITTER = 0.1
export const RETRY_AFTER_SECONDS_MAX = HOUR
/** The longest wait after each failure in turn, jitter and the receiver's own wish included. */
export const RETRY_SECONDS_MAX = RETRY_SECONDS.map((seconds) =>
  Math.max(seconds * (1 + RETRY_JITTER), RETRY_AFTER_SECONDS_MAX),
)
/** Clocks of processes that differ by less are taken to be right. */
export const CLOCK_SLACK_SECONDS = 30

export const DELIVERY_TIMEOUT_MS = 5000
/** A receiver that has not succeeded for this long is switched off. */
export const GIVE_UP_SECONDS = 5 * 24 * HOUR
/** How long a replaced secret goes on signing beside its successor. */
export const SECRET_OVERLAP_SECONDS = 24 * HOUR
export const SECRET_LENGTH_MIN = 16
export const SECRET_LENGTH_MAX = 255

/** `random` is in [0, 1). `failures` counts the one that just happened. Null: that was the last attempt. */
export function retryDelaySeconds(failures: number, retryAfterSeconds: number | null, random: number): number | null {
  const base = RETRY_SECONDS[failures - 1]
  if (base === undefined) return null
  const jittered = base * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random)
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, RETRY_AFTER_SECONDS_MAX))
}

/** RFC 9110 §10.2.3: seconds, or a date. Anything else is as if it were not there. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (!/^[A-Z][a-z]{2}/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}

export type Outcome = { statusCode: number | null; error: string | null }

/** A redirect is not followed, so it is a failure like any other answer that is not 2xx. */
export const isSuccess = ({ statusCode, error }: Outcome): boolean =>
  error === null && statusCode !== null && statusCode >= 200 && statusCode < 300

/** RFC 9110: the resource is gone and will stay so. The receiver wants no more. */
export const isGone = ({ statusCode }: Outcome): boolean => statusCode === 410

/** The URL of an endpoint in a message. Query, fragment and credentials often hold secrets, and mail is not the place for them. */
export function toShownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** An endpoint that fails, recovers and fails again is reported to the team at most this often. */
export const REPORT_SECONDS = 24 * HOUR

export type Trouble = { failingSince: Date | null; reportedAt: Date | null }

/** A retry failed too, and nothing succeeded meanwhile: one failure alone is no news. Each streak is reported once. */
export function isReportDue({ failingSince, reportedAt }: Trouble, failures: number, now: Date): boolean {
  if (failures < 2 || failingSince === null || failingSince >= now) return false
  return (
    reportedAt === null || (reportedAt < failingSince && reportedAt.getTime() < now.getTime() - REPORT_SECONDS * 1000)
  )
}

/** What a person reads of a failed attempt. */
export const describeFailure = ({ statusCode, error }: Outcome): string =>
  error ?? (statusCode === null ? 'No response' : `Status code ${statusCode}`)

/** Why an endpoint is disabled, for its owner to read. */
export const GONE = 'The endpoint responded with 410 Gone.'
export const GIVEN_UP = 'No delivery succeeded for five days.'
export const PAUSED = 'Disabled by the partner.'

/**
 * About when the remaining attempts are made if each of them fails: the next one first. Jitter, `Retry-After` and a busy receiver
 * move them.
 */
export function planAttempts(failures: number, nextAttemptAt: Date | null): Date[] {
  if (nextAttemptAt === null) return []
  const planned = [nextAttemptAt]
  for (const seconds of RETRY_SECONDS.slice(failures))
    planned.push(addSeconds(planned.at(-1) ?? nextAttemptAt, seconds))
  return planned
}
