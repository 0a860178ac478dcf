// A window above the page, by the browser's own dialog: focus stays inside and returns afterwards, Escape closes it.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** Escape does not close it, because its content is shown only once. */
  lasting?: boolean
  children: ReactNode
}

/** Rendered at the end of the document, so that it looks the same wherever it is opened. */
export const Dialog = ({ open, ...rest }: Props) =>
  open ? createPortal(<OpenDialog {...rest} />, document.body) : null

function OpenDialog({ title, onClose, lasting, children }: Omit<Props, 'open'>) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onClose={() => (dialog.current?.open ? undefined : onClose())}
      onCancel={(event) => (lasting ? event.preventDefault() : undefined)}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
