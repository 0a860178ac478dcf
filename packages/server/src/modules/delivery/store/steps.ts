// SQL of the steps of deliveries: a line for each command, written before it is sent.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import { createStepLog, type LoggedStep } from '../../../db/step-log.ts'
import { DELIVERY_LEASE_SECONDS } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { StepName, StepOutcome } from '../rules/deliveries.ts'
import type { Delivery } from './deliveries.ts'

export type DeliveryStep = LoggedStep<StepName>

export const steps = createStepLog<StepName>(sql`delivery_steps`, sql`order_id`)

/** How the last command of each step ended. One that is still `sent` was left by a process that died: its end is unknown. */
export async function readPast(
  db: Db,
  { orderId, attempts }: Pick<Delivery, 'orderId' | 'attempts'>,
): Promise<Map<StepName, StepOutcome>> {
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
  environment: Environment
  lease: string
  step: StepName
  /** The place of the step in the list of the method. */
  position: number
  /** Encrypted. */
  authCode: string | null
}

/**
 * Writes down commands before they are sent, and renews their leases. A lease is missing where it is lost, or the delivery no longer
 * active: then nothing may be sent. An order that was leased again meanwhile may be in the list twice: only its last lease has a line.
 */
export const beginSteps = (
  db: Db,
  begun: readonly Begun[],
  now: Date,
): Promise<{ orderId: string; lease: string; line: number; transaction: string }[]> =>
  db.many(sql`
    with locked as (
      select order_id from domain_deliveries where order_id = any(${begun.map(({ orderId }) => orderId)}::text[])
      order by order_id for update),
    mine as (
      update domain_deliveries d set
        attempts = d.attempts + 1, step = b.position, auth_code = b.auth_code,
        next_attempt_at = clock_timestamp() + make_interval(secs => ${DELIVERY_LEASE_SECONDS})
      from unnest(
        ${begun.map(({ orderId }) => orderId)}::text[], ${begun.map(({ lease }) => lease)}::text[],
        ${begun.map(({ step }) => step)}::text[], ${begun.map(({ position }) => position)}::int[],
        ${begun.map(({ authCode }) => authCode)}::text[]
      ) as b(order_id, lease, step, position, auth_code) join locked using (order_id)
      where d.order_id = b.order_id and d.lease = b.lease and is_active_delivery(d.state)
        and d.next_attempt_at > clock_timestamp()
      returning d.order_id, d.lease, d.attempts, b.step),
    written as (
      insert into delivery_steps (order_id, line, step, transaction, outcome, sent_at)
      select order_id, attempts, step, order_id || '-' || attempts, 'sent', ${now} from mine
      returning order_id, line, transaction)
    select order_id, lease, line, transaction from written join mine using (order_id)`)
