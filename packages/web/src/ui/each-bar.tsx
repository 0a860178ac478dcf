// The selected rows and what can be done with each of them: one request after another, with progress and what failed.
import { useEffect, useRef, useState } from 'react'
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
  send: (row: Row) => Promise<unknown>
  /** What will happen, for actions that ask first. */
  confirm?: string
}

type Props<Row> = {
  selection: Selection<Row>
  /** A row, in singular. */
  noun: string
  actions: readonly EachAction<Row>[]
  /** After the last request. */
  onDone: () => unknown
}

type Run = { label: string; total: number; done: number; failures: readonly { name: string; reason: string }[] }

/** The most rows of one action. */
const MOST = 200

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
  const isRunning = run !== null && run.done < run.total

  async function start(action: EachAction<Row>): Promise<void> {
    const accepted = rows.filter(action.accepts)
    let now: Run = { label: action.label(accepted.length), total: accepted.length, done: 0, failures: [] }
    setAsked(null)
    setRun(now)
    selection.select([])
    for (const row of accepted) {
      if (isGone.current) return
      const failure = await action.send(row).then(
        () => null,
        (error: unknown) => ({ name: selection.describe(row), reason: (error as Error).message }),
      )
      now = { ...now, done: now.done + 1, failures: failure ? [...now.failures, failure] : now.failures }
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
                  <Button key={label} small onClick={() => (action.confirm ? setAsked(action) : void start(action))}>
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
            <Dialog title={asked.label(rows.filter(asked.accepts).length)} open onClose={() => setAsked(null)}>
              <Confirm
                label={asked.label(rows.filter(asked.accepts).length)}
                text={asked.confirm ?? ''}
                onCancel={() => setAsked(null)}
                onConfirm={() => void start(asked)}
              />
            </Dialog>
          ) : null}
        </section>
      )}
    </>
  )
}

type ConfirmProps = { label: string; text: string; onCancel: () => void; onConfirm: () => void }

function Confirm({ label, text, onCancel, onConfirm }: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  // After the dialog has opened and has focused its first field.
  useEffect(() => cancel.current?.focus(), [])
  return (
    <>
      <p>{text}</p>
      <Actions>
        <Button kind="danger" onClick={onConfirm}>
          {label}
        </Button>
        <Button ref={cancel} kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </>
  )
}

function Report({ run: { label, total, done, failures }, close }: { run: Run; close: () => void }) {
  if (done < total)
    return (
      <div role="status">
        <p>{`${label}: ${done} of ${total}`}</p>
        <Progress label={label} value={done} max={total} />
      </div>
    )
  return (
    <Notice
      tone={failures.length > 0 ? 'warn' : 'good'}
      title={failures.length > 0 ? 'Finished with failures' : 'Finished'}
    >
      <p role="status">{`${label}: ${total - failures.length} done${failures.length > 0 ? `, ${failures.length} failed` : ''}.`}</p>
      {failures.length > 0 ? (
        <ul>
          {failures.map(({ name, reason }) => (
            <li key={name}>{`${name}: ${reason}`}</li>
          ))}
        </ul>
      ) : null}
      <Button kind="quiet" small onClick={close}>
        Close
      </Button>
    </Notice>
  )
}
