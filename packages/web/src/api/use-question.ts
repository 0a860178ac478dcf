// One question that a public page asks by itself: the server may have answered it already; else the browser asks, once.
import { useEffect, useState } from 'react'
import { FreeholdError } from './client.ts'

type Asked<Data> = { data: Data | null; error: FreeholdError | null }

/** `about` is what is asked about: another one is asked anew, none is not asked. */
export function useQuestion<Data>(
  known: Data | null,
  about: string | null,
  ask: (about: string, signal: AbortSignal) => Promise<Data>,
): Asked<Data> {
  const [asked, setAsked] = useState<Asked<Data>>({ data: known, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is the same question every time
  useEffect(() => {
    if (known !== null || about === null) return
    const aborter = new AbortController()
    ask(about, aborter.signal).then(
      (data) => setAsked({ data, error: null }),
      (error: unknown) => {
        if (!aborter.signal.aborted && error instanceof FreeholdError) setAsked({ data: null, error })
      },
    )
    return () => aborter.abort()
  }, [known, about])
  return asked
}
