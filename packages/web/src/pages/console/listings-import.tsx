// /console/listings/import: check a file of listings, then import it, with progress and report.

import type { ListingImport } from '@freehold/sdk/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { FreeholdError } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { ImportReport } from '../../features/catalog/import-report.tsx'
import { getMediaType, type Upload, upload } from '../../features/catalog/import-upload.ts'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { ENVIRONMENT_OPTIONS, type Environment } from '../../features/partners/environment.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Failure } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Crumbs } from '../../ui/record-head.tsx'
import { countText } from '../../ui/text.ts'

type Sending = { isDryRun: boolean; share: number }

const EXAMPLE = `domain,price_cents,currency,floor_price_cents,description,categories
quickwheels.com,249900,USD,200000,A short name for a bicycle shop,sports|shops`

export function ListingsImport() {
  const queries = useQueryClient()
  const running = useRef<Upload | null>(null)
  // The report ID is in the URL, so that the report can be reopened and shared.
  const [search, setSearch] = useSearchParams()
  const reportId = search.get('report')
  const { environment, setEnvironment } = useShownEnvironment()
  const [checkedIn, setCheckedIn] = useState(environment)
  const [file, setFile] = useState<File | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [preview, setPreview] = useState<ListingImport | null>(null)
  const [failure, setFailure] = useState<FreeholdError | null>(null)
  // A check of another environment must not end as a preview of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends what runs when the environment changes
  useEffect(() => () => running.current?.stop(), [environment])
  if (checkedIn !== environment) {
    setCheckedIn(environment)
    setPreview(null)
    setFailure(null)
  }

  const isReadable = file === null || getMediaType(file.name) !== null

  /** What was found out about a file says nothing of another, or of another environment. */
  function choose(change: () => void): void {
    running.current?.stop()
    setPreview(null)
    setFailure(null)
    change()
  }

  async function start(isDryRun: boolean): Promise<void> {
    if (!file || !isReadable || sending !== null) return
    setFailure(null)
    setPreview(null)
    setSearch({}, { replace: true })
    setSending({ isDryRun, share: 0 })
    running.current = upload(file, { environment, isDryRun }, (share) => setSending({ isDryRun, share }))
    try {
      const report = await running.current.report
      if (isDryRun) setPreview(report)
      else setSearch({ report: report.import_id }, { replace: true })
    } catch (error) {
      setFailure(error as FreeholdError)
    }
    running.current = null
    setSending(null)
    if (!isDryRun) await queries.invalidateQueries()
  }

  return (
    <>
      <Crumbs crumbs={[{ href: '/console/listings', text: 'Listings' }]} here="Import listings" />
      <PageHead
        title="Import listings"
        text="Existing listings are updated. Sold domains are rejected. You can import the same file again safely."
      />
      <May call="POST /api/operator/v1/listings/import">
        <Panel>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void start(true)
            }}
            aria-label="Import listings"
          >
            <SelectField
              label="Environment"
              value={environment}
              options={ENVIRONMENT_OPTIONS}
              onChange={(event) => choose(() => setEnvironment(event.target.value as Environment))}
            />
            <FileDrop
              label="File"
              hint="CSV or NDJSON (.csv, .ndjson, .jsonl) in UTF-8, any size. Choose a file or drop it here."
              accept=".csv,.ndjson,.jsonl"
              onFile={(chosen) => choose(() => setFile(chosen))}
            />
            {isReadable ? null : (
              <p className="field__error" role="alert">
                This file type is not supported. Choose a .csv, .ndjson or .jsonl file.
              </p>
            )}
            <Actions>
              <Button type="submit" disabled={!file || !isReadable} busy={sending !== null}>
                Check file
              </Button>
              {sending === null ? null : (
                <Button kind="plain" onClick={() => running.current?.stop()}>
                  {sending.isDryRun ? 'Stop check' : 'Stop import'}
                </Button>
              )}
            </Actions>
          </form>
          {sending === null ? null : <Progressing {...sending} />}
        </Panel>
      </May>
      {failure ? <Failure error={failure} /> : null}
      {preview ? (
        <>
          <ImportReport report={preview} />
          <ImportNow preview={preview} onImport={() => void start(false)} />
        </>
      ) : null}
      {reportId ? <Report id={reportId} /> : null}
      <Panel title="File format">
        <p>Prices are in minor units: 249900 is 2,499.00. The first line of a CSV file contains the column names.</p>
        <CodeBlock label="Example CSV file">{EXAMPLE}</CodeBlock>
      </Panel>
    </>
  )
}

function ImportNow({ preview: { created, updated }, onImport }: { preview: ListingImport; onImport: () => void }) {
  const count = created + updated
  if (count === 0) return null
  return (
    <Panel>
      <Actions>
        <Button onClick={onImport}>Import {countText(count, 'listing')}</Button>
      </Actions>
    </Panel>
  )
}

/** Search indexes the domains in the background; the report shows its progress. */
function Report({ id }: { id: string }) {
  const report = useRead(
    'GET /api/operator/v1/listings/imports/{import_id}',
    { params: { import_id: id } },
    { every: 20 },
  )
  return <Reading of={report}>{(found) => <ImportReport report={found} />}</Reading>
}

const Progressing = ({ isDryRun, share }: Sending) => (
  <div className="import-progress" role="status">
    <p>
      {share < 1
        ? `${Math.floor(share * 100)}% ${isDryRun ? 'checked' : 'imported'}`
        : 'Upload complete. Creating the report…'}
    </p>
    <Progress label={isDryRun ? 'Check' : 'Import'} {...(share < 1 ? { value: share * 100 } : {})} />
  </div>
)
