// Do something to the chosen names: check first, look at every name's result, then apply.
import type { BulkAnswer } from '@freehold/sdk/types'
import { type FormEvent, useRef, useState } from 'react'
import type { FreeholdError } from '../../api/client.ts'
import { useCall } from '../../api/hooks.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { Failure, Notice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { BulkFields } from './bulk-fields.tsx'
import { BULK_OPERATIONS, type BulkOp, bulkParams, OFFERED_OPERATIONS } from './bulk-operations.ts'
import { BulkResults } from './bulk-results.tsx'

const OPTIONS = OFFERED_OPERATIONS.map((op) => ({ value: op, label: BULK_OPERATIONS[op].label }))

export function BulkPanel({ domains, onClose }: { domains: readonly string[]; onClose: () => void }) {
  const [op, setOp] = useState<BulkOp>(OFFERED_OPERATIONS[0]!)
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<FreeholdError | null>(null)
  const call = useCall()
  // What was checked is what may be applied; another operation or another value is checked anew.
  const isChecked = answer?.dry_run === true && answer.op === op && answer.succeeded > 0

  async function send(isDryRun: boolean): Promise<void> {
    const params = bulkParams(op, new FormData(form.current!))
    setProblem(params ? null : 'The price cannot be read; write an amount such as 1250.50.')
    setAnswer(null)
    setFailure(null)
    if (!params) return
    setRunning(true)
    const body = { domains: [...domains], params, dry_run: isDryRun }
    await call('POST /api/domains/bulk/{op}', { params: { op }, body }).then(setAnswer, setFailure)
    setRunning(false)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    void send(true)
  }

  const count = domains.length === 1 ? '1 name' : `${domains.length} names`
  return (
    <Panel
      raised
      title={`Change ${count}`}
      aside={
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <form ref={form} onSubmit={onSubmit} onChange={() => setAnswer(null)}>
        <SelectField
          label="What to do"
          name="op"
          value={op}
          options={OPTIONS}
          onChange={(event) => setOp(event.target.value as BulkOp)}
        />
        <BulkFields key={op} op={op} />
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Actions>
          <Button type="submit" kind={isChecked ? 'plain' : 'primary'} busy={isRunning}>
            Check first
          </Button>
          {isChecked ? (
            <Button busy={isRunning} onClick={() => void send(false)}>
              {`${BULK_OPERATIONS[op].label}: ${count}`}
            </Button>
          ) : null}
        </Actions>
      </form>
      <div aria-live="polite" className="bulk-answer">
        {isRunning ? <Progress label={`Working on ${count}`} /> : null}
        {failure ? <Failure error={failure} /> : null}
        {answer ? <BulkResults answer={answer} /> : null}
      </div>
    </Panel>
  )
}
