// The event history.

import { EVENT_TYPES } from '@freehold/sdk/enums'
import type { Event } from '@freehold/sdk/types'
import { useList } from '../../api/hooks.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { jsonText } from '../../ui/json.ts'
import { More } from '../../ui/more.tsx'
import { NewRows } from '../../ui/new-rows.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { useQuietRows } from '../../ui/quiet-rows.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS = [
  { name: 'type', label: 'Event type', options: EVENT_TYPES.map((type) => ({ value: type, label: type })) },
  { name: 'period', label: 'Created', type: 'period' as const },
]

const LIST = 'GET /api/partner/v1/events'

export function Events() {
  const filters = useFilters<{ type: string; from: string; to: string }>(FILTERS)
  const query = { ...filters, order: 'newest' as const }
  const list = useList(LIST, { query }, ({ events }) => events, { after: 'after_id' })
  const quiet = useQuietRows(list.rows, ({ id }) => id, list.source)
  return (
    <>
      <PageHead
        title="Events"
        text="All events, newest first, whether or not they were sent to your webhook endpoint."
      />
      <FilterBar filters={FILTERS} />
      <Panel title="Event history" aside={<CsvButton operation={LIST} input={{ query }} name="events.csv" />}>
        {list.error && list.rows.length === 0 ? <Failure error={list.error} retry={list.refetch} /> : null}
        {list.isPending ? <Loading /> : null}
        {list.isSuccess && list.rows.length === 0 ? (
          <Empty title={isFiltered(filters) ? 'No matching events' : 'No events yet'}>
            Orders and brokerage cases create events. They appear here.
          </Empty>
        ) : null}
        <NewRows fresh={quiet.fresh} noun="event" onShow={quiet.show}>
          {quiet.rows.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
          <More list={list} />
        </NewRows>
      </Panel>
    </>
  )
}

const EventRow = ({ event }: { event: Event }) => (
  <details className="event">
    <summary>
      <code>{event.type}</code>
      <span className="soft small">
        <DateTime at={event.created_at} precision="second" />
      </span>
    </summary>
    <p className="mono small">{event.id}</p>
    <CodeBlock label={`Data of ${event.id}`}>{jsonText(event.data)}</CodeBlock>
  </details>
)
