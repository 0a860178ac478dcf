// The second step of a sign-in: a code of the authenticator app, a passkey or a recovery code.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasskeyForm } from '../../ui/passkey-form.tsx'

export type SecondStepProps = {
  /** Where the person is redirected afterwards, on this site. */
  next: string
  note: { tone: 'good' | 'bad'; text: string } | null
  hasTotp: boolean
  /** Options for the browser's passkey prompt; null if the account has none. */
  passkey: object | null
}

export const title = (): string => 'Confirm it is you · Freehold'

const ACTION = '/sign-in/verify'

function AppForm({ next }: { next: string }) {
  return (
    <form method="post" action={ACTION}>
      <input type="hidden" name="next" value={next} />
      <TextField
        label="Code"
        name="code"
        hint="The six digits that your authenticator app shows."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        mono
        required
      />
      <Button type="submit" wide>
        Verify code
      </Button>
    </form>
  )
}

function RecoveryForm({ next }: { next: string }) {
  return (
    <form method="post" action={ACTION}>
      <input type="hidden" name="next" value={next} />
      <TextField
        label="Recovery code"
        name="code"
        hint="One of the codes you saved. Each works once."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        mono
        required
      />
      <Button type="submit" kind="plain" wide>
        Use recovery code
      </Button>
    </form>
  )
}

export function Page({ props, context }: { props: SecondStepProps; context: PageContext }) {
  const { next, note, hasTotp, passkey } = props
  return (
    <FormFrame context={context}>
      <Panel raised>
        <h1>Confirm it is you</h1>
        {note ? <Notice tone={note.tone}>{note.text}</Notice> : null}
        {hasTotp ? <AppForm next={next} /> : null}
        {passkey ? <PasskeyForm action={ACTION} next={next} request={passkey} label="Use a passkey" /> : null}
        <details className="second-step__more" open={!hasTotp && !passkey}>
          <summary>Use a recovery code</summary>
          <RecoveryForm next={next} />
        </details>
      </Panel>
      <p className="soft">
        <a href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in with another account</a>
      </p>
    </FormFrame>
  )
}
