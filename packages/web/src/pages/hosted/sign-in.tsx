// The sign-in and sign-up forms.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasskeyForm } from '../../ui/passkey-form.tsx'

export type SignInProps = {
  kind: 'sign-in' | 'sign-up'
  /** Where the person is redirected afterwards, on this site; empty: where they belong. */
  next: string
  email: string
  note: { tone: 'good' | 'bad'; text: string } | null
  passwordLengthMin: number
  /** Options for the browser's passkey prompt; null if passkeys are not available here. */
  passkey: object | null
}

const TITLES = { 'sign-in': 'Sign in', 'sign-up': 'Create an account' }
const BUTTONS = { 'sign-in': 'Sign in', 'sign-up': 'Create account' }

export const title = ({ kind }: SignInProps): string => `${TITLES[kind]} · Freehold`

export function Page({ props, context }: { props: SignInProps; context: PageContext }) {
  const { kind, next, email, note, passwordLengthMin, passkey } = props
  const isNew = kind === 'sign-up'
  const other = isNew ? 'sign-in' : 'sign-up'
  return (
    <FormFrame context={context}>
      <Panel raised>
        <h1>{TITLES[kind]}</h1>
        {note ? <Notice tone={note.tone}>{note.text}</Notice> : null}
        <form method="post" action={`/${kind}`}>
          <input type="hidden" name="next" value={next} />
          <TextField
            label="Email"
            type="email"
            name="email"
            defaultValue={email}
            autoComplete={passkey ? 'username webauthn' : 'username'}
            required
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            {...(isNew
              ? {
                  minLength: passwordLengthMin,
                  hint: `At least ${passwordLengthMin} characters. Common passwords are rejected.`,
                }
              : {})}
            required
          />
          <Button type="submit" wide>
            {BUTTONS[kind]}
          </Button>
        </form>
        {passkey ? (
          // After a rejection nothing is suggested: the browser could offer the same passkey again without being asked.
          <PasskeyForm
            action="/sign-in/passkey"
            next={next}
            request={passkey}
            label="Use a passkey"
            autofill={note?.tone !== 'bad'}
          />
        ) : null}
      </Panel>
      <p className="soft">
        {isNew ? 'Already have an account? ' : 'No account yet? '}
        <a href={next === '' ? `/${other}` : `/${other}?next=${encodeURIComponent(next)}`}>{BUTTONS[other]}</a>
      </p>
      {isNew ? null : (
        <p className="soft">
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      )}
      {isNew ? (
        <p className="soft small">
          We send a link to your email address. Bought a domain without an account? Follow the claim link in your
          receipt.
        </p>
      ) : null}
    </FormFrame>
  )
}
