// SQL of registrations, of the event history and of deliveries as their owners see them.
import { type Db, inEnvironment, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { DeliveryStatus, EventOrder, EventType } from '../rules/deliveries.ts'

export type Endpoint = Owner & {
  url: string
  secretSealed: string
  previousSecretSealed: string | null
  previousSecretUntil: Date | null
  eventTypes: EventType[]
  active: boolean
  disabledReason: string | null
  failingSince: Date | null
  failingReportedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const endpointColumns = sql`
  partner_id, environment, url, secret_sealed, previous_secret_sealed, previous_secret_until, event_types, active,
  disabled_reason, failing_since, failing_reported_at, created_at, updated_at`

const owned = (owner: Owner): Sql => sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`

export const findEndpoint = (db: Db, owner: Owner): Promise<Endpoint | undefined> =>
  db.one<Endpoint>(sql`select ${endpointColumns} from webhook_endpoints where ${owned(owner)}`)

export const lockEndpoint = (tx: Tx, owner: Owner): Promise<Endpoint | undefined> =>
  tx.one<Endpoint>(sql`select ${endpointColumns} from webhook_endpoints where ${owned(owner)} for update`)

/** False when somebody else registered at the same moment. */
export async function insertEndpoint(tx: Tx, endpoint: Endpoint): Promise<boolean> {
  const added = await tx.run(sql`
    insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, created_at, updated_at)
    values (${endpoint.partnerId}, ${endpoint.environment}, ${endpoint.url}, ${endpoint.secretSealed},
            ${endpoint.eventTypes}, true, ${endpoint.createdAt}, ${endpoint.updatedAt})
    on conflict do nothing`)
  return added > 0
}

export async function updateEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set
      url = ${endpoint.url}, secret_sealed = ${endpoint.secretSealed},
      previous_secret_sealed = ${endpoint.previousSecretSealed}, previous_secret_until = ${endpoint.previousSecretUntil},
      event_types = ${endpoint.eventTypes}, active = ${endpoint.active}, disabled_reason = ${endpoint.disabledReason},
      failing_since = ${endpoint.failingSince}, failing_reported_at = ${endpoint.failingReportedAt},
      updated_at = ${endpoint.updatedAt}
    where ${owned(endpoint)}`)
}

export const deleteEndpoint = (tx: Tx, owner: Owner): Promise<Endpoint | undefined> =>
  tx.one<Endpoint>(sql`delete from webhook_endpoints where ${owned(owner)} returning ${endpointColumns}`)

/** What waits is due at once and starts its schedule anew. */
export async function resumePending(tx: Tx, owner: Owner, real: Date): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set next_attempt_at = ${real}, failures = 0
    where ${owned(owner)} and status = 'pending' and (next_attempt_at > ${real} or failures > 0)`)
}

/** What was given up while nothing got through. */
export async function resumeFailed(tx: Tx, owner: Owner, since: Date, real: Date): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set status = 'pending', next_attempt_at = ${real}, failures = 0, finished_at = null
    where ${owned(owner)} and status = 'failed' and finished_at >= ${since}`)
}

