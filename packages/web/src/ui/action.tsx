// A button that opens a confirmation dialog: what will happen, the fields it needs, confirm or cancel.
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, type GetFieldError, type Sent } from './form.tsx'

type Props = {
  label: string
  /** Distinguishes identical buttons in table rows for screen readers. */
  of?: string
  /** What will happen. */
  text?: ReactNode
  title?: string
  confirm?: string
  kind?: 'primary' | 'plain' | 'danger'
  small?: boolean
  children?: ReactNode | ((getFieldError: GetFieldError) => ReactNode)
  /** The returned text is announced. */
  send: (form: FormData) => Promise<Sent>
}

export function ActionButton({ label, of, text, title, confirm, kind = 'plain', small, children, send }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button kind={kind} small={small} aria-label={of ? `${label}: ${of}` : undefined} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={title ?? label} open={isOpen} onClose={close}>
        {typeof text === 'string' ? <p>{text}</p> : text}
        <Form
          submit={confirm ?? label}
          kind={kind === 'danger' ? 'danger' : 'primary'}
          send={send}
          onDone={close}
          onCancel={close}
        >
          {children}
        </Form>
      </Dialog>
    </>
  )
}
