// The way in for somebody who belongs to no partner yet: a name, and the sandbox is theirs.
import { TextField } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

export const StartPartner = ({ start }: { start: (name: string) => Promise<unknown> }) => (
  <Panel raised title="Your company">
    <Form
      submit="Start in the sandbox"
      send={async (form) => {
        await start(textOf(form, 'name') ?? '')
        return undefined
      }}
    >
      {(problemOf) => (
        <TextField
          label="Company name"
          name="name"
          hint="As your customers know it. You can start right away; live access comes later."
          required
          maxLength={200}
          autoComplete="organization"
          error={problemOf('name')}
        />
      )}
    </Form>
  </Panel>
)
