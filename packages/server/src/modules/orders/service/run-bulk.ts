// Bulk actions: one action on many orders, each in its own transaction. A run is stored, so that a repeated request continues it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { OperatorAction } from '../rules/orders.ts'
import * as store from '../store/runs.ts'
import { actOnOrder } from './act.ts'

export type AskedRun = { action: OperatorAction; orderIds: readonly string[]; note: string | null; key: string }
export type StartedRun = { run: store.OrderRun; rows: store.RunRow[] }

const isSame = ({ run, rows }: StartedRun, asked: AskedRun): boolean =>
  run.action === asked.action &&
  run.note === asked.note &&
  rows.length === asked.orderIds.length &&
  rows.every(({ orderId }, index) => orderId === asked.orderIds[index])

/** Stores the run with its orders, or finds the one that the same key started. */
export const startRun = (deps: Pick<Deps, 'clock' | 'db'>, actor: string, asked: AskedRun): Promise<StartedRun> =>
  deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const { action, note, key: idempotencyKey } = asked
    const run = { id: newId('bulkRun', now), actor, idempotencyKey, action, note, createdAt: now }
    if (await store.insertRun(tx, run)) {
      await store.insertRows(tx, run.id, asked.orderIds)
      return { run, rows: await store.listRunRows(tx, run.id) }
    }
    const earlier = await store.findRunByKey(tx, actor, idempotencyKey)
    invariant(earlier, 'the key has a run')
    const started = { run: earlier, rows: await store.listRunRows(tx, earlier.id) }
    if (!isSame(started, asked))
      throw new ApiError('conflict', {
        message: 'This idempotency_key was used for a different bulk action. Send a new key.',
        reason: 'idempotency_key_reused',
      })
    return started
  })

type RunDeps = Pick<Deps, 'audit' | 'clock' | 'db' | 'orderEvents' | 'secrets'>

/** Runs `work` on a row that nobody has finished, with its audit row. */
const finishOnce = (
  deps: RunDeps,
  call: AuditedCall,
  { id, action, note }: store.OrderRun,
  { position, orderId }: store.RunRow,
  work: (tx: Tx) => Promise<store.Finished & { httpStatus: number }>,
): Promise<store.Finished> =>
  deps.db.tx(async (tx) => {
    const row = await store.lockRow(tx, id, position)
    invariant(row, 'the run has the row')
    if (row.outcome !== 'pending') return row
    const { httpStatus, ...finished } = await work(tx)
    await store.finishRow(tx, id, position, finished)
    await deps.audit.write(tx, {
      ...call,
      route: `operator.orders.${action}`,
      status: httpStatus,
      input: { public_id: orderId, run_id: id, ...(note === null ? {} : { note }) },
      reason: finished.code,
    })
    return finished
  })

/** The order and its outcome change together, or neither does. An order that refuses the action is noted as failed. */
async function finishRow(
  deps: RunDeps,
  call: AuditedCall,
  run: store.OrderRun,
  row: store.RunRow,
): Promise<store.Finished> {
  try {
    return await finishOnce(deps, call, run, row, async (tx) => {
      const { action, note, actor } = run
      const { status } = await actOnOrder(deps, tx, row.orderId, { action, actor, note: note ?? undefined })
      return { outcome: 'done', status, code: null, message: null, httpStatus: 200 }
    })
  } catch (error) {
    // Anything else is a fault of ours or of the database. The row stays pending, and a repeated request tries it again.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const { message, status: httpStatus } = error
    const code = error.reason ?? error.code
    return finishOnce(deps, call, run, row, async () => ({
      outcome: 'failed',
      status: null,
      code,
      message,
      httpStatus,
    }))
  }
}

/** Every row with its outcome, in the order in which they were sent. Stopping the iteration leaves the rest pending. */
export async function* continueRun(
  deps: RunDeps,
  call: AuditedCall,
  { run, rows }: StartedRun,
): AsyncGenerator<store.RunRow> {
  for (const row of rows) yield row.outcome === 'pending' ? { ...row, ...(await finishRow(deps, call, run, row)) } : row
}
