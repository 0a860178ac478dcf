// Keeps what is on a workplace's page current: reads again what a change touches. Without a stream, the schedule of the reads remains.
import type { Change, Environment } from '@freehold/sdk/types'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Operation } from './client.ts'
import { type ChangeBatch, followChanges } from './follow-changes.ts'
import { useTransport } from './hooks.ts'
import { GAP_MS, isTouched, nextGapMs } from './touched-reads.ts'

/** Tabs that learn of a change in the same moment do not ask in the same moment. */
const SPREAD_MS = 200

/** Hands over the changes of a while together; while the tab is hidden it keeps them. */
function createCollector(handle: (batch: ChangeBatch) => void) {
  let waiting: ChangeBatch | null = null
  let timer: number | undefined
  let gapMs: number = GAP_MS.least
  let last = Number.NEGATIVE_INFINITY

  function flush(): void {
    timer = undefined
    if (!waiting || document.hidden) return
    const now = performance.now()
    gapMs = nextGapMs(gapMs, now - last)
    last = now
    const batch = waiting
    waiting = null
    handle(batch)
  }

  function schedule(): void {
    if (!waiting || document.hidden || timer !== undefined) return
    timer = window.setTimeout(flush, Math.max(0, last + gapMs - performance.now()) + Math.random() * SPREAD_MS)
  }

  document.addEventListener('visibilitychange', schedule)
  return {
    add({ changes, reset }: ChangeBatch): void {
      waiting = { changes: [...(waiting?.changes ?? []), ...changes], reset: reset || (waiting?.reset ?? false) }
      schedule()
    },
    stop(): void {
      document.removeEventListener('visibilitychange', schedule)
      window.clearTimeout(timer)
    },
  }
}

type ReadKey = readonly [transport: string, operation: string, input: { params?: Record<string, unknown> }]

/** `environment`: the one that the page shows, where the stream has both. */
export function useChanges(operation: Operation, query?: Record<string, string>, environment?: Environment): void {
  const transport = useTransport()
  const queries = useQueryClient()
  const filter = JSON.stringify(query ?? {})
  useEffect(() => {
    const isStale = ({ queryKey }: Query, { changes, reset }: ChangeBatch): boolean => {
      const [key, read, input] = queryKey as unknown as ReadKey
      return key === transport.key && (reset || isTouched({ operation: read, params: input?.params }, changes))
    }
    const isShown = (change: Change): boolean => environment === undefined || change.environment === environment
    const collector = createCollector(
      (batch) => void queries.invalidateQueries({ predicate: (one) => isStale(one, batch) }),
    )
    const stop = followChanges({
      open: (headers, signal) =>
        transport.send(operation, { query: JSON.parse(filter) as Record<string, string>, headers, signal }),
      onChanges: ({ changes, reset }) => collector.add({ changes: changes.filter(isShown), reset }),
    })
    return () => {
      stop()
      collector.stop()
    }
  }, [operation, filter, environment, transport, queries])
}
