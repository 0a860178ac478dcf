// SQL of the delivery worker. A worker leases whole receivers, so that their deliveries need no claims of their own: one
// row is written for a receiver instead of one for every delivery. Leases are on the database's clock, which all share.
// New attempts and changed receivers fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, freshlyPlanned, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { CLOCK_SLACK_SECONDS, type DeliveryStatus, RETRY_SECONDS_MAX } from '../rules/deliveries.ts'
import { LEASE_SECONDS } from '../rules/pace.ts'
import type { Endpoint } from './endpoints.ts'
import type { PendingFrom } from './pending.ts'

export type LeasedEndpoint = Pick<
  Endpoint,
  | 'id'
  | 'isDefault'
  | 'partnerId'
  | 'environment'
  | 'url'
  | 'secretSealed'
  | 'previousSecretSealed'
  | 'previousSecretUntil'
  | 'failingSince'
  | 'failingReportedAt'
  | 'updatedAt'
> & {
  sandboxOffsetSeconds: number
  /** The partner has other active endpoints in the environment. */
  hasSiblings: boolean
}

const pairs = (owners: readonly Owner[]): Sql => sql`
  select * from unnest(${owners.map(({ partnerId }) => partnerId)}::text[],
                       ${owners.map(({ environment }) => environment)}::text[])`

/** Which partitions can have something pending. */
const notBefore = (column: Sql, bound: string): Sql => (bound === '' ? sql`true` : sql`${column} >= ${bound}`)

/** Something is due for the endpoint `e` of the named kind. */
const DUE = {
  default: (now: Date, from = ''): Sql => sql`
    exists (
      select from webhook_deliveries d
      where d.partner_id = e.partner_id and d.environment = e.environment
        and d.status = 'pending' and d.next_attempt_at <= ${now} and ${notBefore(sql`d.id`, from)})`,
  additional: (now: Date, from = ''): Sql => sql`
    exists (
      select from webhook_deliveries d
      where d.endpoint_id = e.id and d.endpoint_id is not null and d.status = 'pending' and d.due_at <= ${now}
        and ${notBefore(sql`d.id`, from)})`,
}

type Wanted = { now: Date; from: PendingFrom; only?: readonly Owner[]; limit: number }

const dueAmong = (table: Sql, due: Sql, worker: string, { only, limit }: Wanted): Sql => sql`
  select e.id, e.partner_id from ${table} e, mode
  -- A lease longer than any that is given was written while the database's clock ran ahead.
  where e.active and (e.leased_until is null or e.leased_until <= now() or e.leased_by = ${worker}
                      or e.leased_until > now() + make_interval(secs => ${2 * LEASE_SECONDS}))
    and ${only ? sql`(e.partner_id, e.environment) in (${pairs(only)})` : sql`true`}
    and ${due}
  order by e.leased_by = ${worker} desc nulls last limit ${limit}
  for update of e skip locked`

/** Takes, or keeps, the receivers for which something is due; of all, or of these partners only. */
export const leaseDue = (db: Db, worker: string, wanted: Wanted): Promise<LeasedEndpoint[]> =>
  db.many<LeasedEndpoint>(
    freshlyPlanned(sql`
    with mode as materialized (select set_config('synchronous_commit', 'off', true)),
    due_default as (${dueAmong(sql`webhook_endpoints`, DUE.default(wanted.now, wanted.from.delivery), worker, wanted)}),
    due_additional as (${dueAmong(sql`webhook_additional_endpoints`, DUE.additional(wanted.now, wanted.from.delivery), worker, wanted)}),
    due as (select * from due_default union all select * from due_additional)
    update webhook_receivers e set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due join partners p on p.id = due.partner_id
    where e.id = due.id
    returning e.id, e.is_default, e.partner_id, e.environment, e.url, e.secret_sealed, e.previous_secret_sealed,
              e.previous_secret_until, e.failing_since, e.failing_reported_at, e.updated_at,
              clock_offset(e.environment, p.sandbox_offset_seconds) as sandbox_offset_seconds,
              not e.is_default or exists (
                select from webhook_additional_endpoints o
                where o.partner_id = e.partner_id and o.environment = e.environment and o.active) as has_siblings`),
  )

/** `key` is the ID of an endpoint. */
export async function release(db: Db, worker: string, lanes: readonly { key: string }[]): Promise<void> {
  await db.run(sql`
    update webhook_receivers set leased_by = null, leased_until = null
    where leased_by = ${worker} and id = any (${lanes.map(({ key }) => key)}::text[])`)
}

