// SQL of endpoints: the default one of a partner, additional ones, and how deliveries to them go.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../../db/sql.ts'
import { type Id, readIdTime } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { EventType } from '../rules/deliveries.ts'

export type Endpoint = Owner & {
  id: Id<'webhookEndpoint'>
  isDefault: boolean
  url: string
  secretSealed: string
  previousSecretSealed: string | null
  previousSecretUntil: Date | null
  eventTypes: EventType[]
  active: boolean
  /** The partner disabled it; false while it is active. */
  paused: boolean
  disabledReason: string | null
  failingSince: Date | null
  failingReportedAt: Date | null
  /** In real time, unlike the next two. Null before it was noted. */
  registeredAt: Date | null
  createdAt: Date
  updatedAt: Date
}

const endpointColumns = sql`
  id, is_default, partner_id, environment, url, secret_sealed, previous_secret_sealed, previous_secret_until, event_types, active,
  paused and not active as paused, disabled_reason, failing_since, failing_reported_at, registered_at, created_at,
  updated_at`

export const owned = (owner: Owner): Sql => sql`partner_id = ${owner.partnerId} and environment = ${owner.environment}`
const thisOne = ({ id, isDefault }: Pick<Endpoint, 'id' | 'isDefault'>): Sql =>
  sql`id = ${id} and is_default = ${isDefault}`

/** The default endpoint. */
export const findDefault = (db: Db, owner: Owner): Promise<Endpoint | undefined> =>
  db.one<Endpoint>(sql`select ${endpointColumns} from webhook_endpoints where ${owned(owner)}`)

export const lockDefault = (tx: Tx, owner: Owner): Promise<Endpoint | undefined> =>
  tx.one<Endpoint>(sql`select ${endpointColumns} from webhook_endpoints where ${owned(owner)} for update`)

export const findEndpoint = (db: Db, owner: Owner, id: string): Promise<Endpoint | undefined> =>
  db.one<Endpoint>(sql`select ${endpointColumns} from webhook_receivers where id = ${id} and ${owned(owner)}`)

export const lockEndpoint = (tx: Tx, owner: Owner, id: string): Promise<Endpoint | undefined> =>
  tx.one<Endpoint>(
    sql`select ${endpointColumns} from webhook_receivers where id = ${id} and ${owned(owner)} for update`,
  )

/** Of any partner. */
export const findAnyEndpoint = (db: Db, id: string): Promise<Endpoint | undefined> =>
  db.one<Endpoint>(sql`select ${endpointColumns} from webhook_receivers where id = ${id}`)

/** The default endpoint first, then the others by age. */
export const listOwn = (db: Db, owner: Owner): Promise<Endpoint[]> =>
  db.many<Endpoint>(sql`
    select ${endpointColumns} from webhook_receivers where ${owned(owner)} order by is_default desc, id`)

/** Until the transaction ends, nobody else adds an endpoint of this partner. */
export async function lockOwner(tx: Tx, { partnerId }: Owner): Promise<void> {
  await tx.run(sql`select 1 from partners where id = ${partnerId} for no key update`)
}

/** False when another request registered the default endpoint at the same moment. */
export async function insertEndpoint(tx: Tx, endpoint: Endpoint): Promise<boolean> {
  const added = await tx.run(sql`
    insert into webhook_receivers (id, is_default, partner_id, environment, url, secret_sealed, event_types, active, paused,
                                   disabled_reason, registered_at, created_at, updated_at)
    values (${endpoint.id}, ${endpoint.isDefault}, ${endpoint.partnerId}, ${endpoint.environment}, ${endpoint.url}, ${endpoint.secretSealed},
            ${endpoint.eventTypes}, ${endpoint.active}, ${endpoint.paused}, ${endpoint.disabledReason}, ${endpoint.registeredAt},
            ${endpoint.createdAt}, ${endpoint.updatedAt})
    on conflict do nothing`)
  return added > 0
}

export async function updateEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.run(sql`
    update webhook_receivers set
      url = ${endpoint.url}, secret_sealed = ${endpoint.secretSealed},
      previous_secret_sealed = ${endpoint.previousSecretSealed}, previous_secret_until = ${endpoint.previousSecretUntil},
      event_types = ${endpoint.eventTypes}, active = ${endpoint.active}, paused = ${endpoint.paused},
      disabled_reason = ${endpoint.disabledReason}, failing_since = ${endpoint.failingSince},
      failing_reported_at = ${endpoint.failingReportedAt}, updated_at = ${endpoint.updatedAt}
    where ${thisOne(endpoint)}`)
}

export async function deleteEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  await tx.run(sql`delete from webhook_receivers where ${thisOne(endpoint)}`)
}

/** A sandbox partner moved its clock: the deadlines of its endpoints come nearer. */
export async function ageEndpoints(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  await tx.run(sql`
    update webhook_receivers set
      failing_since = failing_since - make_interval(secs => ${seconds}),
      failing_reported_at = failing_reported_at - make_interval(secs => ${seconds}),
      previous_secret_until = previous_secret_until - make_interval(secs => ${seconds})
    where ${owned(owner)} and (failing_since is not null or failing_reported_at is not null or previous_secret_until is not null)`)
}

