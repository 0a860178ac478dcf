// Rotating a key, with an overlap in which both work, and revoking it at once.
import type { Credential } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { canRotate } from './state.ts'

type Props = {
  credential: Credential
  rotate: (keyId: string, overlapSeconds: number) => Promise<unknown>
  revoke: (keyId: string) => Promise<unknown>
}

const OVERLAPS = [
  { value: '86400', label: '24 hours' },
  { value: '3600', label: '1 hour' },
  { value: '604800', label: '7 days' },
  { value: '0', label: 'None: the old key stops at once' },
]

export function CredentialActions({ credential, rotate, revoke }: Props) {
  const keyId = credential.key_id
  return (
    <Actions>
      {canRotate(credential) ? (
        <ActionButton
          small
          label="Rotate"
          of={keyId}
          title="Rotate this key"
          confirm="Rotate key"
          text="A new key with the same permissions takes its place. During the overlap both work."
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
        label="Revoke"
        of={keyId}
        title="Revoke this key"
        confirm="Revoke key"
        text="Requests signed with it are refused within five seconds. This cannot be undone."
        send={async () => {
          await revoke(keyId)
          return 'The key is revoked.'
        }}
      >
        <p className="mono">{keyId}</p>
      </ActionButton>
    </Actions>
  )
}
