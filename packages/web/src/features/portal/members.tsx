// The people of a partner: who they are, what they may do, adding and removing them.
import type { Member } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import type { Column } from '../../ui/table.tsx'

const COLUMNS: readonly Column<Member>[] = [
  { title: 'E-mail', cell: ({ email }) => email },
  {
    title: 'Role',
    cell: ({ role }) => (role === 'owner' ? <Badge tone="info">Owner</Badge> : <Badge>Member</Badge>),
  },
  { title: 'Since', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

/** Without `remove` the people can only be read. */
export const memberColumns = (remove: ((member: Member) => Promise<unknown>) | null): readonly Column<Member>[] =>
  remove
    ? [...COLUMNS, { title: 'Change', end: true, cell: (member) => <Remove member={member} remove={remove} /> }]
    : COLUMNS

const Remove = ({ member, remove }: { member: Member; remove: (member: Member) => Promise<unknown> }) => (
  <ActionButton
    small
    kind="danger"
    label="Remove"
    of={member.email}
    title={`Remove ${member.email}`}
    text="They can no longer see or change anything of this partner. Their account stays."
    send={async () => {
      await remove(member)
      return `${member.email} is removed.`
    }}
  />
)

const ROLES = [
  { value: 'member', label: 'Member: looks' },
  { value: 'owner', label: 'Owner: looks and changes' },
]

type NewMember = { email: string; role: Member['role'] }

export const AddMember = ({ add }: { add: (member: NewMember) => Promise<unknown> }) => (
  <ActionButton
    label="Add a person"
    confirm="Add"
    kind="primary"
    text="They need an account here first: ask them to sign up with this address."
    send={async (form) => {
      const email = String(form.get('email'))
      await add({ email, role: form.get('role') as Member['role'] })
      return `${email} is added.`
    }}
  >
    {(problemOf) => (
      <FieldRow>
        <TextField label="E-mail address" name="email" type="email" required error={problemOf('email')} />
        <SelectField label="Role" name="role" options={ROLES} />
      </FieldRow>
    )}
  </ActionButton>
)
