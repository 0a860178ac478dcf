// Toast messages: the result of an action, shown briefly and announced to screen readers.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Say = (text: string) => void

const SayContext = createContext<Say>(() => undefined)
export const useSay = (): Say => useContext(SayContext)

const SHOWN_MS = 7000

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<{ text: string } | null>(null)
  const say = useCallback<Say>((text) => setSaid({ text }), [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <SayContext value={say}>
      {children}
      <div className="announcement" role="status">
        {said ? <span className="announcement__text">{said.text}</span> : null}
      </div>
    </SayContext>
  )
}