/** At the start of the only process of an embedded database, whoever held a lease is dead. */
export async function releaseAll(db: Db): Promise<void> {
  await db.run(sql`update webhook_receivers set leased_by = null, leased_until = null where leased_by is not null`)
}

/**
 * A first attempt is due at once, and a later one after at most the wait of its failures. What is planned for later than that was
 * planned by a clock that ran ahead, and would wait for as long as it did. Our own clock and the database's must both say so:
 * a process that runs behind hurries nothing.
 */
export async function bringForward(db: Db, now: Date): Promise<number> {
  const tooLate = (at: Sql): Sql => sql`
    ${at} > latest.at + make_interval(secs => ${CLOCK_SLACK_SECONDS})
      and ${at} > latest.at + make_interval(
        secs => ${CLOCK_SLACK_SECONDS} + coalesce((${RETRY_SECONDS_MAX}::float8[])[d.failures], 0))`
  const latest = sql`(select greatest(${now}::timestamptz, now()) as at) latest`
  const ofDefaults = await db.run(sql`
    update webhook_deliveries d set next_attempt_at = ${now}
    from webhook_endpoints e, ${latest}
    where e.active and d.partner_id = e.partner_id and d.environment = e.environment and d.status = 'pending'
      and ${tooLate(sql`d.next_attempt_at`)}`)
  const ofOthers = await db.run(sql`
    update webhook_deliveries d set due_at = ${now}
    from webhook_additional_endpoints e, ${latest}
    where e.active and d.endpoint_id = e.id and d.endpoint_id is not null and d.status = 'pending' and ${tooLate(sql`d.due_at`)}`)
  return ofDefaults + ofOthers
}

export type Job = {
  id: Id<'delivery'>
  eventId: string
  eventType: string
  attempts: number
  failures: number
  restarts: number
  payload: string
}

/** What is due for a receiver, longest waiting first, without what this worker has in hand already. */
export function readDue(
  db: Db,
  endpoint: LeasedEndpoint,
  { now, from, inHand, limit }: { now: Date; from: PendingFrom; inHand: readonly string[]; limit: number },
): Promise<Job[]> {
  const { id, isDefault, partnerId, environment } = endpoint
  // Events of one moment have IDs in their order; so have the deliveries to a default endpoint.
  const [due, order] = isDefault
    ? [
        sql`d.partner_id = ${partnerId} and d.environment = ${environment} and d.next_attempt_at <= ${now}`,
        sql`d.next_attempt_at, d.id`,
      ]
    : [sql`d.endpoint_id = ${id} and d.endpoint_id is not null and d.due_at <= ${now}`, sql`d.due_at, d.event_id`]
  return db.many<Job>(
    freshlyPlanned(sql`
    select d.id, d.event_id, d.event_type, d.attempts, d.failures, d.restarts, coalesce(d.payload, event_payload(v)) as payload
    from webhook_deliveries d left join events v on v.id = d.event_id and ${notBefore(sql`v.id`, from.event)}
    where ${due} and d.status = 'pending' and ${notBefore(sql`d.id`, from.delivery)} and (d.payload is not null or v.id is not null) and d.id <> all (${inHand}::text[])
    order by ${order} limit ${limit}`),
  )
}

export type Result = {
  id: Id<'delivery'>
  attempt: number
  restarts: number
  /** On the partner's clock. */
  at: Date
  url: string
  statusCode: number | null
  error: string | null
  durationMs: number
  responseType: string | null
  responseBody: string | null
  responseBytes: number
  status: DeliveryStatus
  failures: number
  nextAttemptAt: Date | null
  finishedAt: Date | null
}

/**
 * Attempts and what follows from them, many at once. It may run twice when a connection broke at the wrong moment, and a
 * late result of a worker that was thought dead changes nothing that is finished.
 */
