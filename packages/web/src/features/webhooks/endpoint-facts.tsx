// The webhook endpoint and its status.
import type { Webhook } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'

function State({ endpoint }: { endpoint: Webhook }) {
  if (!endpoint.active) return <Badge tone="bad">Disabled</Badge>
  return endpoint.failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Active</Badge>
}

export function EndpointFacts({ endpoint }: { endpoint: Webhook }) {
  const facts: Fact[] = [
    [
      'Endpoint URL',
      <span key="url" className="mono">
        {endpoint.url}
      </span>,
    ],
    ['Status', <State key="state" endpoint={endpoint} />],
    ['Failing since', endpoint.failing_since && <DateTime at={endpoint.failing_since} />],
    [
      'Events',
      <span key="types" className="mono">
        {endpoint.event_types.join(', ')}
      </span>,
    ],
    ['Old secret valid until', endpoint.previous_secret_until && <DateTime at={endpoint.previous_secret_until} />],
    ['Updated', <DateTime key="updated" at={endpoint.updated_at} />],
  ]
  return (
    <>
      {endpoint.active ? null : (
        <Notice tone="bad" title="Deliveries are paused">
          {`${endpoint.disabled_reason ?? 'The endpoint failed for five days or returned 410.'} Save the endpoint again to re-enable it. Undelivered events are then sent.`}
        </Notice>
      )}
      <Facts facts={facts} />
    </>
  )
}
