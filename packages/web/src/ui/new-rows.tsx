// The notice that rows wait above a list. It lies over the list, so that nothing moves, and screen readers announce it politely.
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { countText } from './text.ts'

type Props = {
  fresh: number
  /** One of what is new: `order`. */
  noun: string
  onShow: () => void
  children: ReactNode
}

export function NewRows({ fresh, noun, onShow, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  function show(): void {
    onShow()
    // The button goes away, and the keyboard must not start at the top of the page again.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <div className="new-rows" ref={list} tabIndex={-1}>
      <div className="new-rows__notice" role="status">
        {fresh > 0 ? (
          <span className="new-rows__text">
            {countText(fresh, `new ${noun}`)}
            <Button kind="quiet" small onClick={show}>
              Show
            </Button>
          </span>
        ) : null}
      </div>
      {children}
    </div>
  )
}
