// Follows the event history from a given event, and reconnects while the service is unavailable.
import { setTimeout as wait } from 'node:timers/promises'
import { ConnectionError, type Freehold, RateLimitError, ServerError } from '@freehold/sdk'

const POLL_MS = 1000
const AWAY_MS = 1500

type HistoryEvent = Awaited<ReturnType<Freehold['events']['list']>>['events'][number]

/** Errors that go away without the user: the service restarts, or is overloaded. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError

/** The newest event, for a follower that wants only later ones. */
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
  let isUnavailable = false
  while (!signal.aborted) {
    try {
      for await (const event of freehold.events.follow({ afterId: after, pollMs: POLL_MS, signal })) {
        if (isUnavailable) note('Reconnected to the service.')
        isUnavailable = false
        yield event
        // The caller has handled this event: continue after it.
        after = event.id
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isUnavailable) note(`The service is unavailable (${(error as Error).message}). Retrying …`)
      isUnavailable = true
      await wait(AWAY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
