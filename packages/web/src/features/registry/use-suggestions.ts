// Suggestions for what is in the search box: asked for after a pause in typing; an answer to an older text is dropped.
import type { MarketSuggestion } from '@freehold/sdk/types'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'

const PAUSE_MS = 140
const LENGTH_MIN = 2
const KNOWN_MAX = 100
/** After a refusal, such as 429, the box stays quiet for a while. */
const REST_MS = 20_000

const known = new Map<string, readonly MarketSuggestion[]>()
let restsUntil = 0

async function ask(q: string, signal: AbortSignal): Promise<readonly MarketSuggestion[]> {
  const { suggestions } = await call('GET /api/market/suggestions', { query: { q }, signal })
  if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value as string)
  known.set(q, suggestions)
  return suggestions
}

/** Null `text`: the person is not typing. The last suggestions stay until the next ones are there. */
export function useSuggestions(text: string | null): readonly MarketSuggestion[] {
  const [found, setFound] = useState<readonly MarketSuggestion[]>([])
  const q = text?.trim().toLowerCase() ?? ''
  useEffect(() => {
    if (q.length < LENGTH_MIN || Date.now() < restsUntil) return setFound([])
    const remembered = known.get(q)
    if (remembered) return setFound(remembered)
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      ask(q, aborter.signal).then(setFound, () => {
        if (aborter.signal.aborted) return
        restsUntil = Date.now() + REST_MS
        setFound([])
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [q])
  return found
}
