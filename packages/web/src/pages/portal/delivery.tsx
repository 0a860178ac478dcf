// One delivery: every attempt, and what it carries, byte for byte.
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
          ['Delivery', <Copyable key="id" text={delivery.delivery_id} label="the delivery id" />],
          ['Event', <Copyable key="event" text={delivery.event_id} label="the event id" />],
          ['Sent to', delivery.url && <span className="mono">{delivery.url}</span>],
          ['Next attempt', delivery.next_attempt_at && <DateTime at={delivery.next_attempt_at} precision="second" />],
        ]
        return (
          <>
            <PageHead
              title={delivery.event_type}
              text="Delivery"
              aside={
                isOwner ? (
                  <ActionButton
                    label="Send again"
                    title="Send this event again"
                    confirm="Send again"
                    text="It goes to the address that is registered now. Your receiver may see it twice, under the same event id."
                    send={async () => {
                      await call('POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver', { params })
                      return 'The event is on its way again.'
                    }}
                  />
                ) : null
              }
            />
            <Panel title="Facts">
              <Facts facts={facts} />
            </Panel>
            <Panel title="Attempts">
              <DeliveryAttempts attempts={delivery.attempts} />
            </Panel>
            <Panel title="Payload" aside={<CopyButton text={delivery.payload} label="the payload as it is sent" />}>
              <p className="soft small">Shown in lines; the copy is exactly what is sent and signed.</p>
              <CodeBlock label="Payload">{jsonText(delivery.payload)}</CodeBlock>
            </Panel>
          </>
        )
      }}
    </Reading>
  )
}
