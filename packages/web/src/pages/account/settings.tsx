// The account itself: its address, and a new password.
import { useCall } from '../../api/hooks.ts'
import type { Person } from '../../context.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'

export function SettingsPage({ person }: { person: Person }) {
  const call = useCall()

  async function send(form: FormData): Promise<string> {
    const text = (name: string): string => String(form.get(name) ?? '')
    await call('POST /api/account/password', {
      body: { current_password: text('current_password'), new_password: text('new_password') },
    })
    return 'Your password is changed. Other devices are signed out.'
  }

  return (
    <>
      <PageHead title="Settings" />
      <Panel title="Account">
        <Facts facts={[['E-mail', person.email]]} />
      </Panel>
      <Panel title="Password">
        <div className="form-column">
          <Form submit="Change password" send={send}>
            {(problemOf) => (
              <>
                <TextField
                  label="Current password"
                  type="password"
                  name="current_password"
                  autoComplete="current-password"
                  required
                  error={problemOf('current_password')}
                />
                <TextField
                  label="New password"
                  type="password"
                  name="new_password"
                  autoComplete="new-password"
                  hint="12 to 128 characters. A common password is not accepted."
                  required
                  error={problemOf('new_password')}
                />
              </>
            )}
          </Form>
        </div>
      </Panel>
    </>
  )
}
