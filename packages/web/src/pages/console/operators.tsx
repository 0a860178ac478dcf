// /console/operators: who operates the marketplace, and open invitations.
import type { Operator, OperatorInvitation, OperatorRole } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { ROLE_OPTIONS, RoleBadge } from '../../features/operator/role-words.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { actorText } from '../../ui/actor-text.ts'
import { Actions } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const readRole = (form: FormData): OperatorRole => (readText(form, 'role') ?? 'viewer') as OperatorRole

const WITHOUT_MAIL =
  'This service sends no email. Admins find the link in the message under Mail, and give it to them. It works once, for 7 days.'

function Invite() {
  const call = useCall()
  const isMailOff = useMailOff()
  return (
    <ActionButton
      label="Invite operator"
      confirm={isMailOff ? 'Create invitation' : 'Send invitation'}
      kind="primary"
      text={isMailOff ? WITHOUT_MAIL : 'We send a link to this email address. It works once, for 7 days.'}
      send={async (form) => {
        const email = readText(form, 'email') ?? ''
        await call('POST /api/operator/v1/operators', { body: { email, role: readRole(form) } })
        return isMailOff ? `Invitation for ${email} created.` : `Invitation sent to ${email}.`
      }}
    >
      {(getFieldError) => (
        <>
          <TextField label="Email address" name="email" type="email" required error={getFieldError('email')} />
          <SelectField label="Role" name="role" options={ROLE_OPTIONS} defaultValue="viewer" />
        </>
      )}
    </ActionButton>
  )
}

function OperatorActions({ operator }: { operator: Operator }) {
  const call = useCall()
  const params = { user_id: operator.user_id }
  return (
    <Actions>
      <ActionButton
        small
        label="Change role"
        of={operator.email}
        title={`Change the role of ${operator.email}`}
        confirm="Change role"
        text="Applies to their next request. Tokens they created stop working if the new role does not include their permissions."
        send={async (form) => {
          await call('PATCH /api/operator/v1/operators/{user_id}', { params, body: { role: readRole(form) } })
          return 'Role changed.'
        }}
      >
        <SelectField label="Role" name="role" options={ROLE_OPTIONS} defaultValue={operator.role} />
      </ActionButton>
      <ActionButton
        small
        kind="danger"
        label="Remove operator"
        of={operator.email}
        title={`Remove ${operator.email}`}
        confirm="Remove operator"
        text="Ends their sessions and revokes the tokens they created. Their user account is not deleted."
        send={async () => {
          await call('DELETE /api/operator/v1/operators/{user_id}', { params })
          return `${operator.email} removed.`
        }}
      />
    </Actions>
  )
}

const OPERATORS: readonly Column<Operator>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Last seen', cell: ({ last_seen_at: at }) => (at ? <DateTime at={at} /> : '–') },
  { title: 'Account created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

const INVITATIONS: readonly Column<OperatorInvitation>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Invited by', cell: ({ invited_by }) => actorText(invited_by) },
  { title: 'Expires', cell: ({ expires_at }) => <DateTime at={expires_at} /> },
]

function ManageInvitation({ invitation }: { invitation: OperatorInvitation }) {
  const call = useCall()
  const isMailOff = useMailOff()
  const params = { invitation_id: invitation.invitation_id }
  const messageHref = `/console/mail?template=operator_invitation&to=${encodeURIComponent(invitation.email)}`
  return (
    <Actions>
      {isMailOff ? <Link href={messageHref}>View link</Link> : null}
      <ActionButton
        small
        kind="danger"
        label="Revoke invitation"
        of={invitation.email}
        title={`Revoke the invitation of ${invitation.email}`}
        confirm="Revoke invitation"
        text="Its link stops working."
        send={async () => {
          await call('DELETE /api/operator/v1/operator-invitations/{invitation_id}', { params })
          return 'Invitation revoked.'
        }}
      />
    </Actions>
  )
}

export function Operators() {
  const found = useRead('GET /api/operator/v1/operators', {})
  const canChange = useMay()('PATCH /api/operator/v1/operators/{user_id}')
  const operatorColumns = canChange
    ? [...OPERATORS, { title: 'Actions', end: true, cell: (one: Operator) => <OperatorActions operator={one} /> }]
    : OPERATORS
  const invitationColumns = canChange
    ? [
        ...INVITATIONS,
        { title: 'Actions', end: true, cell: (one: OperatorInvitation) => <ManageInvitation invitation={one} /> },
      ]
    : INVITATIONS
  return (
    <>
      <PageHead
        title="Operators"
        text="People who run this marketplace. Every role can read everything in the console."
        aside={
          <May call="POST /api/operator/v1/operators">
            <Invite />
          </May>
        }
      />
      <Reading of={found}>
        {({ operators, invitations }) => (
          <>
            <Panel>
              <Table caption="Operators" columns={operatorColumns} rows={operators} rowKey={({ user_id }) => user_id} />
            </Panel>
            <Panel title="Open invitations">
              <Table
                caption="Open invitations"
                columns={invitationColumns}
                rows={invitations}
                rowKey={({ invitation_id }) => invitation_id}
                empty={<Empty title="No open invitations">Invitations that were not accepted yet appear here.</Empty>}
              />
            </Panel>
          </>
        )}
      </Reading>
    </>
  )
}
