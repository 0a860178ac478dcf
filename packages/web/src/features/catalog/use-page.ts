// Shows another state of a public page without leaving it: reads the page at a URL, takes its content, and keeps the URL and the history.
import { useCallback, useEffect, useRef, useState } from 'react'
import { STATE_ID } from '../../context.ts'
import { parsePage } from '../../ui/parse-page.ts'

type Shown<Props> = {
  props: Props
  isLoading: boolean
  /** Changes when back or forward brought other content, so that fields start from it again. */
  visit: number
  /** Loads the page at this URL of the same path. */
  go: (url: string) => void
}

async function readProps<Props>(url: string, signal: AbortSignal): Promise<{ props: Props; title: string } | null> {
  const response = await fetch(url, { headers: { accept: 'text/html' }, signal })
  const page = parsePage(await response.text())
  const state = page.getElementById(STATE_ID)?.textContent
  return state ? { props: (JSON.parse(state) as { props: Props }).props, title: page.title } : null
}

export function usePage<Props>(initial: Props): Shown<Props> {
  const [shown, setShown] = useState({ props: initial, visit: 0, isLoading: false })
  const under = useRef<AbortController | null>(null)

  const load = useCallback((url: string, isReturn: boolean) => {
    under.current?.abort()
    const aborter = new AbortController()
    under.current = aborter
    setShown((before) => ({ ...before, isLoading: true }))
    readProps<Props>(url, aborter.signal).then(
      (read) => {
        if (aborter.signal.aborted) return
        // Not a page of this kind, such as an error: the browser shows it.
        if (read === null) return location.assign(url)
        document.title = read.title
        setShown(({ visit }) => ({ props: read.props, visit: isReturn ? visit + 1 : visit, isLoading: false }))
      },
      () => {
        if (!aborter.signal.aborted) location.assign(url)
      },
    )
  }, [])

  const go = useCallback(
    (url: string) => {
      if (url === location.pathname + location.search) return
      history.pushState(null, '', url)
      load(url, false)
    },
    [load],
  )

  useEffect(() => {
    const onReturn = (): void => load(location.pathname + location.search, true)
    addEventListener('popstate', onReturn)
    return () => {
      removeEventListener('popstate', onReturn)
      under.current?.abort()
    }
  }, [load])

  return { ...shown, go }
}
