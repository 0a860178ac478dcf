// The address that events are pushed to: registering and changing it.
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

const inputOf = (form: FormData): EndpointInput => ({
  url: String(form.get('url')).trim(),
  secret: String(form.get('secret')),
  event_types: form.getAll('event_types') as EventType[],
})

export function EndpointForm({ endpoint, register, onDone, onCancel }: Props) {
  const [secret, setSecret] = useState('')
  const chosen: readonly EventType[] = endpoint?.event_types ?? PUSHED_BY_DEFAULT
  return (
    <Form
      submit={endpoint ? 'Save webhook' : 'Register webhook'}
      onDone={onDone}
      onCancel={onCancel}
      send={async (form) => {
        await register(inputOf(form))
        return endpoint ? 'The webhook is changed.' : 'The webhook is registered.'
      }}
    >
      {(problemOf) => (
        <>
          <TextField
            label="Address"
            name="url"
            type="url"
            required
            placeholder="https://shop.example.com/freehold"
            defaultValue={endpoint?.url}
            error={problemOf('url')}
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
                ? 'It signs at once. For 24 hours the old one signs a second header, so that nothing is lost.'
                : 'At least 16 characters, never shown again. Keep a copy where your receiver runs.'
            }
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            error={problemOf('secret')}
          />
          <p>
            <Button kind="plain" small onClick={() => setSecret(newSecret())}>
              Generate a secret
            </Button>
          </p>
          <fieldset>
            <legend>Events to push</legend>
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
            {problemOf('event_types') ? (
              <span className="field__error" role="alert">
                {problemOf('event_types')}
              </span>
            ) : null}
          </fieldset>
        </>
      )}
    </Form>
  )
}