export async function recordResults(db: Db, results: readonly Result[]): Promise<void> {
  const column = <Key extends keyof Result>(key: Key) => results.map((result) => result[key])
  await db.run(
    freshlyPlanned(sql`
    with mode as materialized (select set_config('synchronous_commit', 'off', true)),
    result as materialized (
      select r.* from mode, unnest(
        ${column('id')}::text[], ${column('attempt')}::int[], ${column('restarts')}::int[], ${column('at')}::timestamptz[], ${column('url')}::text[],
        ${column('statusCode')}::int[], ${column('error')}::text[], ${column('durationMs')}::int[],
        ${column('responseType')}::text[], ${column('responseBody')}::text[], ${column('responseBytes')}::int[],
        ${column('status')}::text[], ${column('failures')}::int[], ${column('nextAttemptAt')}::timestamptz[],
        ${column('finishedAt')}::timestamptz[]
      ) as r(id, attempt, restarts, at, url, status_code, error, duration_ms, response_type, response_body, response_bytes, status, failures,
             next_attempt_at, finished_at)
    ),
    kept as (
      insert into webhook_attempts (delivery_id, attempt, at, url, status_code, error, duration_ms, response_type, response_body,
                                    response_bytes)
      select id, attempt, at, url, status_code, error, duration_ms, response_type, response_body, response_bytes from result
      on conflict do nothing
    )
    update webhook_deliveries d set
      attempts = greatest(d.attempts, r.attempt),
      url = r.url,
      status = case when d.restarts = r.restarts then r.status else d.status end,
      failures = case when d.restarts = r.restarts then r.failures else d.failures end,
      next_attempt_at = case when d.endpoint_id is not null then null
                             when d.restarts = r.restarts then r.next_attempt_at else d.next_attempt_at end,
      due_at = case when d.endpoint_id is null then null when d.restarts = r.restarts then r.next_attempt_at else d.due_at end,
      finished_at = case when d.restarts = r.restarts then r.finished_at else d.finished_at end
    -- The ids once more: so they are looked up one by one, and the table is never read through.
    from result r where d.id = r.id and d.id = any (${column('id')}::text[]) and d.status = 'pending'`),
  )
}

/** An endpoint as it was leased. `updatedAt` is its version: what became of an earlier one says nothing of a later one. */
export type Version = Pick<LeasedEndpoint, 'id' | 'isDefault' | 'updatedAt'>

const thisVersion = ({ id, isDefault, updatedAt }: Version): Sql =>
  sql`id = ${id} and is_default = ${isDefault} and updated_at = ${updatedAt}`

export async function setFailingSince(db: Db, endpoint: Version, since: Date | null): Promise<void> {
  await db.run(sql`update webhook_receivers set failing_since = ${since} where ${thisVersion(endpoint)}`)
}

/** True for one process, which reports this streak of failures to the team. */
export async function markReported(
  tx: Tx,
  endpoint: Version,
  { failingSince, reportedAt, notBefore }: { failingSince: Date; reportedAt: Date; notBefore: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
    update webhook_receivers set failing_since = coalesce(failing_since, ${failingSince}), failing_reported_at = ${reportedAt}
    where ${thisVersion(endpoint)} and active
      and (failing_reported_at is null or failing_reported_at < least(${failingSince}::timestamptz, ${notBefore}::timestamptz))`)) >
    0
  )
}

const switchedOff = (reason: string): Sql =>
  sql`active = false, paused = false, disabled_reason = ${reason}, leased_by = null, leased_until = null`

export async function disableGone(tx: Tx, endpoint: Version, reason: string): Promise<boolean> {
  return (
    (await tx.run(sql`
    update webhook_receivers set ${switchedOff(reason)} where ${thisVersion(endpoint)} and active`)) > 0
  )
}

export async function disableFailing(tx: Tx, endpoint: Version, since: Date, reason: string): Promise<boolean> {
  return (
    (await tx.run(sql`
    update webhook_receivers set ${switchedOff(reason)}
    where ${thisVersion(endpoint)} and active and failing_since <= ${since}`)) > 0
  )
}

/** Receivers that have failed since before `since` and have nothing left to try just now. */
export const disableIdleFailing = (
  tx: Tx,
  { since, now, reason, limit }: { since: Date; now: Date; reason: string; limit: number },
): Promise<(Owner & { url: string; isDefault: boolean })[]> =>
  tx.many(sql`
    update webhook_receivers set ${switchedOff(reason)}
    where id in (
      select e.id from webhook_receivers e
      where e.active and e.failing_since <= ${since}
        and not (case when e.is_default then ${DUE.default(now)} else ${DUE.additional(now)} end)
      order by e.partner_id, e.environment, e.id limit ${limit} for update skip locked)
    returning partner_id, environment, url, is_default`)
