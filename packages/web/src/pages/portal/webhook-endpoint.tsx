// The webhook endpoint: register, edit, test, recover, remove.
import type { Webhook } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { useWebhookEndpoint } from '../../features/portal/webhook-endpoint.ts'
import { useNow, useWorkplace } from '../../features/portal/workplace.ts'
import { EndpointFacts } from '../../features/webhooks/endpoint-facts.tsx'
import { EndpointForm } from '../../features/webhooks/endpoint-form.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { useSay } from '../../ui/announce.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/days.ts'
import { Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { countText } from '../../ui/text.ts'

export function WebhookEndpoint() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const { endpoint, error, refetch } = useWebhookEndpoint()
  const [isChanging, setChanging] = useState(false)
  if (endpoint === undefined) return error ? <Failure error={error} retry={refetch} /> : <Loading />
  const register = (body: Parameters<Parameters<typeof EndpointForm>[0]['register']>[0]) =>
    call('PUT /api/partner/webhooks', { body })
  const done = (): void => setChanging(false)
  if (!isOwner)
    return (
      <Panel title="Endpoint">
        {endpoint ? (
          <EndpointFacts endpoint={endpoint} />
        ) : (
          <Empty title="No webhook endpoint yet">Ask an owner to register one.</Empty>
        )}
      </Panel>
    )
  if (endpoint === null || isChanging)
    return (
      <Panel title={endpoint ? 'Edit endpoint' : 'Register a webhook endpoint'}>
        <EndpointForm endpoint={endpoint} register={register} onDone={done} onCancel={endpoint ? done : undefined} />
      </Panel>
    )
  return <Registered endpoint={endpoint} onChange={() => setChanging(true)} />
}

function Registered({ endpoint, onChange }: { endpoint: Webhook; onChange: () => void }) {
  const call = useCall()
  return (
    <Panel
      title="Endpoint"
      aside={
        <Actions>
          <SendTest />
          <Button kind="plain" small onClick={onChange}>
            Edit endpoint
          </Button>
          <Recover />
          <ActionButton
            small
            kind="danger"
            label="Remove endpoint"
            title="Remove endpoint"
            confirm="Remove endpoint"
            text="We stop sending events. Events are still recorded, and past deliveries stay in the list."
            send={async () => {
              await call('DELETE /api/partner/webhooks', {})
              return 'Webhook endpoint removed.'
            }}
          />
        </Actions>
      }
    >
      <EndpointFacts endpoint={endpoint} />
    </Panel>
  )
}

function SendTest() {
  const call = useCall()
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    await call('POST /api/partner/v1/webhooks/test', {}).then(
      () => say('Test event sent. Its delivery appears in the list.'),
      (error: Error) => say(error.message),
    )
    setBusy(false)
  }
  return (
    <Button kind="plain" small busy={isBusy} onClick={() => void send()}>
      Send test event
    </Button>
  )
}

function Recover() {
  const call = useCall()
  const clock = useNow()
  return (
    <ActionButton
      small
      label="Resend failed events"
      title="Resend failed events"
      confirm="Resend failed events"
      text="Resends every failed delivery of events created since this date. Use it after an outage of your endpoint."
      send={async (form) => {
        const { recovered } = await call('POST /api/partner/v1/webhooks/recover', {
          body: { since: String(form.get('since')) },
        })
        return recovered === 0
          ? 'No failed deliveries since then.'
          : `${countText(recovered, 'event')} queued for delivery.`
      }}
    >
      {(getFieldError) => (
        <TextField
          label="Since"
          name="since"
          type="date"
          required
          defaultValue={clock ? formatDay(clock.now) : ''}
          error={getFieldError('since')}
        />
      )}
    </ActionButton>
  )
}
