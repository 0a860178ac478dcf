// A webhook endpoint: its status, its health and its settings.
import type { WebhookEndpoint } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { describeHealth } from './health.ts'

type Standing = Pick<WebhookEndpoint, 'active' | 'failing_since'>

export function EndpointStatus({ of }: { of: Standing }) {
  if (!of.active) return <Badge tone="bad">Disabled</Badge>
  return of.failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Active</Badge>
}

export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { health } = endpoint
  const facts: Fact[] = [
    ['Status', <EndpointStatus key="state" of={endpoint} />],
    ['Failing since', endpoint.failing_since && <DateTime at={endpoint.failing_since} />],
    ['Recent deliveries', describeHealth(health)],
    ['Last delivery', health.last_delivery_at && <DateTime at={health.last_delivery_at} />],
    ['Last success', health.last_success_at && <DateTime at={health.last_success_at} />],
    [
      'Events',
      <span key="types" className="mono">
        {endpoint.event_types.join(', ')}
      </span>,
    ],
    ['Old secret valid until', endpoint.previous_secret_until && <DateTime at={endpoint.previous_secret_until} />],
    ['Endpoint ID', <code key="id">{endpoint.endpoint_id}</code>],
    ['Updated', <DateTime key="updated" at={endpoint.updated_at} />],
  ]
  return (
    <>
      {endpoint.active ? null : (
        <Notice tone="bad" title="This endpoint gets no deliveries">
          {`${endpoint.disabled_reason ?? 'The endpoint is disabled.'} Enable it to resume.`}
        </Notice>
      )}
      <Facts facts={facts} />
    </>
  )
}
