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

/** An account with a second factor that this session has not proved needs a code. */
const PROOFS = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', submit: 'Confirm password' },
  code: { label: 'Code', type: 'text', autoComplete: 'one-time-code', submit: 'Confirm code' },
} as const

/** Mounted once for each workplace. Several calls that wait share one dialog. */
export function Reauthentication() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [proof, setProof] = useState<keyof typeof PROOFS>('password')
  useEffect(() => {
    let open: Asked | null = null
    onReauthentication(() => {
      open ??= ask()
      const { promise } = open
      setAsked(open)
      call('POST /api/account/reauthenticate/options', {}).then(
        (ways) => setProof(ways.password ? 'password' : 'code'),
        () => setProof('password'),
      )
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
    await call('POST /api/account/reauthenticate', { body: { [proof]: String(form.get(proof) ?? '') } })
  }

  const { label, submit, autoComplete, type } = PROOFS[proof]
  return (
    <Dialog title="Confirm that it is you" open={asked !== null} onClose={() => finish(false)}>
      <p>This operation requires a recent sign-in.</p>
      <Form submit={submit} send={send} onDone={() => finish(true)} onCancel={() => finish(false)}>
        {(getFieldError) => (
          <TextField
            key={proof}
            label={label}
            type={type}
            name={proof}
            autoComplete={autoComplete}
            required
            error={getFieldError(proof)}
          />
        )}
      </Form>
    </Dialog>
  )
}
