// /console/bulk-actions/{id}: the report of a bulk action, and the rest of one that was interrupted.
import type { OrderAction } from '@freehold/sdk/types'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { BulkReport } from '../../features/orders/bulk-report.tsx'
import { fromRun } from '../../features/orders/bulk-state.ts'
import { newKey, useBulk } from '../../features/orders/use-bulk.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Failure } from '../../ui/feedback.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Crumbs } from '../../ui/record-head.tsx'
import { CsvButton } from '../csv-button.tsx'

const GET = 'GET /api/operator/v1/orders/bulk/{run_id}'

export function OrderRun({ id }: { id: string }) {
  const input = { params: { run_id: id } }
  const run = useRead(GET, input)
  const mayCall = useMay()
  const may = (action: OrderAction): boolean => mayCall(`POST /api/operator/v1/orders/{public_id}/${action}`)
  const bulk = useBulk()
  return (
    <Reading of={run} title="Bulk action">
      {(one) => (
        <>
          <Crumbs crumbs={[{ href: '/console/orders', text: 'Orders' }]} here="Bulk action" />
          <PageHead title="Bulk action" />
          <Panel title="Details">
            <Facts
              facts={[
                ['Started by', one.actor],
                ['Started', <DateTime key="at" at={one.created_at} precision="second" />],
                ['Note', one.note],
              ]}
            />
          </Panel>
          {bulk.error ? <Failure error={bulk.error} /> : null}
          <BulkReport
            key={bulk.request?.idempotency_key ?? id}
            state={bulk.state ?? fromRun(one)}
            total={bulk.request?.order_ids.length ?? one.total_count}
            may={may}
            resume={() =>
              void bulk.start(
                bulk.request ?? {
                  action: one.action,
                  // A run belongs to who started it, so anyone continues with a new run of what is left.
                  order_ids: one.rows.filter(({ outcome }) => outcome === 'pending').map(({ public_id }) => public_id),
                  ...(one.note === null ? {} : { note: one.note }),
                  idempotency_key: newKey(),
                },
              )
            }
            undo={bulk.act}
          >
            <CsvButton
              operation={GET}
              input={bulk.state?.run ? { params: { run_id: bulk.state.run.run_id } } : input}
              name={`${bulk.state?.run?.run_id ?? id}.csv`}
            />
          </BulkReport>
        </>
      )}
    </Reading>
  )
}
