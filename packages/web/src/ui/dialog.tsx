// A window above the page, by the browser's own dialog: focus stays inside, Escape closes it.
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** What it shows is not to be had again: Escape does not close it. */
  lasting?: boolean
  children: ReactNode
}

export function Dialog({ title, open, onClose, lasting, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => (lasting ? event.preventDefault() : undefined)}
    >
      <h2 id={id}>{title}</h2>
      {open ? children : null}
    </dialog>
  )
}
