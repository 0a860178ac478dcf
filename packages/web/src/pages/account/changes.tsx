// What was changed on many names at once.
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
      <PageHead title="Changes" text="What you did to many of your names at once." />
      <ListView
        list={list}
        caption="Changes"
        rowKey={({ bulk_id }) => bulk_id}
        columns={[
          { title: 'What', cell: ({ op }) => BULK_OPERATIONS[op].done },
          { title: 'When', cell: ({ at }) => <DateTime at={at} /> },
          { title: 'Names', cell: ({ total }) => <Count value={total} />, end: true },
          { title: 'Failed', cell: ({ failed }) => <Count value={failed} />, end: true },
        ]}
        empty={<Empty title="No changes yet" />}
      />
    </>
  )
}
