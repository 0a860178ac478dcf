// SQL of deliveries. The queue runs on the database's clock, which all processes share.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import { DELIVERY_LEASE_SECONDS } from '../../../kernel/limits.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { DeliveryMethod, DeliverySource, DeliveryState } from '../rules/deliveries.ts'

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

/** As `lockDelivery`, for several orders, and with the lease of each. */
export const lockDeliveries = (tx: Tx, orderIds: readonly string[]): Promise<(Delivery & { lease: string | null })[]> =>
  tx.many(sql`
    select ${COLUMNS}, lease from domain_deliveries where order_id = any(${orderIds}) order by order_id for update`)

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
    where is_changeable_delivery(domain_deliveries.state)`)) > 0

/** The partner changed its target: deliveries that the registrar refused for the old one can start again. */
export async function replanRefused(tx: Tx, owner: Owner, now: Date): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set state = 'planned', last_error = null, updated_at = ${now}
    where state = 'refused' and source = 'partner' and last_error is not null and order_id in (
      select id from orders
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and transfer_state = 'failed'
        and is_awaiting_transfer(status))`)
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
type Due = { inSeconds?: number; keep?: boolean }

/** A delivery with its new values. */
export type Saved = { delivery: Delivery } & Due

export const changeDelivery = (delivery: Delivery, change: DeliveryChange, now: Date): Delivery => ({
  ...delivery,
  ...change,
  updatedAt: now,
})

export async function saveDeliveries(tx: Tx, saved: readonly Saved[]): Promise<void> {
  if (saved.length === 0) return
  const next = saved.map(({ delivery }) => delivery)
  await tx.run(sql`
    update domain_deliveries d set
      state = n.state, method = n.method, source = n.source, registrar_iana_id = n.registrar_iana_id,
      registrar_account = n.registrar_account, nameservers = array(select json_array_elements_text(n.nameservers::json)),
      auth_code = n.auth_code, auth_code_expires_at = n.auth_code_expires_at, step = n.step, failures = n.failures,
      last_error = n.last_error, updated_at = n.updated_at, lease = case when n.keep then d.lease end,
      next_attempt_at = clock_timestamp() + make_interval(secs => n.due_seconds)
    from unnest(
      ${next.map(({ orderId }) => orderId)}::text[], ${next.map(({ state }) => state)}::text[],
      ${next.map(({ method }) => method)}::text[], ${next.map(({ source }) => source)}::text[],
      ${next.map(({ registrarIanaId }) => registrarIanaId)}::int[],
      ${next.map(({ registrarAccount }) => registrarAccount)}::text[],
      ${next.map(({ nameservers }) => JSON.stringify(nameservers))}::text[],
      ${next.map(({ authCode }) => authCode)}::text[],
      ${next.map(({ authCodeExpiresAt }) => authCodeExpiresAt)}::timestamptz[],
      ${next.map(({ step }) => step)}::int[], ${next.map(({ failures }) => failures)}::int[],
      ${next.map(({ lastError }) => lastError)}::text[], ${next.map(({ updatedAt }) => updatedAt)}::timestamptz[],
      ${saved.map(({ keep = false }) => keep)}::boolean[],
      ${saved.map(({ keep = false, inSeconds = 0 }) => (keep ? DELIVERY_LEASE_SECONDS : inSeconds))}::float8[]
    ) as n(order_id, state, method, source, registrar_iana_id, registrar_account, nameservers, auth_code, auth_code_expires_at,
           step, failures, last_error, updated_at, keep, due_seconds)
    where d.order_id = n.order_id`)
}

export async function saveDelivery(
  tx: Tx,
  delivery: Delivery,
  change: DeliveryChange,
  now: Date,
  due: Due = {},
): Promise<Delivery> {
  const next = changeDelivery(delivery, change, now)
  await saveDeliveries(tx, [{ delivery: next, ...due }])
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
        where is_active_delivery(state) and next_attempt_at <= clock_timestamp() and (environment = 'sandbox' or ${withLive})
        order by next_attempt_at limit ${limit} for update skip locked)
      returning *)
    select ${COLUMNS}, (select o.domain from orders o where o.id = order_id) as domain,
           clock_offset(environment, (select p.sandbox_offset_seconds from partners p where p.id = partner_id)) as offset_seconds
    from leased`)

/** Live orders that are paid, not held, and have a target. */
export const listStartable = (db: Db, limit: number): Promise<{ orderId: string }[]> =>
  db.many(sql`
    select d.order_id from domain_deliveries d join orders o on o.id = d.order_id
    where d.state = 'planned' and d.environment = 'live' and is_awaiting_transfer(o.status)
    order by d.order_id limit ${limit}`)

/**
 * A sandbox partner's clock went forward: its deliveries are due that much earlier. Leased ones keep their time, but are locked: a step
 * that ends meanwhile is written before this, and ages, or after it, and reads the new clock.
 */
export async function ageWaiting(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  await tx.run(sql`
    with under_way as (
      select order_id from domain_deliveries
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and is_active_delivery(state)
      order by order_id for update)
    update domain_deliveries d set
      next_attempt_at = d.next_attempt_at - make_interval(secs => case when d.lease is null then ${seconds} else 0 end)
    from under_way u where d.order_id = u.order_id`)
}

/** How far the clocks of these orders run ahead now, by order. */
export const readOffsets = async (tx: Tx, orderIds: readonly string[]): Promise<Map<string, number>> =>
  new Map(
    (
      await tx.many<{ orderId: string; offsetSeconds: number }>(sql`
        select d.order_id, clock_offset(d.environment, p.sandbox_offset_seconds) as offset_seconds
        from domain_deliveries d join partners p on p.id = d.partner_id where d.order_id = any(${orderIds})`)
    ).map(({ orderId, offsetSeconds }) => [orderId, offsetSeconds]),
  )
