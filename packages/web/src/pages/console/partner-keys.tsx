// The keys of one partner: issue, rotate, revoke. A secret is shown once.
import type { IssuedCredential, Partner } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useList } from '../../api/hooks.ts'
import { CredentialActions } from '../../features/credentials/credential-actions.tsx'
import { credentialColumns } from '../../features/credentials/credential-columns.tsx'
import { IssueCredential } from '../../features/credentials/issue-credential.tsx'
import { SecretDialog } from '../../features/credentials/secret-dialog.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PartnerKeys({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const list = useList(
    'GET /api/operator/v1/partners/{partner_id}/credentials',
    { params },
    ({ credentials }) => credentials,
  )
  const columns = credentialColumns((credential) => (
    <CredentialActions
      credential={credential}
      rotate={async (keyId, overlapSeconds) =>
        setIssued(
          await call('POST /api/operator/v1/credentials/{key_id}/rotate', {
            params: { key_id: keyId },
            body: { overlap_seconds: overlapSeconds },
          }),
        )
      }
      revoke={(keyId) => call('DELETE /api/operator/v1/credentials/{key_id}', { params: { key_id: keyId } })}
    />
  ))
  return (
    <Panel
      title="Keys"
      aside={
        <IssueCredential
          environments={['sandbox', 'live']}
          issue={async (body) =>
            setIssued(await call('POST /api/operator/v1/partners/{partner_id}/credentials', { params, body }))
          }
        />
      }
    >
      <ListView
        list={list}
        caption="Keys"
        columns={columns}
        rowKey={({ key_id }) => key_id}
        empty={<Empty title="No keys yet">Issue one, so that the partner can sign its requests.</Empty>}
      />
      <SecretDialog credential={issued} onClose={() => setIssued(null)} />
    </Panel>
  )
}
