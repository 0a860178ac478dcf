// The history of events, as the API gives it.
import type { Event } from '@freehold/sdk/types'
import { useList } from '../../api/hooks.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { jsonText } from '../../ui/json.ts'
import { More } from '../../ui/more.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

export function Events() {
  const list = useList('GET /api/partner/v1/events', { query: { limit: 100 } }, ({ events }) => events, {
    after: 'after_id',
  })
  return (
    <>
      <PageHead title="Events" text="Everything that happened, whether it was pushed or not." />
      <Panel>
        {list.error && list.rows.length === 0 ? <Failure error={list.error} retry={list.refetch} /> : null}
        {list.isPending ? <Loading /> : null}
        {list.isSuccess && list.rows.length === 0 ? (
          <Empty title="No events yet">The first order or brokerage case makes the first event.</Empty>
        ) : null}
        {list.rows.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
        <More list={list} />
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
