// One bulk change: how far the registry is with each domain.
import { Link } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { BULK_OPERATIONS } from '../../features/domains/bulk-operations.ts'
import { ProgressBadge } from '../../features/domains/progress-badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Table } from '../../ui/table.tsx'

export function ChangePage({ id }: { id: string }) {
  const run = useRead('GET /api/account/bulk-runs/{bulk_id}', { params: { bulk_id: id } })
  return (
    <Reading of={run} title="Bulk change">
      {(one) => (
        <>
          <PageHead
            title={BULK_OPERATIONS[one.op].label}
            text={<Link href="/account/changes">All bulk changes</Link>}
          />
          <Panel title="Details">
            <Facts
              facts={[
                ['Started', <DateTime key="at" at={one.at} precision="second" />],
                ['Domains', one.total],
                ['Pending at the registry', one.pending],
                ['Failed', one.op === 'renew' ? null : one.failed],
              ]}
            />
            {one.results.some(({ progress }) => progress === 'awaiting_payment') ? (
              <LinkButton href="/account/registrations">Pay for renewals</LinkButton>
            ) : null}
          </Panel>
          {one.results.length === 0 ? (
            <Empty title="Nothing was sent to a registry">This change is complete.</Empty>
          ) : (
            <Table
              caption="Progress of each domain"
              rows={one.results}
              rowKey={({ domain }) => domain}
              columns={[
                { title: 'Domain', cell: ({ domain_unicode }) => <span className="name">{domain_unicode}</span> },
                { title: 'Progress', cell: ({ progress }) => <ProgressBadge progress={progress} /> },
                { title: 'Reason', cell: ({ error }) => error ?? '–' },
              ]}
            />
          )}
        </>
      )}
    </Reading>
  )
}
