// SQL of deliveries as their owners and operators see them, and of asking for them again.
import { afterLast, inOrder, type Keyset, newestFirst } from '../../../db/keyset.ts'
import type { Partitioned } from '../../../db/partitions.ts'
import { type Db, inEnvironment, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import { type Id, idBound } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { DeliveryStatus } from '../rules/deliveries.ts'
import { type Endpoint, isSince, owned } from './endpoints.ts'

/** By the time of the attempt: a delivery of long ago can be attempted again today. */
export const ATTEMPT_PARTITIONS: Partitioned = {
  table: 'webhook_attempts',
  column: 'at',
  length: 'month',
  ahead: 2,
  toValue: (at) => at.toISOString(),
  readBound: (text) => new Date(text).toISOString(),
}

export type Attempt = {
  at: Date
  statusCode: number | null
  error: string | null
  durationMs: number
  responseType: string | null
  /** Null for a response that is not text, and for none at all. */
  responseBody: string | null
  /** Null on attempts from before responses were kept. */
  responseBytes: number | null
}

export type Delivery = Owner & {
  id: Id<'delivery'>
  /** Null if the delivery ended before the default endpoint was registered, or while none is. */
  endpointId: Id<'webhookEndpoint'> | null
  isDefault: boolean
  eventId: string
  eventType: string
  url: string | null
  status: DeliveryStatus
  failures: number
  nextAttemptAt: Date | null
  partnerName: string
  sandboxOffsetSeconds: number
  attempts: Attempt[]
}

export type DeliveryFilter = {
  partnerId?: string | undefined
  environment?: Environment | undefined
  endpoint?: Pick<Endpoint, 'id' | 'isDefault' | 'registeredAt'> | undefined
  eventId?: string | undefined
  statuses?: readonly DeliveryStatus[] | undefined
  id?: string
  /** When the deliveries were created, on the clock of their partner. */
  from?: Date | undefined
  to?: Date | undefined
}

const BY_AGE = { created: null }

type Scheduled = Pick<Endpoint, 'id' | 'isDefault' | 'partnerId' | 'environment'>

/** The deliveries of an endpoint, along an index. */
const deliveriesTo = (endpoint: Scheduled): Sql =>
  endpoint.isDefault ? sql`${owned(endpoint)} and endpoint_id is null` : sql`endpoint_id = ${endpoint.id}`

/** A delivery of the default endpoint is scheduled by next_attempt_at, any other by due_at: see schedule-delivery.sql. */
const schedule = (at: Sql): Sql => sql`
  next_attempt_at = case when endpoint_id is null then ${at} end, due_at = case when endpoint_id is not null then ${at} end`
const dueNow = (real: Date): Sql => schedule(sql`${real}::timestamptz`)

const deliveredTo = ({ id, isDefault, registeredAt }: Pick<Endpoint, 'id' | 'isDefault' | 'registeredAt'>): Sql =>
  isDefault
    ? sql`d.endpoint_id is null and ${isSince(sql`d.finished_at`, sql`${registeredAt}::timestamptz`)}`
    : sql`d.endpoint_id = ${id}`

type DeliveryRow = Omit<Delivery, 'attempts'>

/** Nothing is scheduled where nobody is registered, or where the endpoint was disabled. */
async function readDeliveries(
  db: Db,
  filter: DeliveryFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<DeliveryRow[]> {
  const { endpoint } = filter
  return db.many<DeliveryRow>(sql`
    select d.id, d.partner_id, p.name as partner_name, d.environment, coalesce(d.endpoint_id, e.id) as endpoint_id,
           d.endpoint_id is null as is_default, d.event_id, d.event_type, coalesce(d.url, e.url) as url, d.status, d.failures,
           case when e.active and d.status = 'pending' then coalesce(d.next_attempt_at, d.due_at) end as next_attempt_at,
           clock_offset(d.environment, p.sandbox_offset_seconds) as sandbox_offset_seconds
    from (
      select * from webhook_deliveries d
      where ${joinConditions([
        filter.partnerId !== undefined && sql`d.partner_id = ${filter.partnerId}`,
        filter.environment !== undefined && inEnvironment(sql`d.environment`, filter.environment),
        endpoint && deliveredTo(endpoint),
        filter.eventId !== undefined && sql`d.event_id = ${filter.eventId}`,
        filter.statuses !== undefined && sql`d.status = any (${filter.statuses}::text[])`,
        filter.id !== undefined && sql`d.id = ${filter.id}`,
        filter.from !== undefined && sql`d.event_id >= ${idBound('event', filter.from)}::id_text`,
        filter.to !== undefined && sql`d.event_id < ${idBound('event', filter.to)}::id_text`,
        afterLast(keyset, BY_AGE, sql`d.id`),
      ])}
      order by ${inOrder(keyset, BY_AGE, sql`d.id`)} limit ${limit}
    ) d
    join partners p on p.id = d.partner_id
    left join lateral (
      select e.id, e.url, e.active from webhook_endpoints e
      where d.endpoint_id is null and e.partner_id = d.partner_id and e.environment = d.environment
        and ${isSince(sql`d.finished_at`, sql`e.registered_at`)}
      union all
      select e.id, e.url, e.active from webhook_additional_endpoints e where e.id = d.endpoint_id
    ) e on true
    order by ${inOrder(keyset, BY_AGE, sql`d.id`)}`)
}

export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<Delivery[]> {
  const rows = await readDeliveries(db, filter, keyset, limit)
  if (rows.length === 0) return []
  const attempts = await db.many<Attempt & { deliveryId: string }>(sql`
    select delivery_id, at, status_code, error, duration_ms, response_type, response_body, response_bytes from webhook_attempts
    where delivery_id = any (${rows.map(({ id }) => id)}::text[]) order by delivery_id, attempt, at`)
  const byDelivery = new Map<string, Attempt[]>(rows.map(({ id }) => [id, []]))
  for (const attempt of attempts) byDelivery.get(attempt.deliveryId)?.push(attempt)
  return rows.map((row) => ({ ...row, attempts: byDelivery.get(row.id) ?? [] }))
}

/** One delivery, or none. */
export const findDeliveries = (db: Db, filter: DeliveryFilter & { id: string }): Promise<Delivery[]> =>
  listDeliveries(db, filter, newestFirst('created', undefined), 1)

/** The very text that is sent; undefined where the event it was about is gone. */
export async function findPayload(db: Db, owner: Owner, id: string): Promise<string | undefined> {
  const row = await db.one<{ payload: string | null }>(sql`
    select coalesce(d.payload, event_payload(v)) as payload
    from webhook_deliveries d left join events v on v.id = d.event_id
    where d.id = ${id} and d.partner_id = ${owner.partnerId} and d.environment = ${owner.environment}`)
  return row?.payload ?? undefined
}

/** Pending deliveries are due immediately, and their retry schedule starts over. */
export async function resumePending(tx: Tx, endpoint: Scheduled, real: Date): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set ${dueNow(real)}, failures = 0
    where ${deliveriesTo(endpoint)} and status = 'pending' and (coalesce(next_attempt_at, due_at) > ${real} or failures > 0)`)
}

/** What was given up while nothing got through. */
export async function resumeFailed(tx: Tx, endpoint: Scheduled, since: Date, real: Date): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set status = 'pending', ${dueNow(real)}, failures = 0, finished_at = null
    where ${deliveriesTo(endpoint)} and status = 'failed' and finished_at >= ${since}`)
}

