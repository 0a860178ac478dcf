// How bulk actions on orders look on the wire, and as CSV.
import {
  CurrencyCode,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { OPERATOR_ACTIONS, undoAction } from '../rules/orders.ts'
import { type OrderRun, RUN_OUTCOMES, type RunRow } from '../store/runs.ts'
import { OrderStatusName } from './orders.ts'

export const OrderActionName = () => OneOf(OPERATOR_ACTIONS, { title: 'OrderAction' })

export const OrderRunRowView = Named('OrderRunRow', {
  public_id: Type.String({ description: 'ID of the order, as you sent it.' }),
  domain: Nullable(Type.String({ description: 'Domain of the order. Null if the order does not exist.' })),
  sale_price_cents: Nullable(PositiveCents()),
  currency: Nullable(CurrencyCode()),
  outcome: OneOf(RUN_OUTCOMES, {
    title: 'OrderRunOutcome',
  }),
  status: Nullable(OrderStatusName()),
  code: Nullable(Type.String({ description: 'Error code or reason, if the outcome is `failed`.' })),
  message: Nullable(Type.String({ description: 'Why the action failed.' })),
})

const counts = {
  total_count: Type.Integer({ minimum: 0, description: 'Number of orders in the run.' }),
  done_count: Type.Integer({ minimum: 0, description: 'Number of orders the action was applied to.' }),
  failed_count: Type.Integer({ minimum: 0, description: 'Number of orders that did not accept the action.' }),
  pending_count: Type.Integer({ minimum: 0, description: 'Number of orders the run has not reached.' }),
}

export const OrderRunView = Named('OrderRun', {
  run_id: IdText('blk_'),
  action: OrderActionName(),
  note: Nullable(Type.String()),
  idempotency_key: Type.String({
    description: 'The key of the request. Send the same request again to continue the run.',
  }),
  actor: Type.String({ description: 'Who started the run.' }),
  undo_action: Nullable(OrderActionName()),
  ...counts,
  created_at: Timestamp(),
  rows: Type.Array(OrderRunRowView),
})

const rowView = (row: RunRow): Static<typeof OrderRunRowView> => ({
  public_id: row.orderId,
  domain: row.domain,
  sale_price_cents: row.salePriceCents,
  currency: row.currency as Static<typeof OrderRunRowView>['currency'],
  outcome: row.outcome,
  status: row.status,
  code: row.code,
  message: row.message,
})

const runFields = (run: OrderRun, rows: readonly RunRow[]) => {
  const count = (outcome: RunRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  return {
    run_id: run.id,
    action: run.action,
    note: run.note,
    idempotency_key: run.idempotencyKey,
    actor: run.actor,
    undo_action: undoAction(run.action),
    total_count: rows.length,
    done_count: count('done'),
    failed_count: count('failed'),
    pending_count: count('pending'),
    created_at: isoTime(run.createdAt),
  }
}

export const orderRunView = (run: OrderRun, rows: readonly RunRow[]): Static<typeof OrderRunView> => ({
  ...runFields(run, rows),
  rows: rows.map(rowView),
})

/** The lines of a streamed run: its start, each order as it is finished, and the sums at the end. */
export async function* runLines(run: OrderRun, known: readonly RunRow[], progress: AsyncIterable<RunRow>) {
  const rows: RunRow[] = []
  yield { kind: 'start', ...runFields(run, known) }
  for await (const row of progress) {
    rows.push(row)
    yield { kind: 'row', ...rowView(row) }
  }
  yield { kind: 'summary', ...runFields(run, rows) }
}

export const RUN_COLUMNS = [
  'public_id',
  'domain',
  'sale_price_cents',
  'currency',
  'action',
  'outcome',
  'status',
  'code',
  'message',
]

export const runCells = ({ action }: OrderRun, rows: readonly RunRow[]) =>
  rows.map((row) => ({ ...rowView(row), action }))
