// Passkeys: adding, renaming and removing them.
import type { Passkey } from '@freehold/sdk/types'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const NAME_MAX = 100

const NameField = ({ value, error }: { value: string; error: string | null }) => (
  <TextField
    label="Name"
    name="name"
    hint="To recognize it later, for example the device it is on."
    defaultValue={value}
    maxLength={NAME_MAX}
    required
    error={error}
  />
)

const COLUMNS: readonly Column<Passkey>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Added', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <DateTime at={last_used_at} precision="day" /> : 'Never'),
  },
]

function PasskeyActions({ passkey: { passkey_id, name } }: { passkey: Passkey }) {
  const call = useCall()
  const params = { passkey_id }
  return (
    <>
      <ActionButton
        label="Rename"
        of={name}
        title={`Rename ${name}`}
        confirm="Rename passkey"
        small
        send={async (form) => {
          await call('PATCH /api/account/passkeys/{passkey_id}', { params, body: { name: String(form.get('name')) } })
          return 'Passkey renamed.'
        }}
      >
        {(getFieldError) => <NameField value={name} error={getFieldError('name')} />}
      </ActionButton>{' '}
      <ActionButton
        label="Remove"
        of={name}
        title={`Remove ${name}`}
        confirm="Remove passkey"
        text="You can no longer sign in with this passkey. Also delete it on your device."
        kind="danger"
        small
        send={async () => {
          await call('DELETE /api/account/passkeys/{passkey_id}', { params })
          return 'Passkey removed.'
        }}
      />
    </>
  )
}

/** The browser's own errors are for developers. */
function explain(error: Error): Error {
  if (error.name === 'InvalidStateError') return new Error('This device already has a passkey for your account.')
  if (error.name === 'NotAllowedError')
    return new Error('No passkey was created. Try again, and confirm it on your device.')
  if (error.name === 'SecurityError')
    return new Error('Passkeys do not work at this address. Open the service by its host name, over HTTPS.')
  return error
}

export function Passkeys({ passkeys, onCodes }: { passkeys: readonly Passkey[]; onCodes: (codes: string[]) => void }) {
  const call = useCall()
  async function add(form: FormData): Promise<string> {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const { options } = await call('POST /api/account/passkeys/options', {})
    const response = await startRegistration({ optionsJSON: options as never }).catch((error: Error) => {
      throw explain(error)
    })
    const body = { response: response as never, name: String(form.get('name')) }
    onCodes((await call('POST /api/account/passkeys', { body })).recovery_codes)
    return 'Passkey added.'
  }
  return (
    <Panel
      title="Passkeys"
      aside={
        <ActionButton
          label="Add passkey"
          small
          kind={passkeys.length === 0 ? 'primary' : 'plain'}
          title="Add a passkey"
          text="Your browser asks you to create a passkey with your fingerprint, face, PIN or security key."
          send={add}
        >
          {(getFieldError) => <NameField value="" error={getFieldError('name')} />}
        </ActionButton>
      }
    >
      <p className="soft">Sign in with your fingerprint, face, PIN or a security key instead of your password.</p>
      {passkeys.length > 0 ? (
        <Table
          caption="Passkeys"
          columns={[
            ...COLUMNS,
            { title: 'Actions', end: true, cell: (passkey) => <PasskeyActions passkey={passkey} /> },
          ]}
          rows={passkeys}
          rowKey={({ passkey_id }) => passkey_id}
        />
      ) : null}
    </Panel>
  )
}