/** Of an endpoint that was deleted and cannot be registered again. */
export async function giveUpPending(tx: Tx, endpoint: Scheduled, real: Date): Promise<void> {
  await tx.run(sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null, due_at = null, finished_at = ${real}
    where ${deliveriesTo(endpoint)} and status = 'pending'`)
}

/** A sandbox partner moved its clock: its retries come nearer. */
export async function ageDeliveries(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  const earlier = sql`coalesce(next_attempt_at, due_at) - make_interval(secs => ${seconds})`
  await tx.run(sql`update webhook_deliveries set ${schedule(earlier)} where ${owned(owner)} and status = 'pending'`)
}

/** Everything of this that was given up is due immediately; `since` is on the partner's clock, as its events are. */
export const restartFailed = (tx: Tx, endpoint: Scheduled, since: Date, real: Date): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries d
    set status = 'pending', ${dueNow(real)}, failures = 0, finished_at = null, restarts = restarts + 1
    where ${deliveriesTo(endpoint)} and d.status = 'failed'
      and d.event_id >= ${idBound('event', since)}::id_text`)

/** Due immediately, as if it had never been tried; false when there is no such delivery of this owner. */
export async function restartDelivery(tx: Tx, owner: Owner, id: string, real: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update webhook_deliveries
    set status = 'pending', ${dueNow(real)}, failures = 0, finished_at = null, restarts = restarts + 1
    where id = ${id} and ${owned(owner)}`)
  return changed > 0
}

export async function insertTestDelivery(
  tx: Tx,
  endpoint: Scheduled,
  row: { id: string; eventId: string; eventType: string; payload: string; real: Date },
): Promise<void> {
  const { id, isDefault, partnerId, environment } = endpoint
  await tx.run(sql`
    insert into webhook_deliveries (id, partner_id, environment, endpoint_id, event_id, event_type, payload, status, next_attempt_at,
                                    due_at, created_at)
    values (${row.id}, ${partnerId}, ${environment}, ${isDefault ? null : id}, ${row.eventId}, ${row.eventType}, ${row.payload},
            'pending', ${isDefault ? row.real : null}, ${isDefault ? null : row.real}, ${row.real})`)
}
