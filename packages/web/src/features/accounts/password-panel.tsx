// Changes the password.
import { useCall } from '../../api/hooks.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PasswordPanel() {
  const call = useCall()

  async function send(form: FormData): Promise<string> {
    const text = (name: string): string => String(form.get(name) ?? '')
    await call('POST /api/account/password', {
      body: { current_password: text('current_password'), new_password: text('new_password') },
    })
    return 'Password changed. You are signed out on all other devices.'
  }

  return (
    <Panel title="Password">
      <p className="soft">A new password signs you out on all other devices and disconnects all applications.</p>
      <div className="form-column">
        <Form submit="Change password" send={send}>
          {(getFieldError) => (
            <>
              <TextField
                label="Current password"
                type="password"
                name="current_password"
                autoComplete="current-password"
                required
                error={getFieldError('current_password')}
              />
              <TextField
                label="New password"
                type="password"
                name="new_password"
                autoComplete="new-password"
                hint="At least 12 characters. Common passwords are rejected."
                required
                error={getFieldError('new_password')}
              />
            </>
          )}
        </Form>
      </div>
    </Panel>
  )
}
