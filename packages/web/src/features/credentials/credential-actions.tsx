// Naming a key, rotating it, with an overlap in which both keys work, and revoking it.
import type { Credential } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { canRotate } from './state.ts'

type Props = {
  credential: Credential
  rename: (keyId: string, name: string | null) => Promise<unknown>
  rotate: (keyId: string, overlapSeconds: number) => Promise<unknown>
  revoke: (keyId: string) => Promise<unknown>
}

const OVERLAPS = [
  { value: '86400', label: '24 hours' },
  { value: '3600', label: '1 hour' },
  { value: '604800', label: '7 days' },
  { value: '0', label: 'None: the old key stops working immediately' },
]

export function CredentialActions({ credential, rename, rotate, revoke }: Props) {
  const keyId = credential.key_id
  return (
    <Actions>
      <ActionButton
        small
        label="Rename key"
        of={keyId}
        title="Rename key"
        confirm="Save name"
        send={async (form) => {
          await rename(keyId, readText(form, 'name') ?? null)
          return 'Name saved.'
        }}
      >
        {(getFieldError) => (
          <>
            <p className="mono">{keyId}</p>
            <TextField
              label="Name"
              name="name"
              maxLength={100}
              hint="Says which system uses the key. Leave it empty to remove the name."
              defaultValue={credential.name ?? ''}
              error={getFieldError('name')}
            />
          </>
        )}
      </ActionButton>
      {canRotate(credential) ? (
        <ActionButton
          small
          label="Rotate key"
          of={keyId}
          title="Rotate key"
          confirm="Rotate key"
          text="This creates a new key with the same scopes. Both keys work until the overlap ends, then the old key stops working."
          send={async (form) => {
            await rotate(keyId, Number(form.get('overlap')))
            return undefined
          }}
        >
          <p className="mono">{keyId}</p>
          <SelectField label="Overlap" name="overlap" options={OVERLAPS} />
        </ActionButton>
      ) : null}
      <ActionButton
        small
        kind="danger"
        label="Revoke key"
        of={keyId}
        title="Revoke key"
        confirm="Revoke key"
        text="Requests signed with this key fail within five seconds. This cannot be undone."
        send={async () => {
          await revoke(keyId)
          return 'Key revoked.'
        }}
      >
        <p className="mono">{keyId}</p>
      </ActionButton>
    </Actions>
  )
}
