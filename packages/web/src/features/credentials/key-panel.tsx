// The keys of a partner with their actions. A new secret is shown once.
import type { Credential, Environment, IssuedCredential, Scope } from '@freehold/sdk/types'
import { type ComponentProps, useState } from 'react'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CredentialActions } from './credential-actions.tsx'
import { credentialColumns } from './credential-columns.tsx'
import { IssueCredential } from './issue-credential.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export type KeyChanges = {
  /** The environments a key can be created for. */
  environments: readonly Environment[]
  issue: (input: { name?: string; environment: Environment; scopes: Scope[] }) => Promise<IssuedCredential>
  rename: (keyId: string, name: string | null) => Promise<unknown>
  rotate: (keyId: string, overlapSeconds: number) => Promise<IssuedCredential>
  revoke: (keyId: string) => Promise<unknown>
}

/** Without `changes` the list is read-only. */
type Props = { list: ComponentProps<typeof ListView<Credential>>['list']; changes: KeyChanges | null }

export function KeyPanel({ list, changes }: Props) {
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const show = (credential: Promise<IssuedCredential>): Promise<void> => credential.then(setIssued)
  const columns = credentialColumns(
    changes
      ? (credential) => (
          <CredentialActions
            credential={credential}
            rename={changes.rename}
            rotate={(keyId, overlapSeconds) => show(changes.rotate(keyId, overlapSeconds))}
            revoke={changes.revoke}
          />
        )
      : undefined,
  )
  return (
    <Panel
      title="API keys"
      aside={
        changes ? (
          <IssueCredential environments={changes.environments} issue={(input) => show(changes.issue(input))} />
        ) : null
      }
    >
      <SecretDialog credential={issued} onClose={() => setIssued(null)} />
      <ListView
        list={list}
        caption="Keys"
        columns={columns}
        rowKey={({ key_id }) => key_id}
        empty={<Empty title="No keys yet">Create a key to sign requests to the Partner API.</Empty>}
      />
    </Panel>
  )
}
