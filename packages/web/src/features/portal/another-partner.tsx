// Creating another partner account, for a person who already belongs to one.
import { ActionButton } from '../../ui/action.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'

export const AnotherPartner = ({ start }: { start: (name: string) => Promise<unknown> }) => (
  <ActionButton
    small
    label="Create another partner"
    confirm="Create partner"
    text="A separate partner account with its own orders, keys and team. You become its owner. Use the selector above the menu to switch between partners."
    send={async (form) => {
      await start(readText(form, 'name') ?? '')
      return undefined
    }}
  >
    {(getFieldError) => (
      <TextField
        label="Company name"
        name="name"
        required
        maxLength={200}
        autoComplete="organization"
        error={getFieldError('name')}
      />
    )}
  </ActionButton>
)
