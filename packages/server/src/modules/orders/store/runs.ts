// SQL of bulk actions on orders: the runs and the outcome of each order.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorAction, OrderStatus } from '../rules/orders.ts'

export const RUN_OUTCOMES = ['pending', 'done', 'failed'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

export type OrderRun = {
  id: Id<'bulkRun'>
  actor: string
  idempotencyKey: string
  action: OperatorAction
  note: string | null
  createdAt: Date
}

/** An order of a run. `status` is the status that the action led to; code and message say why it failed. */
export type Finished = {
  outcome: RunOutcome
  status: OrderStatus | null
  code: string | null
  message: string | null
}
export type RunRow = Finished & {
  position: number
  orderId: string
  /** Null if there is no such order. */
  domain: string | null
  salePriceCents: number | null
  currency: string | null
}

/** False if the actor has used the key before. */
export const insertRun = async (tx: Tx, run: OrderRun): Promise<boolean> =>
  (await tx.run(sql`
    insert into order_runs (id, actor, idempotency_key, action, note, created_at)
    values (${run.id}, ${run.actor}, ${run.idempotencyKey}, ${run.action}, ${run.note}, ${run.createdAt})
    on conflict (actor, idempotency_key) do nothing`)) > 0

export async function insertRows(tx: Tx, runId: string, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into order_run_rows (run_id, position, order_id)
    select ${runId}, given.position, given.id from unnest(${orderIds}::text[]) with ordinality as given(id, position)`)
}

export const findRunByKey = (db: Db, actor: string, key: string): Promise<OrderRun | undefined> =>
  db.one<OrderRun>(sql`select * from order_runs where actor = ${actor} and idempotency_key = ${key}`)

export const findRun = (db: Db, id: string): Promise<OrderRun | undefined> =>
  db.one<OrderRun>(sql`select * from order_runs where id = ${id}`)

export const listRunRows = (db: Db, runId: string): Promise<RunRow[]> =>
  db.many<RunRow>(sql`
    select r.position, r.order_id, r.outcome, r.status, r.code, r.message, o.domain_unicode as domain, o.sale_price_cents, o.currency
    from order_run_rows r left join orders o on o.id = r.order_id
    where r.run_id = ${runId} order by r.position`)

/** Held until the transaction ends: a concurrent request with the same key waits, then finds the outcome. */
export const lockRow = (tx: Tx, runId: string, position: number): Promise<Finished | undefined> =>
  tx.one<Finished>(sql`
    select outcome, status, code, message from order_run_rows
    where run_id = ${runId} and position = ${position} for update`)

export async function finishRow(tx: Tx, runId: string, position: number, finished: Finished): Promise<void> {
  await tx.run(sql`
    update order_run_rows set outcome = ${finished.outcome}, status = ${finished.status}, code = ${finished.code},
      message = ${finished.message}
    where run_id = ${runId} and position = ${position}`)
}
