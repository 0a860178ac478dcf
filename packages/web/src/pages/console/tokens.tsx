// /console/tokens: operator tokens for programs. A new token is shown once.
import type { IssuedOperatorToken, OperatorRole, OperatorToken } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useRead } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { ROLE_OPTIONS, RoleBadge } from '../../features/operator/role-words.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { actorText } from '../../ui/actor-text.ts'
import { Actions, Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

function CreateToken({ show }: { show: (token: IssuedOperatorToken) => void }) {
  const call = useCall()
  return (
    <ActionButton
      label="Create token"
      confirm="Create token"
      kind="primary"
      text="For a program that calls the Operator API. Choose the smallest role that it needs."
      send={async (form) => {
        const role = (readText(form, 'role') ?? 'viewer') as OperatorRole
        const body = { name: readText(form, 'name') ?? '', role, expires_at: readText(form, 'expires_at') ?? null }
        show(await call('POST /api/operator/v1/operator-tokens', { body }))
        return 'Token created.'
      }}
    >
      {(getFieldError) => (
        <>
          <TextField label="Name" name="name" maxLength={100} required error={getFieldError('name')} />
          <SelectField label="Role" name="role" options={ROLE_OPTIONS} defaultValue="viewer" />
          <TextField
            label="Expires on"
            name="expires_at"
            type="date"
            hint="Leave empty for a token that works until you revoke it."
            error={getFieldError('expires_at')}
          />
        </>
      )}
    </ActionButton>
  )
}

/** Only its button closes it. */
const TokenDialog = ({ issued, onClose }: { issued: IssuedOperatorToken | null; onClose: () => void }) => (
  <Dialog title="Your new token" open={issued !== null} onClose={onClose} lasting>
    <Notice tone="warn" title="Copy the token now">
      We show it only once. Store it like a password: anyone who has it can act with its role.
    </Notice>
    {issued ? <Copyable text={issued.token} label="the token" /> : null}
    <Actions>
      <Button onClick={onClose}>I copied the token</Button>
    </Actions>
  </Dialog>
)

function RevokeToken({ token }: { token: OperatorToken }) {
  const call = useCall()
  return (
    <ActionButton
      small
      kind="danger"
      label="Revoke token"
      of={token.name}
      title={`Revoke ${token.name}`}
      confirm="Revoke token"
      text="Programs that use it lose access immediately."
      send={async () => {
        await call('DELETE /api/operator/v1/operator-tokens/{token_id}', { params: { token_id: token.token_id } })
        return 'Token revoked.'
      }}
    />
  )
}

const COLUMNS: readonly Column<OperatorToken>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Created by', cell: ({ created_by: actor }) => (actor ? actorText(actor) : '–') },
  { title: 'Created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  { title: 'Last used', cell: ({ last_used_at: at }) => (at ? <DateTime at={at} /> : 'Never') },
  { title: 'Expires', cell: ({ expires_at: at }) => (at ? <DateTime at={at} precision="day" /> : 'Never') },
]

export function Tokens() {
  const found = useRead('GET /api/operator/v1/operator-tokens', {})
  const [issued, setIssued] = useState<IssuedOperatorToken | null>(null)
  const canRevoke = useMay()('DELETE /api/operator/v1/operator-tokens/{token_id}')
  const columns = canRevoke
    ? [...COLUMNS, { title: 'Actions', end: true, cell: (token: OperatorToken) => <RevokeToken token={token} /> }]
    : COLUMNS
  return (
    <>
      <PageHead
        title="API tokens"
        text="Tokens with which programs call the Operator API."
        aside={
          <May call="POST /api/operator/v1/operator-tokens">
            <CreateToken show={setIssued} />
          </May>
        }
      />
      <TokenDialog issued={issued} onClose={() => setIssued(null)} />
      <Reading of={found}>
        {({ operator_tokens }) => (
          <Panel>
            <Table
              caption="API tokens"
              columns={columns}
              rows={operator_tokens}
              rowKey={({ token_id }) => token_id}
              empty={<Empty title="No tokens yet">Create a token to call the Operator API from a program.</Empty>}
            />
          </Panel>
        )}
      </Reading>
    </>
  )
}
