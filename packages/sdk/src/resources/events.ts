// Events: the history of what happened to your orders and cases, to be read or followed.
import { type CallOptions, type Filter, Resource } from '../api.ts'
import type { List } from '../pagination.ts'
import type { Endpoints, Event, WebhookEvents } from '../types.gen.ts'

const LIST = 'GET /api/partner/v1/events'
const DEFAULT_POLL_MS = 5_000
const LARGEST_PAGE = 200

/** An event of the history: its `type` tells what is in `data`. */
export type HistoryEvent = {
  [Type in Event['type']]: Omit<Event, 'type' | 'data'> & { type: Type; data: WebhookEvents[Type]['data'] }
}[Event['type']]

export type EventPage = Omit<Endpoints[typeof LIST]['response'], 'events'> & { events: HistoryEvent[] }

export interface FollowOptions {
  /** Where to go on: the id of the last event that you are done with. From the beginning when absent. */
  afterId?: string | undefined
  /** Only these types. */
  type?: Filter<typeof LIST>['type']
  /** How long to wait at the end of the history before looking again; 5 seconds when absent. */
  pollMs?: number | undefined
  /** Ends the loop. */
  signal?: AbortSignal | undefined
}

export class Events extends Resource {
  /** Oldest first. Awaited: the first page. Iterated: up to the present end. */
  list(query?: Filter<typeof LIST>, options?: CallOptions): List<EventPage, HistoryEvent> {
    const rows = this.api.walk(LIST, 'after_id', { query }, options, (page) => page.events as HistoryEvent[])
    return rows as List<EventPage, HistoryEvent>
  }

  /**
   * Every event, and those to come, until the signal. Keep the `id` of each event that you are done with: after a restart, or an
   * error that lasted longer than the retries, go on from there and miss none.
   */
  async *follow({ afterId, type, pollMs = DEFAULT_POLL_MS, signal }: FollowOptions = {}): AsyncGenerator<HistoryEvent> {
    let after_id = afterId
    const isOver = () => signal?.aborted === true
    while (!isOver()) {
      const query = { limit: LARGEST_PAGE, ...(after_id && { after_id }), ...(type && { type }) }
      const page = await unless(isOver, this.list(query, { signal }))
      if (!page) return
      yield* page.events
      after_id = page.next_cursor ?? after_id
      if (!page.has_more) await unless(isOver, this.api.sleep(pollMs, signal))
    }
  }
}

/** What is broken off because it is over is no error. */
async function unless<T>(isOver: () => boolean, promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (isOver()) return undefined
    throw error
  }
}
