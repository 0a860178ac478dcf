// One delivery: its attempts with responses, its retry schedule and its exact payload.
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { DeliveryAttempts, RetrySchedule } from '../../features/webhooks/delivery-attempts.tsx'
import { DeliveryStatus } from '../../features/webhooks/delivery-status.tsx'
import { Resend } from '../../features/webhooks/resend.tsx'
import { CodeBlock, Copyable, CopyButton } from '../../ui/copy.tsx'
import { jsonText } from '../../ui/json.ts'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

export function Delivery({ id }: { id: string }) {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const params = { delivery_id: id }
  const read = useRead('GET /api/partner/v1/webhooks/deliveries/{delivery_id}', { params }, { every: 5 })
  return (
    <Reading of={read}>
      {(delivery) => {
        const facts: Fact[] = [
          ['Status', <DeliveryStatus key="status" status={delivery.status} />],
          ['Delivery ID', <Copyable key="id" text={delivery.delivery_id} label="the delivery ID" />],
          ['Event ID', <Copyable key="event" text={delivery.event_id} label="the event ID" />],
          ['Endpoint URL', delivery.url && <EndpointLink id={delivery.endpoint_id} url={delivery.url} />],
        ]
        return (
          <>
            <RecordHead
              crumbs={[{ href: '/portal/webhooks', text: 'Webhooks' }]}
              record={{ kind: 'Delivery', id, name: delivery.event_type }}
              text="Webhook delivery"
              aside={
                isOwner ? (
                  <Resend
                    delivery={delivery}
                    refetch={read.refetch}
                    send={() => call('POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver', { params })}
                  />
                ) : null
              }
            />
            <Panel title="Details">
              <Facts facts={facts} />
            </Panel>
            <Panel title="Attempts">
              <DeliveryAttempts attempts={delivery.attempts} />
            </Panel>
            {delivery.status === 'pending' ? (
              <Panel title="Retry schedule">
                <RetrySchedule planned={delivery.planned_attempts} />
              </Panel>
            ) : null}
            <Panel title="Payload" aside={<CopyButton text={delivery.payload} label="the exact payload" />}>
              <p className="soft small">Formatted for reading. Copy gives you the exact bytes we send and sign.</p>
              <CodeBlock label="Payload">{jsonText(delivery.payload)}</CodeBlock>
            </Panel>
          </>
        )
      }}
    </Reading>
  )
}

const EndpointLink = ({ id, url }: { id: string | null; url: string }) =>
  id === null ? (
    <span className="mono">{url}</span>
  ) : (
    <Link className="mono" href={`/portal/webhooks/endpoints/${id}`}>
      {url}
    </Link>
  )
