// The first webhook endpoint, and further ones.
import { useCall } from '../../api/hooks.ts'
import {
  EventTypesField,
  NEW_SECRET_HINT,
  readEventTypes,
  SecretField,
  UrlField,
} from '../../features/webhooks/endpoint-fields.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Form, type GetFieldError } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

const readInput = (form: FormData) => ({
  url: String(form.get('url')).trim(),
  secret: String(form.get('secret')),
  event_types: readEventTypes(form),
})

const renderFields = (getFieldError: GetFieldError) => (
  <>
    <UrlField getFieldError={getFieldError} />
    <SecretField label="Signing secret" hint={NEW_SECRET_HINT} getFieldError={getFieldError} />
    <EventTypesField getFieldError={getFieldError} />
  </>
)

/** It becomes the default endpoint, which programs register with PUT. */
export function RegisterFirst() {
  const call = useCall()
  return (
    <Panel title="Register a webhook endpoint">
      <Form
        submit="Register endpoint"
        send={async (form) => {
          await call('PUT /api/partner/webhooks', { body: readInput(form) })
          return 'Webhook endpoint registered.'
        }}
      >
        {renderFields}
      </Form>
    </Panel>
  )
}

export function AddEndpoint() {
  const call = useCall()
  return (
    <ActionButton
      small
      kind="primary"
      label="Add endpoint"
      confirm="Add endpoint"
      text="Each endpoint has its own secret and event types. Failures of one do not delay the others."
      send={async (form) => {
        await call('POST /api/partner/v1/webhooks/endpoints', { body: readInput(form) })
        return 'Webhook endpoint added.'
      }}
    >
      {renderFields}
    </ActionButton>
  )
}
