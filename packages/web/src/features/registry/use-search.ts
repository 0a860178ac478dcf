// Streams the rows of a search, unless the server rendered them.
import type { SearchRow } from '@freehold/sdk/types'
import { useEffect, useState } from 'react'
import { ConnectionError, FreeholdError, readLines, send } from '../../api/client.ts'

type Search = { rows: readonly SearchRow[]; isOver: boolean; error: FreeholdError | null }

const brokenOff = (cause: unknown) =>
  new ConnectionError({
    status: 0,
    code: 'connection_failed',
    message: 'The connection was lost. Reload the page to search again.',
    cause,
  })

export function useSearch(asked: string | null, known: readonly SearchRow[] | null): Search {
  const [search, setSearch] = useState<Search>({ rows: known ?? [], isOver: known !== null, error: null })

  useEffect(() => {
    if (asked === null || known !== null) return
    const aborter = new AbortController()
    const { signal } = aborter
    async function ask(q: string): Promise<void> {
      setSearch({ rows: [], isOver: false, error: null })
      const headers = { accept: 'application/x-ndjson' }
      const response = await send('POST /api/domain/search', { body: { q }, headers, signal })
      for await (const row of readLines<SearchRow>(response))
        setSearch((before) => ({ ...before, rows: [...before.rows, row] }))
      setSearch((before) => ({ ...before, isOver: true }))
    }
    ask(asked).catch((thrown: unknown) => {
      if (signal.aborted) return
      const error = thrown instanceof FreeholdError ? thrown : brokenOff(thrown)
      setSearch((before) => ({ ...before, isOver: true, error }))
    })
    return () => aborter.abort()
  }, [asked, known])

  return search
}
