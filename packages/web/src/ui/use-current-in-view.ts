// A menu in one line scrolls to the current page.
import { type RefObject, useEffect, useRef } from 'react'

/** `state` changes when the current page or the width of the entries does. */
export function useCurrentInView(state: string): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null)
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (here && menu.current) menu.current.scrollLeft = here.offsetLeft - menu.current.clientWidth / 3
  }, [state])
  return menu
}
