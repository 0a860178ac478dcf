// Keeps the keyboard where it was: when an action removes the focused element, the focus moves to what took its place.
import { type RefObject, useEffect } from 'react'

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]'

type Place = { element: Element; ancestors: readonly Element[]; index: number }

const listFocusable = (within: Element): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility())

function notePlace(root: Element, element: Element): Place {
  const ancestors: Element[] = []
  for (let at = element.parentElement; at && root.contains(at); at = at.parentElement) ancestors.push(at)
  return { element, ancestors, index: listFocusable(root).indexOf(element as HTMLElement) }
}

/** The same place among what can be focused now, within the closest surroundings that are still there. */
function refocus(root: HTMLElement, { ancestors, index }: Place): void {
  const all = listFocusable(root)
  const near = ancestors.find((one) => one.isConnected && listFocusable(one).length > 0) ?? root
  const inside = all.filter((element) => near.contains(element))
  const next = inside.find((element) => all.indexOf(element) >= index) ?? inside.at(-1) ?? root
  next.focus({ preventScroll: true })
}

export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = root.current
    if (!main) return
    let place: Place | null = null
    const onFocus = (event: FocusEvent): void => {
      place = event.target instanceof Element && event.target !== main ? notePlace(main, event.target) : null
    }
    const observer = new MutationObserver(() => {
      if (!place || place.element.isConnected) return
      const lost = place
      place = null
      if (document.activeElement === null || document.activeElement === document.body) refocus(main, lost)
    })
    main.addEventListener('focusin', onFocus)
    observer.observe(main, { childList: true, subtree: true })
    return () => {
      main.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [root])
}
