// The fields of a webhook endpoint.
import { DEFAULT_PUSHED_EVENT_TYPES, EVENT_TYPES } from '@freehold/sdk/enums'
import type { EventType } from '@freehold/sdk/types'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import type { GetFieldError } from '../../ui/form.tsx'

const SECRET_BYTES = 24

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

export const UrlField = ({ url, getFieldError }: { url?: string; getFieldError: GetFieldError }) => (
  <TextField
    label="Endpoint URL"
    name="url"
    type="url"
    required
    placeholder="https://shop.example.com/freehold"
    defaultValue={url}
    error={getFieldError('url')}
  />
)

export function SecretField({
  label,
  hint,
  getFieldError,
}: {
  label: string
  hint: string
  getFieldError: GetFieldError
}) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <TextField
        label={label}
        name="secret"
        mono
        required
        minLength={16}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        hint={hint}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={getFieldError('secret')}
      />
      <p>
        <Button kind="plain" small onClick={() => setSecret(newSecret())}>
          Generate secret
        </Button>
      </p>
    </>
  )
}

export const readEventTypes = (form: FormData): EventType[] => form.getAll('event_types') as EventType[]

type EventTypesProps = { chosen?: readonly EventType[]; getFieldError: GetFieldError }

export const EventTypesField = ({ chosen = DEFAULT_PUSHED_EVENT_TYPES, getFieldError }: EventTypesProps) => (
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
)

export const NEW_SECRET_HINT = 'At least 16 characters. We never show it again. Store a copy with your receiver.'
