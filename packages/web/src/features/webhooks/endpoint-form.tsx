// Registering and changing the webhook endpoint.
import { EVENT_TYPES } from '@freehold/sdk/enums'
import type { EventType, Webhook } from '@freehold/sdk/types'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PUSHED_BY_DEFAULT } from './event-types.ts'

export type EndpointInput = { url: string; secret: string; event_types: EventType[] }

type Props = {
  endpoint: Webhook | null
  register: (input: EndpointInput) => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
}

const SECRET_BYTES = 24

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `whsec_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const readInput = (form: FormData): EndpointInput => ({
  url: String(form.get('url')).trim(),
  secret: String(form.get('secret')),
  event_types: form.getAll('event_types') as EventType[],
})

export function EndpointForm({ endpoint, register, onDone, onCancel }: Props) {
  const [secret, setSecret] = useState('')
  const chosen: readonly EventType[] = endpoint?.event_types ?? PUSHED_BY_DEFAULT
  return (
    <Form
      submit={endpoint ? 'Save endpoint' : 'Register endpoint'}
      onDone={onDone}
      onCancel={onCancel}
      send={async (form) => {
        await register(readInput(form))
        return endpoint ? 'Webhook endpoint saved.' : 'Webhook endpoint registered.'
      }}
    >
      {(getFieldError) => (
        <>
          <TextField
            label="Endpoint URL"
            name="url"
            type="url"
            required
            placeholder="https://shop.example.com/freehold"
            defaultValue={endpoint?.url}
            error={getFieldError('url')}
          />
          <TextField
            label={endpoint ? 'New signing secret' : 'Signing secret'}
            name="secret"
            mono
            required
            minLength={16}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            hint={
              endpoint
                ? 'Takes effect immediately. For 24 hours, deliveries also carry a second signature made with the old secret.'
                : 'At least 16 characters. We never show it again. Store a copy with your receiver.'
            }
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            error={getFieldError('secret')}
          />
          <p>
            <Button kind="plain" small onClick={() => setSecret(newSecret())}>
              Generate secret
            </Button>
          </p>
          <fieldset>
            <legend>Event types</legend>
            <div className="check-columns">
              {EVENT_TYPES.map((type) => (
                <CheckField
                  key={type}
                  name="event_types"
                  value={type}
                  defaultChecked={chosen.includes(type)}
                  label={<code>{type}</code>}
                />
              ))}
            </div>
            {getFieldError('event_types') ? (
              <span className="field__error" role="alert">
                {getFieldError('event_types')}
              </span>
            ) : null}
          </fieldset>
        </>
      )}
    </Form>
  )
}
