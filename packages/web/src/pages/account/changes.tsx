// The history of bulk changes.
import { Link } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { BULK_OPERATIONS } from '../../features/domains/bulk-operations.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead } from '../../ui/panel.tsx'

export function ChangesPage() {
  const list = useList('GET /api/account/bulk-runs', {}, ({ bulk_runs }) => bulk_runs)
  return (
    <>
      <PageHead title="Bulk changes" text="Changes you made to several domains together." />
      <ListView
        list={list}
        caption="Bulk changes"
        rowKey={({ bulk_id }) => bulk_id}
        columns={[
          {
            title: 'Change',
            cell: ({ op, bulk_id }) => <Link href={`/account/changes/${bulk_id}`}>{BULK_OPERATIONS[op].done}</Link>,
          },
          { title: 'Date', cell: ({ at }) => <DateTime at={at} /> },
          { title: 'Domains', cell: ({ total }) => <Count value={total} />, end: true },
          { title: 'Failed', cell: ({ failed }) => <Count value={failed} />, end: true },
        ]}
        empty={
          <Empty title="No bulk changes yet">
            <p>Select domains under My domains and change them together. The result appears here.</p>
          </Empty>
        }
      />
    </>
  )
}
