// What an owner can do with a webhook endpoint: test, edit, rotate the secret, disable, recover, delete.
import type { WebhookEndpoint } from '@freehold/sdk/types'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCall } from '../../api/hooks.ts'
import { useNow } from '../../features/portal/workplace.ts'
import { EventTypesField, readEventTypes, SecretField, UrlField } from '../../features/webhooks/endpoint-fields.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { useSay } from '../../ui/announce.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/days.ts'
import { TextField } from '../../ui/field.tsx'
import { countText } from '../../ui/text.ts'

type Props = { endpoint: WebhookEndpoint }

const CHANGE = 'PATCH /api/partner/v1/webhooks/endpoints/{endpoint_id}'
const toParams = ({ endpoint_id }: WebhookEndpoint) => ({ endpoint_id })

export const EndpointActions = ({ endpoint }: Props) => (
  <Actions>
    {endpoint.active ? <SendTest endpoint={endpoint} /> : null}
    <Edit endpoint={endpoint} />
    <RotateSecret endpoint={endpoint} />
    <Switch endpoint={endpoint} />
    {endpoint.active ? <Recover endpoint={endpoint} /> : null}
    <Delete endpoint={endpoint} />
  </Actions>
)

/** One press, without a dialog; the result is announced. */
function ImmediateButton({ label, send }: { label: string; send: () => Promise<string> }) {
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  async function press(): Promise<void> {
    setBusy(true)
    await send().then(say, (error: Error) => say(error.message))
    setBusy(false)
  }
  return (
    <Button kind="plain" small busy={isBusy} onClick={() => void press()}>
      {label}
    </Button>
  )
}

function SendTest({ endpoint }: Props) {
  const call = useCall()
  return (
    <ImmediateButton
      label="Send test event"
      send={async () => {
        await call('POST /api/partner/v1/webhooks/test', { body: toParams(endpoint) })
        return 'Test event sent. Its delivery appears in the list.'
      }}
    />
  )
}

function Edit({ endpoint }: Props) {
  const call = useCall()
  return (
    <ActionButton
      small
      label="Edit endpoint"
      confirm="Save endpoint"
      send={async (form) => {
        const body = { url: String(form.get('url')).trim(), event_types: readEventTypes(form) }
        await call(CHANGE, { params: toParams(endpoint), body })
        return 'Webhook endpoint saved.'
      }}
    >
      {(getFieldError) => (
        <>
          <UrlField url={endpoint.url} getFieldError={getFieldError} />
          <EventTypesField chosen={endpoint.event_types} getFieldError={getFieldError} />
        </>
      )}
    </ActionButton>
  )
}

function RotateSecret({ endpoint }: Props) {
  const call = useCall()
  return (
    <ActionButton
      small
      label="Rotate secret"
      confirm="Rotate secret"
      text="The new secret takes effect immediately. For 24 hours, deliveries also carry a second signature made with the old secret."
      send={async (form) => {
        await call(CHANGE, { params: toParams(endpoint), body: { secret: String(form.get('secret')) } })
        return 'Signing secret rotated.'
      }}
    >
      {(getFieldError) => (
        <SecretField
          label="New signing secret"
          hint="At least 16 characters. We never show it again. Store a copy with your receiver."
          getFieldError={getFieldError}
        />
      )}
    </ActionButton>
  )
}

function Switch({ endpoint }: Props) {
  const call = useCall()
  const change = (active: boolean) => call(CHANGE, { params: toParams(endpoint), body: { active } })
  if (!endpoint.active)
    return (
      <ImmediateButton
        label="Enable endpoint"
        send={async () => {
          await change(true)
          return 'Endpoint enabled. Pending deliveries are sent.'
        }}
      />
    )
  return (
    <ActionButton
      small
      label="Disable endpoint"
      confirm="Disable endpoint"
      text="We stop sending events to this endpoint and create no deliveries for it until you enable it. Events stay in your history."
      send={async () => {
        await change(false)
        return 'Endpoint disabled.'
      }}
    />
  )
}

function Recover({ endpoint }: Props) {
  const call = useCall()
  const clock = useNow()
  return (
    <ActionButton
      small
      label="Resend failed events"
      confirm="Resend failed events"
      text="Resends every failed delivery to this endpoint of events created since this date. Use it after an outage."
      send={async (form) => {
        const body = { since: String(form.get('since')), ...toParams(endpoint) }
        const { recovered } = await call('POST /api/partner/v1/webhooks/recover', { body })
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

function Delete({ endpoint }: Props) {
  const call = useCall()
  const [, navigate] = useLocation()
  return (
    <ActionButton
      small
      kind="danger"
      label="Delete endpoint"
      confirm="Delete endpoint"
      text={
        endpoint.default
          ? 'We stop sending events to this URL. Pending deliveries wait until you set a default endpoint again. Events are still recorded, and past deliveries stay in the list.'
          : 'We stop sending events to this URL, and pending deliveries to it are not sent. Events are still recorded, and past deliveries stay in the list.'
      }
      send={async () => {
        await call('DELETE /api/partner/v1/webhooks/endpoints/{endpoint_id}', { params: toParams(endpoint) })
        navigate('/portal/webhooks')
        return 'Webhook endpoint deleted.'
      }}
    >
      <p className="mono">{endpoint.url}</p>
    </ActionButton>
  )
}
