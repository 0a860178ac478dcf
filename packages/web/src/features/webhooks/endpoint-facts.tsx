// How the registered address stands.
import type { Webhook } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'

function State({ endpoint }: { endpoint: Webhook }) {
  if (!endpoint.active) return <Badge tone="bad">Switched off</Badge>
  return endpoint.failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Active</Badge>
}

export function EndpointFacts({ endpoint }: { endpoint: Webhook }) {
  const facts: Fact[] = [
    [
      'Address',
      <span key="url" className="mono">
        {endpoint.url}
      </span>,
    ],
    ['State', <State key="state" endpoint={endpoint} />],
    ['Failing since', endpoint.failing_since && <DateTime at={endpoint.failing_since} />],
    [
      'Events',
      <span key="types" className="mono">
        {endpoint.event_types.join(', ')}
      </span>,
    ],
    ['Old secret signs until', endpoint.previous_secret_until && <DateTime at={endpoint.previous_secret_until} />],
    ['Changed', <DateTime key="updated" at={endpoint.updated_at} />],
  ]
  return (
    <>
      {endpoint.active ? null : (
        <Notice tone="bad" title="Nothing is pushed">
          {`${endpoint.disabled_reason ?? 'The address failed for five days or answered 410.'} Save it again to resume what was not delivered.`}
        </Notice>
      )}
      <Facts facts={facts} />
    </>
  )
}
