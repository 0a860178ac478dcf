// SQL of deliveries and their steps. The queue runs on the database's clock, which all processes share.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import { createStepLog, type LoggedStep } from '../../../db/step-log.ts'
import type { Id } from '../../../kernel/ids.ts'
import { DELIVERY_LEASE_SECONDS } from '../../../kernel/limits.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { DeliveryMethod, DeliverySource, DeliveryState, StepName, StepOutcome } from '../rules/deliveries.ts'

export type Delivery = {
  orderId: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  state: DeliveryState
  method: DeliveryMethod
  source: DeliverySource
  registrarIanaId: number | null
  registrarAccount: string | null
  contactEmail: string | null
  nameservers: string[]
  /** Encrypted. */
  authCode: string | null
  authCodeExpiresAt: Date | null
  /** The place of the step under way in the list of the method. */
  step: number
  attempts: number
  failures: number
  lastError: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = sql`
  order_id, partner_id, environment, state, method, source, registrar_iana_id, registrar_account, contact_email, nameservers,
  auth_code, auth_code_expires_at, step, attempts, failures, last_error, created_at, updated_at`

export const findDelivery = (db: Db, orderId: string): Promise<Delivery | undefined> =>
  db.one<Delivery>(sql`select ${COLUMNS} from domain_deliveries where order_id = ${orderId}`)

/** The order is locked first, always. */
export const lockDelivery = (tx: Tx, orderId: string): Promise<Delivery | undefined> =>
  tx.one<Delivery>(sql`select ${COLUMNS} from domain_deliveries where order_id = ${orderId} for update`)

/** As `lockDelivery`, with whether the caller still has it. */
export const lockLeased = (
  tx: Tx,
  orderId: string,
  lease: string,
): Promise<(Delivery & { isLeased: boolean }) | undefined> =>
  tx.one(sql`
    select ${COLUMNS}, lease is not distinct from ${lease} as is_leased from domain_deliveries
    where order_id = ${orderId} for update`)

export type Target = Pick<
  Delivery,
  'method' | 'source' | 'registrarIanaId' | 'registrarAccount' | 'contactEmail' | 'nameservers'
>

/** Plans a delivery, or gives one that has not begun another target. False when it has begun. */
export const putTarget = async (
  tx: Tx,
  order: { id: string; partnerId: string; environment: Environment },
  target: Target,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into domain_deliveries (order_id, partner_id, environment, state, method, source, registrar_iana_id,
                                   registrar_account, contact_email, nameservers, created_at, updated_at)
    values (${order.id}, ${order.partnerId}, ${order.environment}, 'planned', ${target.method}, ${target.source},
            ${target.registrarIanaId}, ${target.registrarAccount}, ${target.contactEmail}, ${target.nameservers}, ${now}, ${now})
    on conflict (order_id) do update set
      state = 'planned', method = excluded.method, source = excluded.source, registrar_iana_id = excluded.registrar_iana_id,
      registrar_account = excluded.registrar_account, contact_email = excluded.contact_email,
      nameservers = excluded.nameservers, step = 0, auth_code = null, auth_code_expires_at = null, last_error = null,
      updated_at = excluded.updated_at
    where domain_deliveries.state in ('planned', 'refused', 'cancelled')`)) > 0

/** The partner changed its target: deliveries that the registrar refused for the old one can start again. */
export async function replanRefused(tx: Tx, owner: Owner, now: Date): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set state = 'planned', last_error = null, updated_at = ${now}
    where state = 'refused' and source = 'partner' and last_error is not null and order_id in (
      select id from orders
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and transfer_state = 'failed'
        and status in ('PAID', 'EXTERNALLY_PAID'))`)
}

export type DeliveryChange = Partial<
  Pick<
    Delivery,
    | 'state'
    | 'method'
    | 'source'
    | 'registrarIanaId'
    | 'registrarAccount'
    | 'nameservers'
    | 'authCode'
    | 'authCodeExpiresAt'
    | 'step'
    | 'failures'
    | 'lastError'
  >
>

/** `inSeconds`: when an active delivery is due again, and its lease ends. `keep`: the caller goes on with it. */
export async function saveDelivery(
  tx: Tx,
  delivery: Delivery,
  change: DeliveryChange,
  now: Date,
  { inSeconds = 0, keep = false }: { inSeconds?: number; keep?: boolean } = {},
): Promise<Delivery> {
  const next = { ...delivery, ...change, updatedAt: now }
  const dueSeconds = keep ? DELIVERY_LEASE_SECONDS : inSeconds
  await tx.run(sql`
    update domain_deliveries set
      state = ${next.state}, method = ${next.method}, source = ${next.source}, registrar_iana_id = ${next.registrarIanaId},
      registrar_account = ${next.registrarAccount}, nameservers = ${next.nameservers}, auth_code = ${next.authCode},
      auth_code_expires_at = ${next.authCodeExpiresAt}, step = ${next.step}, failures = ${next.failures},
      last_error = ${next.lastError}, updated_at = ${now}, lease = case when ${keep} then lease end,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${dueSeconds})
    where order_id = ${delivery.orderId}`)
  return next
}

