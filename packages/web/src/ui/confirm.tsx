// A step that asks first: a button, a dialog that says what will happen, the answer of whoever refused it.
import { type ReactNode, useState } from 'react'
import { Actions, Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './feedback.tsx'

type Props = {
  /** On the button that opens the dialog. */
  label: string
  title: string
  /** On the button that does it. */
  confirm: string
  kind?: 'plain' | 'danger'
  small?: boolean
  busy: boolean
  error: (Error & { requestId?: string | null }) | null
  /** Does it, and closes the dialog by `done` when it is done. */
  onConfirm: (done: () => void) => void
  children: ReactNode
}

export function Confirm({ label, title, confirm, kind = 'danger', small, busy, error, onConfirm, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button kind={kind} small={small} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} open={isOpen} onClose={close}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onConfirm(close)
          }}
        >
          {typeof children === 'string' ? <p>{children}</p> : children}
          {error ? <Failure error={error} /> : null}
          <Actions>
            <Button type="submit" kind={kind === 'danger' ? 'danger' : 'primary'} busy={busy}>
              {confirm}
            </Button>
            <Button kind="plain" onClick={close}>
              Cancel
            </Button>
          </Actions>
        </form>
      </Dialog>
    </>
  )
}
