// A form with a busy state, the error above its button and each field's error beside the field.
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSay } from './announce.tsx'
import { Actions, Button } from './button.tsx'
import { Failure, Notice } from './feedback.tsx'

/** An error of the API: its message, and one for each invalid field. */
type Refusal = Error & {
  status?: number
  requestId?: string | null
  details?: readonly { message: string }[]
  getFieldError?: GetFieldError
}
export type GetFieldError = (field: string) => string | null

/** Errors that are shown beside their fields need no second text with the API's names of these fields. Rendered after the fields. */
const Refused = ({ refusal, shown }: { refusal: Refusal; shown: ReadonlySet<string> }) =>
  refusal.details?.length && refusal.details.every(({ message }) => shown.has(message)) ? (
    <Notice tone="bad" title="Correct the marked fields" />
  ) : (
    <Failure error={refusal} />
  )

export type Sent = string | undefined

type Props = {
  /** The verb on the button. */
  submit: string
  kind?: 'primary' | 'plain' | 'danger'
  /** Submits the form; the returned text is announced. */
  send: (form: FormData) => Promise<Sent>
  /** Shows the fields without a way to change them. */
  readOnly?: boolean
  onDone?: () => void
  onCancel?: () => void
  children?: ReactNode | ((getFieldError: GetFieldError) => ReactNode)
}

export function Form({ submit, kind = 'primary', send, readOnly = false, onDone, onCancel, children }: Props) {
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    try {
      const text = await send(new FormData(event.currentTarget))
      if (text) say(text)
      onDone?.()
    } catch (error) {
      setRefusal(error as Refusal)
    } finally {
      setBusy(false)
    }
  }

  const shown = new Set<string>()
  const getFieldError = (field: string): string | null => {
    const text = refusal?.getFieldError?.(field) ?? null
    if (text !== null) shown.add(text)
    return text
  }
  const fields = typeof children === 'function' ? children(getFieldError) : children
  if (readOnly) return <fieldset disabled>{fields}</fieldset>
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {fields}
      {refusal ? <Refused refusal={refusal} shown={shown} /> : null}
      <Actions>
        <Button type="submit" kind={kind} busy={isBusy}>
          {submit}
        </Button>
        {/* Enter on a destructive dialog must not confirm it. */}
        {onCancel ? (
          <Button kind="plain" onClick={onCancel} data-autofocus={kind === 'danger' || undefined}>
            Cancel
          </Button>
        ) : null}
      </Actions>
    </form>
  )
}

/** The text of a field, or undefined when it was left empty. */
export function readText(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
