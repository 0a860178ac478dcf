// One delivery: its attempts and its exact payload.
import { useCall, useRead } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { DeliveryAttempts } from '../../features/webhooks/delivery-attempts.tsx'
import { DeliveryStatus } from '../../features/webhooks/delivery-status.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { CodeBlock, Copyable, CopyButton } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { jsonText } from '../../ui/json.ts'
import { type Fact, Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'

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
          ['Endpoint URL', delivery.url && <span className="mono">{delivery.url}</span>],
          ['Next attempt', delivery.next_attempt_at && <DateTime at={delivery.next_attempt_at} precision="second" />],
        ]
        return (
          <>
            <PageHead
              title={delivery.event_type}
              text="Webhook delivery"
              aside={
                isOwner ? (
                  <ActionButton
                    label="Resend event"
                    title="Resend event"
                    confirm="Resend event"
                    text="Sends the event to your current endpoint URL. Your endpoint may receive it twice, with the same event ID."
                    send={async () => {
                      await call('POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver', { params })
                      return 'Event queued for delivery.'
                    }}
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
