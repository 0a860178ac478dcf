// The result of an import: counts, and every rejected line with a CSV download.
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
  { title: 'Domain', cell: ({ domain }) => <span className="name">{domain ?? '–'}</span> },
  { title: 'Error', cell: ({ message }) => message },
]

/** What a dry run found. */
const Preview = ({ report: { created, updated, rejected } }: { report: ListingImport }) => (
  <Notice
    tone={rejected > 0 ? 'warn' : 'good'}
    title={
      created + updated === 0
        ? 'There is nothing to import'
        : rejected > 0
          ? 'Some lines will be rejected'
          : 'The file is ready to import'
    }
  >
    Nothing has changed yet. This is what the import will do.
  </Notice>
)

function Outcome({ report: { status, rejected, search } }: { report: ListingImport }) {
  if (status === 'running') return <Notice title="Import running">The file is still being imported.</Notice>
  if (status === 'failed')
    return (
      <Notice tone="bad" title="The import stopped">
        The lines imported so far are for sale. Import the file again to continue.
      </Notice>
    )
  return (
    <Notice
      tone={rejected > 0 ? 'warn' : 'good'}
      title={rejected > 0 ? 'Import finished with errors' : 'Import finished'}
    >
      {search.waiting > 0
        ? `The domains are for sale now. Search is still indexing this inventory: ${search.waiting} domains to go.`
        : 'The domains are for sale now and appear in search.'}
    </Notice>
  )
}

export function ImportReport({ report }: { report: ListingImport }) {
  const { lines, created, updated, unchanged, rejected, rejections } = report
  return (
    <>
      {report.dry_run ? <Preview report={report} /> : <Outcome report={report} />}
      <Stats
        stats={[
          ['Lines read', <Count key="lines" value={lines} />],
          [report.dry_run ? 'To create' : 'Created', <Count key="created" value={created} />],
          [report.dry_run ? 'To update' : 'Updated', <Count key="updated" value={updated} />],
          ['Unchanged', <Count key="unchanged" value={unchanged} />],
          ['Rejected', <Count key="rejected" value={rejected} />],
        ]}
      />
      {rejected > 0 ? (
        <Panel
          title="Rejected lines"
          aside={
            <Button
              kind="plain"
              small
              onClick={() =>
                saveFile(
                  new Blob([rejectionsCsv(rejections)], { type: 'text/csv' }),
                  `${report.import_id}-rejected.csv`,
                )
              }
            >
              Download CSV
            </Button>
          }
        >
          {rejected > rejections.length ? <p>Showing the first {rejections.length}.</p> : null}
          <Table
            caption="Rejected lines"
            columns={COLUMNS}
            rows={rejections}
            rowKey={({ line, message }) => `${line} ${message}`}
          />
        </Panel>
      ) : null}
    </>
  )
}
