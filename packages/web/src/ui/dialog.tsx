// A window above the page, by the browser's own dialog: focus stays inside, Escape closes it.
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; open: boolean; onClose: () => void; children: ReactNode }

export function Dialog({ title, open, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {open ? children : null}
    </dialog>
  )
}
