// A bulk change of the selected domains: check first, review each result, then apply.
import type { BulkAnswer } from '@freehold/sdk/types'
import { type FormEvent, useRef, useState } from 'react'
import type { FreeholdError } from '../../api/client.ts'
import { useCall, useRead } from '../../api/hooks.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { Failure, Notice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { countText } from '../../ui/text.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BULK_OPERATIONS, type BulkOp, bulkParams, listOffered } from './bulk-operations.ts'
import { BulkResults } from './bulk-results.tsx'

const FIRST: BulkOp = 'set_auto_renew'

export function BulkPanel({ domains, onClose }: { domains: readonly string[]; onClose: () => void }) {
  const [op, setOp] = useState<BulkOp>(FIRST)
  const [response, setResponse] = useState<BulkAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<FreeholdError | null>(null)
  const call = useCall()
  const { data } = useRead('GET /api/domains/bulk', {})
  // Until the marketplace has said what it offers, renewals are not.
  const unavailable = data ? data.operations.flatMap((one) => (one.available ? [] : [one.op])) : ['renew']
  const options = listOffered(unavailable).map((value) => ({ value, label: BULK_OPERATIONS[value].label }))
  // Only a checked operation can be applied; any change of the form requires a new check.
  const isChecked =
    response?.dry_run === true && response.op === op && (response.succeeded > 0 || response.checkout !== null)

  async function send(isDryRun: boolean): Promise<void> {
    const params = bulkParams(op, new FormData(form.current!))
    setProblem(params ? null : 'The price is not valid. Enter an amount, for example 1250.50.')
    setResponse(null)
    setFailure(null)
    if (!params) return
    setRunning(true)
    const body = { domains: [...domains], params, dry_run: isDryRun }
    await call('POST /api/domains/bulk/{op}', { params: { op }, body }).then(setResponse, setFailure)
    setRunning(false)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    void send(true)
  }

  const count = countText(domains.length, 'domain')
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
      <form ref={form} onSubmit={onSubmit} onChange={() => setResponse(null)}>
        <SelectField
          label="Change"
          name="op"
          value={op}
          options={options}
          onChange={(event) => setOp(event.target.value as BulkOp)}
        />
        <BulkFields key={op} op={op} />
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Actions>
          <Button type="submit" kind={isChecked ? 'plain' : 'primary'} busy={isRunning}>
            Check change
          </Button>
          {isChecked ? (
            <Button busy={isRunning} onClick={() => void send(false)}>
              {`${BULK_OPERATIONS[op].label}: ${count}`}
            </Button>
          ) : null}
        </Actions>
      </form>
      <div aria-live="polite" className="bulk-answer">
        {isRunning ? <Progress label={`Changing ${count}`} /> : null}
        {failure ? <Failure error={failure} /> : null}
        {response ? <BulkResults response={response} /> : null}
      </div>
    </Panel>
  )
}
