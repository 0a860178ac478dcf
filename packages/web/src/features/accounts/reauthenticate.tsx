// The dialog that appears when a call needs a recent sign-in. The call is sent again afterwards.
import { useEffect, useState } from 'react'
import { call, onReauthentication } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

type Asked = { promise: Promise<boolean>; resolve: (isDone: boolean) => void }

function ask(): Asked {
  let resolve: Asked['resolve'] = () => {}
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Mounted once for each workplace. Several calls that wait share one dialog. */
export function Reauthentication() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    let open: Asked | null = null
    onReauthentication(() => {
      open ??= ask()
      const { promise } = open
      setAsked(open)
      return promise.finally(() => {
        open = null
      })
    })
    return () => onReauthentication(async () => false)
  }, [])

  function finish(isDone: boolean): void {
    asked?.resolve(isDone)
    setAsked(null)
  }

  async function send(form: FormData): Promise<undefined> {
    await call('POST /api/account/reauthenticate', { body: { password: String(form.get('password') ?? '') } })
  }

  return (
    <Dialog title="Confirm your password" open={asked !== null} onClose={() => finish(false)}>
      <p>This operation requires a recent sign-in.</p>
      <Form submit="Confirm password" send={send} onDone={() => finish(true)} onCancel={() => finish(false)}>
        {(getFieldError) => (
          <TextField
            label="Password"
            type="password"
            name="password"
            autoComplete="current-password"
            required
            error={getFieldError('password')}
          />
        )}
      </Form>
    </Dialog>
  )
}
