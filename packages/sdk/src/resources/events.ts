// Events: the history of your orders and brokerage cases.
import { type CallOptions, type Filter, Resource } from '../api.ts'
import type { List } from '../pagination.ts'
import type { Endpoints, Event, WebhookEvents } from '../types.gen.ts'

const LIST = 'GET /api/partner/v1/events'
const DEFAULT_POLL_MS = 5_000
const LARGEST_PAGE = 200

/** An event of the history; `type` determines the shape of `data`. */
export type HistoryEvent = {
  [Type in Event['type']]: Omit<Event, 'type' | 'data'> & { type: Type; data: WebhookEvents[Type]['data'] }
}[Event['type']]

export type EventPage = Omit<Endpoints[typeof LIST]['response'], 'events'> & { events: HistoryEvent[] }

export interface FollowOptions {
  /** Continue after this event ID. Default: the beginning of the history. */
  afterId?: string | undefined
  /** Only these types. */
  type?: Filter<typeof LIST>['type']
  /** The polling interval at the end of the history. Default 5 seconds. */
  pollMs?: number | undefined
  /** Stops the loop. */
  signal?: AbortSignal | undefined
}

export class Events extends Resource {
  /** Lists events, oldest first. Await it for the first page; iterate it for every event so far. */
  list(query?: Filter<typeof LIST>, options?: CallOptions): List<EventPage, HistoryEvent> {
    const rows = this.api.walk(LIST, 'after_id', { query }, options, (page) => page.events as HistoryEvent[])
    return rows as List<EventPage, HistoryEvent>
  }

  /**
   * Yields every event and waits for new ones until the signal aborts. Store the `id` of each event you processed. After a restart
   * or an error, continue from it, and you miss none.
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

/** Ignores an error after the signal aborted. */
async function unless<T>(isOver: () => boolean, promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (isOver()) return undefined
    throw error
  }
}
