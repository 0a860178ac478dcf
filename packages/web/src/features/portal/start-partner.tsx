// The form for a person without a partner account.
import { TextField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

export const StartPartner = ({ start }: { start: (name: string) => Promise<unknown> }) => (
  <Panel raised title="Your company">
    <Form
      submit="Create partner account"
      send={async (form) => {
        await start(readText(form, 'name') ?? '')
        return undefined
      }}
    >
      {(getFieldError) => (
        <TextField
          label="Company name"
          name="name"
          hint="The name your customers know. You start in the sandbox and apply for live access later."
          required
          maxLength={200}
          autoComplete="organization"
          error={getFieldError('name')}
        />
      )}
    </Form>
  </Panel>
)
