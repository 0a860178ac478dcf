// The team of a partner: columns, adding and removing team members.
import type { Member } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Email', cell: ({ email }) => email },
  {
    title: 'Role',
    cell: ({ role }) => (role === 'owner' ? <Badge tone="info">Owner</Badge> : <Badge>Member</Badge>),
  },
  { title: 'Added', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

/** Without `remove` the list is read-only. */
export const memberColumns = (remove: ((member: Member) => Promise<unknown>) | null): readonly Column<Member>[] =>
  remove
    ? [...COLUMNS, { title: 'Actions', end: true, cell: (member) => <Remove member={member} remove={remove} /> }]
    : COLUMNS

const Remove = ({ member, remove }: { member: Member; remove: (member: Member) => Promise<unknown> }) => (
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
)

const ROLES = [
  { value: 'member', label: 'Member: read-only' },
  { value: 'owner', label: 'Owner: full access' },
]

type NewMember = { email: string; role: Member['role'] }

type AddProps = { add: (member: NewMember) => Promise<unknown>; initialRole?: Member['role'] }

/** `initialRole` is selected first. */
export const AddMember = ({ add, initialRole = 'member' }: AddProps) => (
  <ActionButton
    label="Add team member"
    confirm="Add team member"
    kind="primary"
    small
    text="They need a Freehold account first. Ask them to sign up with this email address."
    send={async (form) => {
      const email = String(form.get('email'))
      await add({ email, role: form.get('role') as Member['role'] })
      return `${email} added.`
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
