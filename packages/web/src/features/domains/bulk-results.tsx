// The result of a bulk operation for each domain, failures first.
import type { BulkAnswer } from '@freehold/sdk/types'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { Table } from '../../ui/table.tsx'
import { countText } from '../../ui/text.ts'

type Row = BulkAnswer['results'][number]

function renderOutcome({ status, changed, progress }: Row, isDryRun: boolean) {
  if (progress === 'pending' && !isDryRun) return <Badge tone="warn">Pending at the registry</Badge>
  if (status === 'error') return <Badge tone="bad">{isDryRun ? 'Would fail' : 'Failed'}</Badge>
  if (!changed) return <Badge>No change</Badge>
  return <Badge tone="good">{isDryRun ? 'Would change' : 'Changed'}</Badge>
}

export function BulkResults({ response }: { response: BulkAnswer }) {
  const rows = [...response.results].sort((one, other) => Number(one.status === 'ok') - Number(other.status === 'ok'))
  const changed = response.results.filter((row) => row.changed).length
  return (
    <>
      <Notice
        tone={response.failed > 0 ? 'warn' : 'good'}
        title={response.dry_run ? 'Check complete. Nothing was changed.' : 'Change complete'}
      >
        <p>
          {response.dry_run
            ? `${countText(changed, 'domain')} would change`
            : `${countText(changed, 'domain')} changed`}
          , {response.failed} of {response.total} {response.dry_run ? 'would fail' : 'failed'}.
        </p>
      </Notice>
      <div className="bulk-results">
        <Table
          caption="Result for each domain"
          rows={rows}
          rowKey={({ domain }) => domain}
          columns={[
            { title: 'Domain', cell: ({ domain }) => <span className="name">{domain}</span> },
            { title: 'Result', cell: (row) => renderOutcome(row, response.dry_run) },
            { title: 'Error', cell: ({ error }) => error?.message ?? '' },
          ]}
        />
      </div>
    </>
  )
}
