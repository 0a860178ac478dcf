// A button that opens a small panel below it. Escape and a click outside close it.
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { label: string; children: ReactNode | ((close: () => void) => ReactNode) }

export function Menu({ label, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = (): void => menu.current?.removeAttribute('open')
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      const element = menu.current
      if (element?.open && !element.contains(event.target as Node)) element.removeAttribute('open')
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.removeAttribute('open')
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <details className="menu" ref={menu}>
      <summary className="button button--plain button--small">{label}</summary>
      <div className="menu__panel">{typeof children === 'function' ? children(close) : children}</div>
    </details>
  )
}
