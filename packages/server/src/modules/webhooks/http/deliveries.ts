// Lists of deliveries, as pages and as CSV: a partner's own, and those of all partners. The event history as CSV.
import type { Db } from '../../../db/sql.ts'
import { toCsvList } from '../../../http/csv.ts'
import type { RawResponse } from '../../../http/define-route.ts'
import { type AgeSort, BY_AGE, NEWEST, respondWithList } from '../../../http/list-response.ts'
import { commaList, dateRange } from '../../../http/query.ts'
import { pageSorted, pageSortedLiveFirst, type SortText } from '../../../http/sorting.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { DELIVERY_STATUSES } from '../rules/deliveries.ts'
import { type EventsAsked, readEvents } from '../service/redeliver.ts'
import { type Delivery, listDeliveries } from '../store/deliveries.ts'
import type { Endpoint } from '../store/endpoints.ts'
import { deliveryView, eventView, operatorDeliveryView } from '../views/webhooks.ts'

const COLUMNS = [
  'delivery_id',
  'endpoint_id',
  'event_id',
  'event_type',
  'url',
  'status',
  'attempts',
  'last_attempt_at',
  'last_status_code',
  'last_error',
  'next_attempt_at',
  'created_at',
]
const OPERATOR_COLUMNS = [...COLUMNS, 'partner_id', 'partner_name', 'environment']

/** A spreadsheet has the number of attempts and the last one. */
function toLine(view: ReturnType<typeof deliveryView>): object {
  const last = view.attempts.at(-1)
  return {
    ...view,
    attempts: view.attempts.length,
    last_attempt_at: last?.at,
    last_status_code: last?.status_code,
    last_error: last?.error,
  }
}

type Asked = {
  headers: Readonly<Record<string, string | undefined>>
  query: {
    cursor?: string
    limit?: number
    sort?: SortText<AgeSort>
    event_id?: string
    status?: string
    from?: string
    to?: string
  }
}

const readFilter = ({ query }: Asked) => ({
  eventId: query.event_id,
  statuses: commaList('status', query.status, DELIVERY_STATUSES),
  ...dateRange(query),
})

const getId = ({ id }: Delivery): string => id

type Own = { partnerId: string; environment: Environment; endpoint: Endpoint | undefined }

export function listOwnDeliveries(db: Db, asked: Asked, { endpoint, ...owner }: Own) {
  const filter = readFilter(asked)
  const { eventId: event, ...rest } = filter
  const filters = { list: 'webhooks.deliveries', ...owner, endpointId: endpoint?.id, event, ...rest }
  return respondWithList(asked, {
    columns: COLUMNS,
    read: async (cursor, limit) => {
      const page = await pageSorted(
        { sort: asked.query.sort, fallback: NEWEST, cursor, limit, filters },
        BY_AGE,
        getId,
        (keyset, room) => listDeliveries(db, { ...owner, endpoint, ...filter }, keyset, room),
      )
      return { ...page, rows: page.rows.map(deliveryView) }
    },
    toLine,
    toBody: (deliveries) => ({ deliveries }),
  })
}

type OfAll = { partnerId: string | undefined; environment: Environment | undefined; endpoint: Endpoint | undefined }

export function listAllDeliveries(db: Db, asked: Asked, { partnerId, environment, endpoint }: OfAll) {
  const filter = readFilter(asked)
  const filters = { list: 'operator.webhooks.deliveries', partnerId, environment, endpointId: endpoint?.id, ...filter }
  return respondWithList(asked, {
    columns: OPERATOR_COLUMNS,
    read: async (cursor, limit) => {
      const page = await pageSortedLiveFirst(
        { environment, sort: asked.query.sort, fallback: NEWEST, cursor, limit, filters },
        BY_AGE,
        getId,
        (one, keyset, room) => listDeliveries(db, { partnerId, environment: one, endpoint, ...filter }, keyset, room),
      )
      return { ...page, rows: page.rows.map(operatorDeliveryView) }
    },
    toLine,
    toBody: (deliveries) => ({ deliveries }),
  })
}

const EVENT_COLUMNS = ['id', 'type', 'created_at', 'data']
const EVENTS_READ = 200

async function* everyEvent(db: Db, owner: Owner, asked: Omit<EventsAsked, 'limit' | 'afterId'>, start?: string) {
  for (let afterId = start; ; ) {
    const rows = await readEvents(db, owner, { ...asked, afterId, limit: EVENTS_READ })
    yield rows.map((row) => ({ ...eventView(row), data: JSON.stringify(row.data) }))
    if (rows.length < EVENTS_READ) return
    afterId = rows.at(-1)?.id
  }
}

export const listEventsCsv = (
  db: Db,
  owner: Owner,
  asked: Omit<EventsAsked, 'limit' | 'afterId'>,
  afterId: string | undefined,
): RawResponse => toCsvList(EVENT_COLUMNS, everyEvent(db, owner, asked, afterId))