// ---------------------------------------------------------------- health

/** How far back deliveries are counted: they are many. */
export const RECENT_DELIVERIES = 200

/** Of the last deliveries of an endpoint. */
type Counts = { succeeded: number; failed: number; pending: number }

/** The times are on the partner's clock as it was then. */
export type Health = Counts & { lastSuccessAt: Date | null; lastDeliveryAt: Date | null }

export type EndpointWithHealth = Endpoint & { health: Health }

/**
 * A delivery of a default endpoint names no endpoint. It is one of the endpoint that is registered now unless it ended before: what was
 * pending then is sent to the new one.
 */
export const isSince = (finishedAt: Sql, registeredAt: Sql): Sql =>
  sql`(${registeredAt} is null or ${finishedAt} is null or ${finishedAt} >= ${registeredAt})`

/** Of the endpoint `e`. Each arm reads along its index, and one of them finds nothing. */
const health = sql`
  select count(*) filter (where d.status = 'succeeded')::int as succeeded, count(*) filter (where d.status = 'failed')::int as failed,
         count(*) filter (where d.status = 'pending')::int as pending,
         max(d.finished_at) filter (where d.status = 'succeeded') as last_success_at,
         (array_agg(d.id order by d.finished_at desc) filter (where d.status = 'succeeded'))[1] as last_success_id,
         (array_agg(d.event_id order by d.finished_at desc) filter (where d.status = 'succeeded'))[1] as last_success_event_id,
         (array_agg(d.event_id order by d.id desc))[1] as last_event_id
  from (
    (select d.id, d.event_id, d.status, d.finished_at from webhook_deliveries d
     where e.is_default and d.partner_id = e.partner_id and d.environment = e.environment and d.endpoint_id is null
     order by d.id desc limit ${RECENT_DELIVERIES})
    union all
    (select d.id, d.event_id, d.status, d.finished_at from webhook_deliveries d
     where not e.is_default and d.endpoint_id = e.id order by d.id desc limit ${RECENT_DELIVERIES})
  ) d
  where not e.is_default or ${isSince(sql`d.finished_at`, sql`e.registered_at`)}`

type HealthRow = Counts & {
  id: string
  attemptedAt: Date | null
  lastSuccessEventId: string | null
  lastEventId: string | null
}

const readTime = (id: string | null): Date | null => (id === null ? null : readIdTime(id))

/** A delivery is created with its event, whose ID has the time. A success has the time of its attempt, while that is kept. */
export async function readHealth(db: Db, owner: Owner): Promise<Map<string, Health>> {
  const rows = await db.many<HealthRow>(sql`
    select e.id, h.succeeded, h.failed, h.pending, h.last_success_event_id, h.last_event_id, a.at as attempted_at
    from webhook_receivers e
    cross join lateral (${health}) h
    left join lateral (
      select a.at from webhook_attempts a where a.delivery_id = h.last_success_id order by a.attempt desc limit 1
    ) a on true
    where ${owned(owner)}`)
  return new Map(
    rows.map(({ id, attemptedAt, lastSuccessEventId, lastEventId, ...counts }) => [
      id,
      {
        ...counts,
        lastSuccessAt: attemptedAt ?? readTime(lastSuccessEventId),
        lastDeliveryAt: readTime(lastEventId),
      },
    ]),
  )
}

/** On real time. */
export type EndpointInContext = Endpoint & Counts & { lastSuccessAt: Date | null; partnerName: string }

export type EndpointFilter = {
  partnerId: string | undefined
  environment: Environment
  active: boolean | undefined
  failing: boolean | undefined
  before: { partnerId: string; id: string } | undefined
  limit: number
}

/** The first part is the condition of two partial indexes, which the function hides from the planner. */
const isFailing = sql`((not w.active or w.failing_since is not null) and is_failing(w))`

/** Those of one environment, of the newest partner first. */
export const listEndpoints = (db: Db, filter: EndpointFilter): Promise<EndpointInContext[]> =>
  db.many<EndpointInContext>(sql`
    select e.*, p.name as partner_name, h.succeeded, h.failed, h.pending, h.last_success_at
    from (
      select ${endpointColumns} from webhook_receivers w
      where ${joinConditions([
        filter.partnerId !== undefined && sql`partner_id = ${filter.partnerId}`,
        sql`environment = ${filter.environment}`,
        filter.active !== undefined && sql`active = ${filter.active}`,
        filter.failing !== undefined && (filter.failing ? isFailing : sql`not ${isFailing}`),
        filter.before && sql`(partner_id, id) < (${filter.before.partnerId}::id_text, ${filter.before.id}::id_text)`,
      ])}
      order by partner_id desc, id desc limit ${filter.limit}
    ) e
    join partners p on p.id = e.partner_id
    cross join lateral (${health}) h
    order by e.partner_id desc, e.id desc`)

/** Endpoints, events and deliveries of a sandbox that is reset. */
export async function clearEvents(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(sql`
    delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where ${owned(owner)})`)
  await tx.run(sql`delete from webhook_deliveries where ${owned(owner)}`)
  await tx.run(sql`delete from webhook_receivers where ${owned(owner)}`)
  await tx.run(sql`delete from events where ${owned(owner)}`)
}