/** A sandbox partner moved its clock: its retries, and what else of its webhooks waits for time, come nearer. */
export async function ageWaiting(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
    where ${owned(owner)} and status = 'pending'`)
  await tx.run(sql`
    update webhook_endpoints set
      failing_since = failing_since - make_interval(secs => ${seconds}),
      failing_reported_at = failing_reported_at - make_interval(secs => ${seconds}),
      previous_secret_until = previous_secret_until - make_interval(secs => ${seconds})
    where ${owned(owner)} and (failing_since is not null or failing_reported_at is not null or previous_secret_until is not null)`)
}

// ---------------------------------------------------------------- history

export type EventRow = { id: Id<'event'>; type: EventType; createdAt: Date; data: unknown }
export type EventPlace = { generation: number; xid: string; id: string }

/** Where an event stands in the order of the history. */
export const findEventPlace = (db: Db, owner: Owner, id: string): Promise<EventPlace | undefined> =>
  db.one<EventPlace>(sql`select generation, xid::text, id from events where id = ${id} and ${owned(owner)}`)

type EventPage = { after?: EventPlace | undefined; order: EventOrder; types?: EventType[] | undefined; limit: number }

/**
 * Events are read in the order of their transactions, and only up to the oldest one still running: nothing can appear
 * later in front of what was read. Transactions of an earlier generation ended on another server.
 */
export function listEvents(db: Db, owner: Owner, { after, order, types, limit }: EventPage): Promise<EventRow[]> {
  const [beyond, along] =
    order === 'oldest' ? [sql`>`, sql`generation, xid, id`] : [sql`<`, sql`generation desc, xid desc, id desc`]
  return db.many<EventRow>(sql`
    select id, type, created_at, data from events
    where ${joinConditions([
      owned(owner),
      after &&
        sql`(generation, xid, id) ${beyond} (${after.generation}::int, ${after.xid}::xid8, ${after.id}::id_text)`,
      types && sql`type = any(${types})`,
      sql`(generation < event_generation() or xid < pg_snapshot_xmin(pg_current_snapshot()))`,
    ])}
    order by ${along} limit ${limit}`)
}

// ---------------------------------------------------------------- deliveries

export type Attempt = { at: Date; statusCode: number | null; error: string | null; durationMs: number }
export type Delivery = Owner & {
  id: Id<'delivery'>
  eventId: string
  eventType: string
  url: string | null
  status: DeliveryStatus
  nextAttemptAt: Date | null
  partnerName: string
  sandboxOffsetSeconds: number
  attempts: Attempt[]
}

export type DeliveryFilter = {
  partnerId?: string | undefined
  environment?: Environment | undefined
  eventId?: string | undefined
  statuses?: readonly DeliveryStatus[] | undefined
  id?: string
  before?: string | undefined
  limit: number
}

type DeliveryRow = Omit<Delivery, 'attempts'>

/** Nothing is scheduled where nobody is registered, or where the receiver was switched off. */
async function readDeliveries(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  return db.many<DeliveryRow>(sql`
    select d.id, d.partner_id, p.name as partner_name, d.environment, d.event_id, d.event_type, coalesce(d.url, e.url) as url, d.status,
           case when e.active and d.status = 'pending' then d.next_attempt_at end as next_attempt_at,
           case when d.environment = 'sandbox' then p.sandbox_offset_seconds else 0 end as sandbox_offset_seconds
    from webhook_deliveries d
    join partners p on p.id = d.partner_id
    left join webhook_endpoints e on e.partner_id = d.partner_id and e.environment = d.environment
    where ${joinConditions([
      filter.partnerId !== undefined && sql`d.partner_id = ${filter.partnerId}`,
      filter.environment !== undefined && inEnvironment(sql`d.environment`, filter.environment),
      filter.eventId !== undefined && sql`d.event_id = ${filter.eventId}`,
      filter.statuses !== undefined && sql`d.status = any (${filter.statuses}::text[])`,
      filter.id !== undefined && sql`d.id = ${filter.id}`,
      filter.before !== undefined && sql`d.id < ${filter.before}`,
    ])}
    order by d.id desc limit ${filter.limit}`)
}

export async function listDeliveries(db: Db, filter: DeliveryFilter): Promise<Delivery[]> {
  const rows = await readDeliveries(db, filter)
  if (rows.length === 0) return []
  const attempts = await db.many<Attempt & { deliveryId: string }>(sql`
    select delivery_id, at, status_code, error, duration_ms from webhook_attempts
    where delivery_id = any (${rows.map(({ id }) => id)}::text[]) order by delivery_id, attempt, at`)
  const byDelivery = new Map<string, Attempt[]>(rows.map(({ id }) => [id, []]))
  for (const attempt of attempts) byDelivery.get(attempt.deliveryId)?.push(attempt)
  return rows.map((row) => ({ ...row, attempts: byDelivery.get(row.id) ?? [] }))
}

/** The very text that is sent; undefined where the event it was about is gone. */
export async function findPayload(db: Db, owner: Owner, id: string): Promise<string | undefined> {
  const row = await db.one<{ payload: string | null }>(sql`
    select coalesce(d.payload, event_payload(v)) as payload
    from webhook_deliveries d left join events v on v.id = d.event_id
    where d.id = ${id} and d.partner_id = ${owner.partnerId} and d.environment = ${owner.environment}`)
  return row?.payload ?? undefined
}

/** Whatever of this was given up is due at once; `since` is on the partner's clock, as its events are. */
export const restartFailed = (tx: Tx, owner: Owner, since: Date, real: Date): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries d
    set status = 'pending', next_attempt_at = ${real}, failures = 0, finished_at = null, restarts = restarts + 1
    where d.partner_id = ${owner.partnerId} and d.environment = ${owner.environment} and d.status = 'failed'
      and coalesce((select v.created_at from events v where v.id = d.event_id), d.created_at) >= ${since}`)

/** Due at once, as if it had never been tried; false when there is no such delivery of this owner. */
export async function restartDelivery(tx: Tx, owner: Owner, id: string, real: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = ${real}, failures = 0, finished_at = null, restarts = restarts + 1
    where id = ${id} and ${owned(owner)}`)
  return changed > 0
}

export async function insertTestDelivery(
  tx: Tx,
  owner: Owner,
  row: { id: string; eventId: string; eventType: string; payload: string; real: Date },
): Promise<void> {
  await tx.run(sql`
    insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, payload, status, next_attempt_at, created_at)
    values (${row.id}, ${owner.partnerId}, ${owner.environment}, ${row.eventId}, ${row.eventType}, ${row.payload},
            'pending', ${row.real}, ${row.real})`)
}