/** What a buyer who deletes their account entered, and what registrars said about it. The delivery stays, as part of the order. */
export async function forgetBuyers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    with forgotten as (
      update domain_deliveries set registrar_account = null, contact_email = null, auth_code = null, last_error = null
      where order_id = any(${orderIds}) and source = 'buyer' returning order_id)
    update delivery_steps set message = null where order_id in (select order_id from forgotten)`)
}

// ---------------------------------------------------------------- the queue

export type LeasedDelivery = Delivery & {
  domain: string
  /** How far the partner's sandbox clock runs ahead. */
  offsetSeconds: number
}

/** These belong to the caller until the lease ends. Then they are due again, so that a process that died loses none. */
export const leaseDue = (db: Db, lease: string, withLive: boolean, limit: number): Promise<LeasedDelivery[]> =>
  db.many<LeasedDelivery>(sql`
    with leased as (
      update domain_deliveries set
        lease = ${lease}, next_attempt_at = clock_timestamp() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
      where order_id in (
        select order_id from domain_deliveries
        where state in ('queued', 'waiting') and next_attempt_at <= clock_timestamp() and (environment = 'sandbox' or ${withLive})
        order by next_attempt_at limit ${limit} for update skip locked)
      returning *)
    select ${COLUMNS}, (select o.domain from orders o where o.id = order_id) as domain,
           case when environment = 'sandbox'
             then (select p.sandbox_offset_seconds from partners p where p.id = partner_id) else 0 end as offset_seconds
    from leased`)

/** Live orders that are paid, not held, and have a target. */
export const listStartable = (db: Db, limit: number): Promise<{ orderId: string }[]> =>
  db.many(sql`
    select d.order_id from domain_deliveries d join orders o on o.id = d.order_id
    where d.state = 'planned' and d.environment = 'live' and o.status in ('PAID', 'EXTERNALLY_PAID')
    order by d.order_id limit ${limit}`)

/** A sandbox partner's clock went forward: its deliveries are due that much earlier. */
export async function ageWaiting(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and state in ('queued', 'waiting')
      and lease is null`)
}

// ---------------------------------------------------------------- steps

export type DeliveryStep = LoggedStep<StepName>

export const steps = createStepLog<StepName>(sql`delivery_steps`, sql`order_id`)

/** How the last command of each step ended. One that is still `sent` was left by a process that died: its end is unknown. */
export type Past = ReadonlyMap<StepName, StepOutcome>

export async function readPast(db: Db, { orderId, attempts }: Pick<Delivery, 'orderId' | 'attempts'>): Promise<Past> {
  if (attempts === 0) return new Map()
  const rows = await db.many<{ step: StepName; outcome: StepOutcome }>(sql`
    select distinct on (step) step, outcome from delivery_steps where order_id = ${orderId} order by step, line desc`)
  return new Map(rows.map(({ step, outcome }) => [step, outcome]))
}

/** Whether the domain was moved, may be by a command whose end is not known, or can be with the auth code that we set. */
export const canStillMove = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one
    from (select distinct on (step) step, outcome from delivery_steps where order_id = ${orderId} order by step, line desc) last
    where step in ('push', 'release', 'request_transfer', 'set_auth_code') and outcome in ('sent', 'unknown', 'pending')
       or step in ('push', 'release', 'set_auth_code') and outcome = 'done'
    limit 1`)) !== undefined

export type Begun = {
  orderId: string
  lease: string
  step: StepName
  /** The place of the step in the list of the method. */
  position: number
  /** Encrypted. */
  authCode: string | null
}

/**
 * Writes down a command before it is sent, and renews the lease. Undefined when the lease is lost, or the delivery no longer
 * active: then nothing may be sent.
 */
export const beginStep = (
  db: Db,
  { orderId, lease, step, position, authCode }: Begun,
  now: Date,
): Promise<{ line: number; transaction: string } | undefined> =>
  db.one(sql`
    with mine as (
      update domain_deliveries set
        attempts = attempts + 1, step = ${position}, auth_code = ${authCode},
        next_attempt_at = clock_timestamp() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
      where order_id = ${orderId} and lease = ${lease} and state in ('queued', 'waiting')
        and next_attempt_at > clock_timestamp()
      returning order_id, attempts)
    insert into delivery_steps (order_id, line, step, transaction, outcome, sent_at)
    select order_id, attempts, ${step}, order_id || '-' || attempts, 'sent', ${now} from mine
    returning line, transaction`)
