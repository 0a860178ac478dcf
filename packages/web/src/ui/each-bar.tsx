// The selected rows and what can be done with each of them: one request after another, with progress and what failed.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Actions, Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './feedback.tsx'
import { Progress } from './progress.tsx'
import type { Selection } from './selection.tsx'
import { countText, pluralText } from './text.ts'

export type EachAction<Row> = {
  /** Such as "Resend 3 messages". */
  label: (count: number) => string
  accepts: (row: Row) => boolean
  /** `form`: the fields of the confirmation; empty if the action does not ask. */
  send: (row: Row, form: FormData) => Promise<unknown>
  /** What will happen, for actions that ask first. */
  confirm?: string | ((rows: readonly Row[]) => ReactNode)
  fields?: ReactNode
  kind?: 'primary' | 'plain' | 'danger'
}

type Props<Row> = {
  selection: Selection<Row>
  /** A row, in singular. */
  noun: string
  actions: readonly EachAction<Row>[]
  /** After the last request. */
  onDone: () => unknown
}

type Failure = { name: string; reason: string }
type Run = { label: string; total: number; done: readonly string[]; failures: readonly Failure[] }

/** The most rows of one action. */
const MOST = 200

const countReached = ({ done, failures }: Run): number => done.length + failures.length

export function EachBar<Row>({ selection, noun, actions, onDone }: Props<Row>) {
  const [run, setRun] = useState<Run | null>(null)
  const [asked, setAsked] = useState<EachAction<Row> | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const { rows } = selection
  const askedRows = asked ? rows.filter(asked.accepts) : []
  // Someone else has changed all of them: nothing is left to confirm.
  if (asked && askedRows.length === 0) setAsked(null)
  const isRunning = run !== null && countReached(run) < run.total

  async function start(action: EachAction<Row>, form: FormData): Promise<void> {
    const accepted = rows.filter(action.accepts)
    let now: Run = { label: action.label(accepted.length), total: accepted.length, done: [], failures: [] }
    setAsked(null)
    setRun(now)
    selection.select([])
    for (const row of accepted) {
      if (isGone.current) break
      const name = selection.describe(row)
      now = await action.send(row, form).then(
        () => ({ ...now, done: [...now.done, name] }),
        (error: unknown) => ({ ...now, failures: [...now.failures, { name, reason: (error as Error).message }] }),
      )
      setRun(now)
    }
    onDone()
  }

  const offered = actions.filter((action) => rows.some(action.accepts))
  return (
    <>
      {run ? <Report run={run} close={() => setRun(null)} /> : null}
      {rows.length === 0 || isRunning ? null : (
        <section className="bulk-bar" aria-label={`Selected ${pluralText(noun)}`}>
          <p className="bulk-bar__count" role="status">
            <strong>{`${countText(rows.length, noun)} selected`}</strong>
          </p>
          <div className="bulk-bar__actions">
            {rows.length > MOST ? (
              <p className="soft">{`Select at most ${MOST} ${pluralText(noun)} to act on them together.`}</p>
            ) : (
              offered.map((action) => {
                const label = action.label(rows.filter(action.accepts).length)
                return (
                  <Button
                    key={label}
                    small
                    kind={action.kind ?? 'primary'}
                    onClick={() => (action.confirm ? setAsked(action) : void start(action, new FormData()))}
                  >
                    {label}
                  </Button>
                )
              })
            )}
            <Button kind="quiet" small onClick={() => selection.select([])}>
              Clear selection
            </Button>
          </div>
          {asked ? (
            <Dialog title={asked.label(askedRows.length)} open onClose={() => setAsked(null)}>
              <Confirm
                action={asked}
                rows={askedRows}
                onCancel={() => setAsked(null)}
                onConfirm={(form) => void start(asked, form)}
              />
            </Dialog>
          ) : null}
        </section>
      )}
    </>
  )
}

type ConfirmProps<Row> = {
  action: EachAction<Row>
  rows: readonly Row[]
  onCancel: () => void
  onConfirm: (form: FormData) => void
}

function Confirm<Row>({ action, rows, onCancel, onConfirm }: ConfirmProps<Row>) {
  const cancel = useRef<HTMLButtonElement>(null)
  // After the dialog has opened and has focused its first field.
  useEffect(() => cancel.current?.focus(), [])
  const { confirm, fields, kind = 'danger', label } = action

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onConfirm(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={onSubmit}>
      <div aria-live="polite">{typeof confirm === 'function' ? confirm(rows) : <p>{confirm}</p>}</div>
      {fields}
      <Actions>
        <Button type="submit" kind={kind}>
          {label(rows.length)}
        </Button>
        <Button ref={cancel} kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  )
}

function Report({ run, close }: { run: Run; close: () => void }) {
  const { label, total, done, failures } = run
  const reached = countReached(run)
  if (reached < total)
    return (
      <div role="status">
        <p>{`${label}: ${reached} of ${total}`}</p>
        <Progress label={label} value={reached} max={total} />
      </div>
    )
  return (
    <Notice
      tone={failures.length > 0 ? 'warn' : 'good'}
      title={failures.length > 0 ? 'Finished with failures' : 'Finished'}
    >
      <p role="status">{`${label}: ${done.length} done${failures.length > 0 ? `, ${failures.length} failed` : ''}.`}</p>
      {failures.length > 0 ? (
        <ul>
          {failures.map(({ name, reason }) => (
            <li key={name}>{`${name}: ${reason}`}</li>
          ))}
        </ul>
      ) : null}
      {done.length > 0 ? (
        <details className="bulk-report__done">
          <summary>{`Show ${done.length} done`}</summary>
          <ul>
            {done.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <Button kind="quiet" small onClick={close}>
        Close
      </Button>
    </Notice>
  )
}
