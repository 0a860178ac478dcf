// Starting one more partner, for somebody who belongs to one already.
import { ActionButton } from '../../ui/action.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'

export const AnotherPartner = ({ start }: { start: (name: string) => Promise<unknown> }) => (
  <ActionButton
    small
    label="Start another partner"
    confirm="Start in the sandbox"
    text="A partner of its own, with its own orders, keys and people. You become its owner and choose above the menu which one you see."
    send={async (form) => {
      await start(textOf(form, 'name') ?? '')
      return undefined
    }}
  >
    {(problemOf) => (
      <TextField
        label="Company name"
        name="name"
        required
        maxLength={200}
        autoComplete="organization"
        error={problemOf('name')}
      />
    )}
  </ActionButton>
)
