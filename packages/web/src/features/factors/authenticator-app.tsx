// The authenticator app: setting it up with a QR code and a first code, and removing it.
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Failure } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Setup = { secret: string; qr_svg: string }

/** In groups of four, as it is typed. */
const groupSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function SetupDialog({
  setup,
  onClose,
  onCodes,
}: {
  setup: Setup
  onClose: () => void
  onCodes: (codes: string[]) => void
}) {
  const call = useCall()
  return (
    <Dialog title="Set up an authenticator app" open onClose={onClose}>
      <p>Scan this QR code with your authenticator app, then enter the code that the app shows.</p>
      <img className="qr-code" alt="QR code" src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`} />
      <p className="small">You cannot scan it? Enter this key in the app:</p>
      <p>
        <Copyable text={groupSecret(setup.secret)} label="the key" />
      </p>
      <Form
        submit="Turn on"
        send={async (form) => {
          const code = String(form.get('code') ?? '')
          onCodes((await call('POST /api/account/totp/confirm', { body: { code } })).recovery_codes)
          return 'The authenticator app is on.'
        }}
        onDone={onClose}
        onCancel={onClose}
      >
        {(getFieldError) => (
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            mono
            required
            error={getFieldError('code')}
          />
        )}
      </Form>
    </Dialog>
  )
}

export function AuthenticatorApp({
  enabledAt,
  onCodes,
}: {
  enabledAt: string | null
  onCodes: (codes: string[]) => void
}) {
  const call = useCall()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const start = (): void => {
    setFailure(null)
    call('POST /api/account/totp', {}).then(setSetup, setFailure)
  }
  return (
    <Panel title="Authenticator app" aside={enabledAt ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}>
      {enabledAt ? (
        <>
          <p className="soft">
            Added <DateTime at={enabledAt} precision="day" />. After your password, we ask for a code of the app.
          </p>
          <ActionButton
            label="Remove app"
            kind="danger"
            small
            title="Remove the authenticator app"
            text="You no longer need a code of this app to sign in."
            send={async () => {
              await call('DELETE /api/account/totp', {})
              return 'The authenticator app was removed.'
            }}
          />
        </>
      ) : (
        <>
          <p className="soft">An app on your phone shows a code that you enter after your password.</p>
          <Button small onClick={start}>
            Set up app
          </Button>
          {failure ? <Failure error={failure} /> : null}
        </>
      )}
      {setup ? <SetupDialog setup={setup} onClose={() => setSetup(null)} onCodes={onCodes} /> : null}
    </Panel>
  )
}
