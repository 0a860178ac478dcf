// What came of an import: the numbers, and each line that was refused, to look at and to take along.
import type { ListingImport } from '@freehold/sdk/types'
import { saveFile } from '../../api/download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { Panel, Stats } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type Rejection, rejectionsCsv } from './rejections-csv.ts'

const COLUMNS: readonly Column<Rejection>[] = [
  { title: 'Line', cell: ({ line }) => <Count value={line} /> },
  { title: 'Name', cell: ({ domain }) => <span className="name">{domain ?? '–'}</span> },
  { title: 'Why it was refused', cell: ({ message }) => message },
]

function Outcome({ report: { status, rejected, search } }: { report: ListingImport }) {
  if (status === 'running') return <Notice title="Under way">The file is being read.</Notice>
  if (status === 'failed')
    return (
      <Notice tone="bad" title="It broke off">
        What was read until then is for sale. Send the file again to go on.
      </Notice>
    )
  return (
    <Notice tone={rejected > 0 ? 'warn' : 'good'} title={rejected > 0 ? 'Done, but not all of it' : 'Done'}>
      {search.waiting > 0
        ? `The names are for sale now. Search is still learning names of this inventory: ${search.waiting} to go.`
        : 'The names are for sale now, and search finds them.'}
    </Notice>
  )
}

export function ImportReport({ report }: { report: ListingImport }) {
  const { lines, created, updated, unchanged, rejected, rejections } = report
  return (
    <>
      <Outcome report={report} />
      <Stats
        stats={[
          ['Lines read', <Count key="lines" value={lines} />],
          ['New', <Count key="created" value={created} />],
          ['Changed', <Count key="updated" value={updated} />],
          ['As before', <Count key="unchanged" value={unchanged} />],
          ['Refused', <Count key="rejected" value={rejected} />],
        ]}
      />
      {rejected > 0 ? (
        <Panel
          title="Refused lines"
          aside={
            <Button
              kind="plain"
              small
              onClick={() =>
                saveFile(new Blob([rejectionsCsv(rejections)], { type: 'text/csv' }), `${report.import_id}-refused.csv`)
              }
            >
              Download as CSV
            </Button>
          }
        >
          {rejected > rejections.length ? <p>The first {rejections.length} of them.</p> : null}
          <Table
            caption="Refused lines"
            columns={COLUMNS}
            rows={rejections}
            rowKey={({ line, message }) => `${line} ${message}`}
          />
        </Panel>
      ) : null}
    </>
  )
}
