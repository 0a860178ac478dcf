// Closing settlement periods manually: a preview first, then the run with live progress.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type FreeholdError, readLines } from '../../api/client.ts'
import { useTransport } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Progress } from '../../ui/progress.tsx'
import { countText } from '../../ui/text.ts'
import { INITIAL, type RunLine, type RunState, step } from './run-state.ts'

const OPERATION = 'POST /api/operator/v1/settlements/run'

type Props = {
  /** What a run over a period, or over all that have ended, would close. */
  renderPreview: (period: string | undefined) => ReactNode
}

export function RunSettlement({ renderPreview }: Props) {
  const [previewed, setPreviewed] = useState<{ period: string | undefined } | null>(null)
  const transport = useTransport()
  const queries = useQueryClient()
  const [run, setRun] = useState<RunState>(INITIAL)
  const [failure, setFailure] = useState<FreeholdError | null>(null)

  async function start(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (run.phase === 'running') return
    const period = readText(new FormData(event.currentTarget), 'period')
    if (previewed === null || previewed.period !== period) {
      setPreviewed({ period })
      setRun(INITIAL)
      return
    }
    setPreviewed(null)
    setFailure(null)
    setRun({ ...INITIAL, phase: 'running' })
    try {
      const headers = { accept: 'application/x-ndjson' }
      const response = await transport.send(OPERATION, { body: period ? { period } : {}, headers })
      for await (const line of readLines<RunLine>(response)) setRun((before) => step(before, line))
      setRun((before) => (before.phase === 'running' ? { ...before, phase: 'broken' } : before))
    } catch (error) {
      setRun(INITIAL)
      setFailure(error as FreeholdError)
    }
    await queries.invalidateQueries()
  }

  return (
    <>
      <form onSubmit={(event) => void start(event)} aria-label="Close periods">
        <TextField
          label="Period"
          name="period"
          type="month"
          hint="A calendar month. Leave empty to close every period that has ended."
          placeholder="2026-01"
          pattern="[0-9]{4}-[0-9]{2}"
          error={failure?.getFieldError('period')}
          onChange={() => setPreviewed(null)}
        />
        {previewed ? renderPreview(previewed.period) : null}
        <Button type="submit" kind={previewed ? 'primary' : 'plain'} busy={run.phase === 'running'}>
          {previewed ? 'Close periods' : 'Preview periods'}
        </Button>
      </form>
      {failure ? <Failure error={failure} /> : null}
      <RunProgress run={run} />
    </>
  )
}

function RunProgress({ run }: { run: RunState }) {
  if (run.phase === 'idle') return null
  if (run.phase === 'running')
    return (
      <div role="status">
        <p>
          {run.due === null
            ? 'Looking for accounts that are due…'
            : `${run.statements} of ${run.due} statements closed.`}
        </p>
        <Progress
          label="Settlement run"
          {...(run.due ? { value: Math.min(run.statements, run.due), max: run.due } : {})}
        />
        {run.last ? <p className="soft small">Latest: {run.last}</p> : null}
      </div>
    )
  if (run.phase === 'broken')
    return (
      <Notice tone="bad" title="The run stopped early">
        {`${countText(run.statements, 'statement')} closed. Start it again to continue where it stopped.`}
      </Notice>
    )
  return (
    <Notice tone="good" title="Periods closed">
      {run.statements === 0
        ? 'No statements were due.'
        : `Closed ${countText(run.statements, 'statement')} with ${countText(run.orders, 'order')}.`}
    </Notice>
  )
}
