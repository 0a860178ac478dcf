// Follows the history from an event on, and does not give up while the service is away: the cursor is what was seen last.
import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionError, type Freehold, RateLimitError, ServerError } from '@freehold/sdk'

const POLL_MS = 1000
const AWAY_MS = 1500

type HistoryEvent = Awaited<ReturnType<Freehold['events']['list']>>['events'][number]

/** Whatever passes by itself: the service restarts, or has too much to do. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

/** Where a follower that wants only what is to come begins. */
export async function newestEventId(freehold: Freehold): Promise<string | undefined> {
  const { events } = await freehold.events.list({ order: 'newest', limit: 1 })
  return events[0]?.id
}

export async function* followEvents(
  freehold: Freehold,
  afterId: string | undefined,
  signal: AbortSignal,
  note: (text: string) => void,
): AsyncGenerator<HistoryEvent> {
  let after = afterId
  let isAway = false
  while (!signal.aborted) {
    try {
      for await (const event of freehold.events.follow({ afterId: after, pollMs: POLL_MS, signal })) {
        if (isAway) note('The service is back.')
        isAway = false
        yield event
        // Only what the caller is done with counts as seen.
        after = event.id
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isAway) note(`The service does not answer (${(error as Error).message}); trying again …`)
      isAway = true
      await wait(AWAY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
