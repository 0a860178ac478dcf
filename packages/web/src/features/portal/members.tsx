// The team of a partner: members, their roles, and open invitations.
import type { Invitation, Member } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'
import type { Column } from '../../ui/table.tsx'

type Role = Member['role']

const NO_MAIL = 'This service sends no email.'

const RoleBadge = ({ role }: { role: Role }) =>
  role === 'owner' ? <Badge tone="info">Owner</Badge> : <Badge>Member</Badge>

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Joined', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

export type MemberActions = {
  remove: (member: Member) => Promise<unknown>
  changeRole?: (member: Member, role: Role) => Promise<unknown>
}

/** Without `actions` the list is read-only. */
export const memberColumns = (actions: MemberActions | null): readonly Column<Member>[] =>
  actions
    ? [...COLUMNS, { title: 'Actions', end: true, cell: (member) => <Manage member={member} {...actions} /> }]
    : COLUMNS

const Manage = ({ member, remove, changeRole }: MemberActions & { member: Member }) => (
  <Actions>
    {changeRole ? <ChangeRole member={member} change={(role) => changeRole(member, role)} /> : null}
    <ActionButton
      small
      kind="danger"
      label="Remove team member"
      of={member.email}
      title={`Remove ${member.email}`}
      text="They lose access to this partner account. Their own account is not deleted."
      send={async () => {
        await remove(member)
        return `${member.email} removed.`
      }}
    />
  </Actions>
)

const ROLES = [
  { value: 'member', label: 'Member: read-only' },
  { value: 'owner', label: 'Owner: full access' },
]

const ChangeRole = ({ member, change }: { member: Member; change: (role: Role) => Promise<unknown> }) => (
  <ActionButton
    small
    label="Change role"
    of={member.email}
    title={`Change the role of ${member.email}`}
    confirm="Change role"
    send={async (form) => {
      await change(form.get('role') as Role)
      return `Role of ${member.email} changed.`
    }}
  >
    <SelectField label="Role" name="role" options={ROLES} defaultValue={member.role} />
  </ActionButton>
)

type NewMember = { email: string; role: Role }

type InviteProps = {
  invite: (member: NewMember) => Promise<unknown>
  /** Is selected first. */
  initialRole?: Role
  /** How the person gets the link where the service sends no email. */
  withoutMail: string
}

/** What is announced when an invitation was created. */
const toSent = (email: string, isMailOff: boolean): string =>
  isMailOff ? `Invitation for ${email} created.` : `Invitation sent to ${email}.`

export function InviteMember({ invite, initialRole = 'member', withoutMail }: InviteProps) {
  const isMailOff = useMailOff()
  return (
    <ActionButton
      label="Invite team member"
      confirm={isMailOff ? 'Create invitation' : 'Send invitation'}
      kind="primary"
      small
      text={isMailOff ? `${NO_MAIL} ${withoutMail}` : 'They receive an email with a link that works once, for 7 days.'}
      send={async (form) => {
        const email = String(form.get('email'))
        await invite({ email, role: form.get('role') as Role })
        return toSent(email, isMailOff)
      }}
    >
      {(getFieldError) => (
        <FieldRow>
          <TextField label="Email address" name="email" type="email" required error={getFieldError('email')} />
          <SelectField label="Role" name="role" options={ROLES} defaultValue={initialRole} />
        </FieldRow>
      )}
    </ActionButton>
  )
}

export const LeaveTeam = ({ partner, leave }: { partner: string; leave: () => Promise<unknown> }) => (
  <ActionButton
    small
    kind="danger"
    label="Leave team"
    title={`Leave ${partner}`}
    text="You lose access to this partner account. Only an owner can invite you again."
    send={async () => {
      await leave()
      return `You left ${partner}.`
    }}
  />
)

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Invited by', cell: ({ invited_by }) => invited_by ?? 'Operator' },
  {
    title: 'Valid until',
    cell: ({ expires_at }) =>
      new Date(expires_at) <= new Date() ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <DateTime at={expires_at} precision="day" />
      ),
  },
]

export type InvitationActions = {
  withoutMail: string
  /** The message with the link, for those who may read it. */
  getMessageHref?: (invitation: Invitation) => string
  resend: (invitation: NewMember) => Promise<unknown>
  revoke: (invitation: Invitation) => Promise<unknown>
}

/** Without `actions` the list is read-only. */
export const invitationColumns = (actions: InvitationActions | null): readonly Column<Invitation>[] =>
  actions
    ? [
        ...INVITATION_COLUMNS,
        { title: 'Actions', end: true, cell: (one) => <ManageInvitation invitation={one} {...actions} /> },
      ]
    : INVITATION_COLUMNS

function ManageInvitation({
  invitation,
  resend,
  revoke,
  withoutMail,
  getMessageHref,
}: InvitationActions & { invitation: Invitation }) {
  const isMailOff = useMailOff()
  return (
    <Actions>
      {isMailOff && getMessageHref ? <Link href={getMessageHref(invitation)}>View link</Link> : null}
      <ActionButton
        small
        label={isMailOff ? 'Renew' : 'Resend'}
        of={invitation.email}
        title={`Invite ${invitation.email} again`}
        confirm={isMailOff ? 'Renew invitation' : 'Resend invitation'}
        text={`${isMailOff ? `${NO_MAIL} ${withoutMail}` : 'They receive a new link.'} The earlier link stops working.`}
        send={async () => {
          await resend({ email: invitation.email, role: invitation.role })
          return toSent(invitation.email, isMailOff)
        }}
      />
      <ActionButton
        small
        kind="danger"
        label="Revoke"
        of={invitation.email}
        title={`Revoke the invitation of ${invitation.email}`}
        confirm="Revoke invitation"
        text="The link stops working."
        send={async () => {
          await revoke(invitation)
          return 'Invitation revoked.'
        }}
      />
    </Actions>
  )
}
