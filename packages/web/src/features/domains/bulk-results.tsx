// What came of an operation, name by name: the failures first.
import type { BulkAnswer } from '@freehold/sdk/types'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { Table } from '../../ui/table.tsx'

type Row = BulkAnswer['results'][number]

const namesText = (count: number): string => (count === 1 ? '1 name' : `${count} names`)

function outcomeOf({ status, changed }: Row, isDryRun: boolean) {
  if (status === 'error') return <Badge tone="bad">Fails</Badge>
  if (!changed) return <Badge>No change</Badge>
  return <Badge tone="good">{isDryRun ? 'Would change' : 'Changed'}</Badge>
}

export function BulkResults({ answer }: { answer: BulkAnswer }) {
  const rows = [...answer.results].sort((one, other) => Number(one.status === 'ok') - Number(other.status === 'ok'))
  const changed = answer.results.filter((row) => row.changed).length
  return (
    <>
      <Notice
        tone={answer.failed > 0 ? 'warn' : 'good'}
        title={answer.dry_run ? 'Checked; nothing was changed' : 'Done'}
      >
        <p>
          {answer.dry_run ? `${namesText(changed)} would change` : `${namesText(changed)} changed`}, {answer.failed} of{' '}
          {answer.total} {answer.dry_run ? 'would fail' : 'failed'}.
        </p>
      </Notice>
      <div className="bulk-results">
        <Table
          caption="Result for each name"
          rows={rows}
          rowKey={({ domain }) => domain}
          columns={[
            { title: 'Name', cell: ({ domain }) => <span className="name">{domain}</span> },
            { title: 'Result', cell: (row) => outcomeOf(row, answer.dry_run) },
            { title: 'Why', cell: ({ error }) => error?.message ?? '' },
          ]}
        />
      </div>
    </>
  )
}
