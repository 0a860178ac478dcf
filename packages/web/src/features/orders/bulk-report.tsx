// A bulk action while it runs, and its report: each order with its outcome, the download, and undo where it is possible.
import type { OrderAction } from '@freehold/sdk/types'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Actions, Button } from '../../ui/button.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { countText } from '../../ui/text.ts'
import { BulkDialog, type BulkOrder } from './bulk-dialog.tsx'
import { type BulkState, countOutcome, type RunRow } from './bulk-state.ts'
import { BULK_WORDS, UNDO_TEXTS } from './bulk-words.ts'
import { OrderStatus } from './order-status.tsx'

/** The API names its fields; people read what it means. */
const reasonText = ({ code, message }: RunRow): string =>
  code === 'illegal_transition' ? 'The order does not accept this action in its current status.' : (message ?? '–')

const COLUMNS: readonly Column<RunRow>[] = [
  {
    title: 'Domain',
    cell: ({ public_id, domain }) =>
      domain === null ? (
        <span className="mono">{public_id}</span>
      ) : (
        <Link className="name" href={`/console/orders/${public_id}`}>
          {domain}
        </Link>
      ),
  },
  {
    title: 'Result',
    cell: ({ outcome }) => (
      <Badge tone={outcome === 'done' ? 'good' : 'bad'}>{outcome === 'done' ? 'Done' : 'Failed'}</Badge>
    ),
  },
  { title: 'Status', cell: ({ status }) => (status ? <OrderStatus order={{ status }} /> : '–') },
  {
    title: 'Price',
    end: true,
    cell: ({ sale_price_cents: cents, currency }) =>
      cents === null || currency === null ? '–' : <Money cents={cents} currency={currency} />,
  },
  { title: 'Reason', cell: (row) => reasonText(row) },
]

const isPriced = (row: RunRow): row is RunRow & BulkOrder => row.sale_price_cents !== null && row.currency !== null

type Props = {
  state: BulkState
  total: number
  may: (action: OrderAction) => boolean
  /** Sends the same request again. */
  resume?: (() => void) | undefined
  undo: (action: OrderAction, orders: readonly BulkOrder[], note: string | undefined) => void
  /** Further buttons: the download, the link to the report, close. */
  children?: ReactNode
}

function Summary({ state: { phase, rows, run }, total }: { state: BulkState; total: number }) {
  const [done, failed] = [countOutcome(rows, 'done'), countOutcome(rows, 'failed')]
  const words = run ? BULK_WORDS[run.action].done : 'done'
  const parts = [`${countText(done, 'order')} ${words}`, failed > 0 ? `${failed} failed` : '']
  const text = `${parts.filter(Boolean).join(', ')}.`
  if (phase === 'broken')
    return (
      <Notice tone="bad" title="The bulk action stopped early">
        {`${text} ${total - rows.length} not reached. Continue it: finished orders are not changed again.`}
      </Notice>
    )
  return (
    <Notice tone={failed > 0 ? 'warn' : 'good'} title={failed > 0 ? 'Finished with failures' : 'Finished'}>
      {text}
    </Notice>
  )
}

export function BulkReport({ state, total, may, resume, undo, children }: Props) {
  const [isUndoing, setUndoing] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  const { phase, rows, run } = state
  const undoAction = run?.undo_action ?? null
  // The dialog that was confirmed is gone: the report is where the person goes on.
  useEffect(() => head.current?.focus(), [])
  const done = rows.filter(({ outcome }) => outcome === 'done').filter(isPriced)
  const failed = rows.filter(({ outcome }) => outcome === 'failed')
  return (
    <section className="panel bulk-report" aria-label="Bulk action">
      <h2 ref={head} tabIndex={-1}>
        {run ? BULK_WORDS[run.action].label(total) : 'Bulk action'}
      </h2>
      {phase === 'running' ? (
        <div role="status">
          <p>{`${rows.length} of ${countText(total, 'order')}`}</p>
          <Progress label="Bulk action" value={rows.length} max={total} />
        </div>
      ) : (
        <>
          <Summary state={state} total={total} />
          {failed.length > 0 ? (
            <Table caption="Failed orders" columns={COLUMNS} rows={failed} rowKey={({ public_id }) => public_id} />
          ) : null}
          {done.length > 0 ? (
            <details className="bulk-report__done">
              <summary>{`Show ${countText(done.length, 'order')} done`}</summary>
              <Table caption="Orders done" columns={COLUMNS} rows={done} rowKey={({ public_id }) => public_id} />
            </details>
          ) : null}
          {run && undoAction === null && done.length > 0 ? (
            <p className="soft small">This action cannot be undone.</p>
          ) : null}
          <Actions>
            {phase === 'broken' && resume ? (
              <Button small onClick={resume}>
                Continue
              </Button>
            ) : null}
            {phase === 'done' && undoAction && may(undoAction) && done.length > 0 ? (
              <Button kind="plain" small onClick={() => setUndoing(true)}>
                Undo
              </Button>
            ) : null}
            {children}
          </Actions>
        </>
      )}
      {isUndoing && run && undoAction ? (
        <BulkDialog
          action={undoAction}
          orders={done}
          {...(UNDO_TEXTS[run.action] === undefined ? {} : { text: UNDO_TEXTS[run.action]! })}
          onCancel={() => setUndoing(false)}
          onConfirm={(note) => {
            setUndoing(false)
            undo(undoAction, done, note)
          }}
        />
      ) : null}
    </section>
  )
}
