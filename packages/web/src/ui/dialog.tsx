// A window above the page, by the browser's own dialog: focus stays inside and returns afterwards, Escape closes it.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** Escape does not close it, because its content is shown only once. */
  lasting?: boolean
  /** The palette is at the top of the screen, with a title for screen readers only; a click beside it closes it. */
  look?: 'palette'
  children: ReactNode
}

/** Rendered at the end of the document, so that it looks the same wherever it is opened. */
export const Dialog = ({ open, ...rest }: Props) =>
  open ? createPortal(<OpenDialog {...rest} />, document.body) : null

function OpenDialog({ title, onClose, lasting, look, children }: Omit<Props, 'open'>) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    // The browser would focus the first field or button.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => element.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      className={look === 'palette' ? 'dialog palette' : 'dialog'}
      aria-labelledby={id}
      onClose={() => (dialog.current?.open ? undefined : onClose())}
      onCancel={(event) => (lasting ? event.preventDefault() : undefined)}
      onClick={(event) => (look === 'palette' && event.target === dialog.current ? onClose() : undefined)}
    >
      <h2 id={id} className={look === 'palette' ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
