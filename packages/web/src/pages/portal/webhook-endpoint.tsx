// The registered address: register, change, test, recover, remove.
import type { Webhook } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useRead } from '../../api/hooks.ts'
import { useNow, useWorkplace } from '../../features/portal/workplace.ts'
import { EndpointFacts } from '../../features/webhooks/endpoint-facts.tsx'
import { EndpointForm } from '../../features/webhooks/endpoint-form.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { useSay } from '../../ui/announce.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/days.ts'
import { Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export function WebhookEndpoint() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const read = useRead('GET /api/partner/webhooks', {})
  const [isChanging, setChanging] = useState(false)
  const endpoint = read.error?.status === 404 ? null : read.data
  if (endpoint === undefined) return read.error ? <Failure error={read.error} retry={read.refetch} /> : <Loading />
  const register = (body: Parameters<Parameters<typeof EndpointForm>[0]['register']>[0]) =>
    call('PUT /api/partner/webhooks', { body })
  const done = (): void => setChanging(false)
  if (!isOwner)
    return (
      <Panel title="Address">
        {endpoint ? (
          <EndpointFacts endpoint={endpoint} />
        ) : (
          <Empty title="No webhook yet">An owner registers it.</Empty>
        )}
      </Panel>
    )
  if (endpoint === null || isChanging)
    return (
      <Panel title={endpoint ? 'Change the webhook' : 'Register a webhook'}>
        <EndpointForm endpoint={endpoint} register={register} onDone={done} onCancel={endpoint ? done : undefined} />
      </Panel>
    )
  return <Registered endpoint={endpoint} onChange={() => setChanging(true)} />
}

function Registered({ endpoint, onChange }: { endpoint: Webhook; onChange: () => void }) {
  const call = useCall()
  return (
    <Panel
      title="Address"
      aside={
        <Actions>
          <SendTest />
          <Button kind="plain" small onClick={onChange}>
            Change
          </Button>
          <Recover />
          <ActionButton
            small
            kind="danger"
            label="Remove"
            title="Remove the webhook"
            confirm="Remove webhook"
            text="Nothing is pushed any more. The history of events goes on, and the deliveries stay in the list."
            send={async () => {
              await call('DELETE /api/partner/webhooks', {})
              return 'The webhook is removed.'
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
      () => say('A test event is on its way. Its delivery stands in the list.'),
      (error: Error) => say(error.message),
    )
    setBusy(false)
  }
  return (
    <Button kind="plain" small busy={isBusy} onClick={() => void send()}>
      Send a test event
    </Button>
  )
}

function Recover() {
  const call = useCall()
  const clock = useNow()
  return (
    <ActionButton
      small
      label="Recover"
      title="Recover after an outage"
      confirm="Send again"
      text="Sends again every delivery that was given up, of events since the day you name."
      send={async (form) => {
        const { recovered } = await call('POST /api/partner/v1/webhooks/recover', {
          body: { since: String(form.get('since')) },
        })
        return recovered === 0 ? 'Nothing was given up since then.' : `${recovered} on their way again.`
      }}
    >
      {(problemOf) => (
        <TextField
          label="Since"
          name="since"
          type="date"
          required
          defaultValue={clock ? dayOf(clock.now) : ''}
          error={problemOf('since')}
        />
      )}
    </ActionButton>
  )
}
