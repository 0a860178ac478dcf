// The sign-in and sign-up forms.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
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
  /** False: accounts are created by invitation only. */
  canSignUp: boolean
  /** Operators can sign in at their identity provider. */
  hasSso: boolean
}

const TITLES = { 'sign-in': 'Sign in', 'sign-up': 'Create an account' }
const BUTTONS = { 'sign-in': 'Sign in', 'sign-up': 'Create account' }

export const title = ({ kind }: SignInProps): string => `${TITLES[kind]} · Freehold`

const withNext = (path: string, next: string): string =>
  next === '' ? path : `${path}?next=${encodeURIComponent(next)}`

const CredentialsForm = ({ kind, next, email, passwordLengthMin, passkey }: SignInProps) => (
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
      autoComplete={kind === 'sign-up' ? 'new-password' : 'current-password'}
      {...(kind === 'sign-up'
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
)

const Closed = () => <p>This marketplace does not accept new accounts. Ask its operator for an invitation.</p>

export function Page({ props, context }: { props: SignInProps; context: PageContext }) {
  const { kind, next, note, canSignUp, hasSso, passkey } = props
  const isNew = kind === 'sign-up'
  const other = isNew ? 'sign-in' : 'sign-up'
  return (
    <FormFrame context={context}>
      <Panel raised>
        <h1>{TITLES[kind]}</h1>
        {note ? <Notice tone={note.tone}>{note.text}</Notice> : null}
        {isNew && !canSignUp ? <Closed /> : <CredentialsForm {...props} />}
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
        {hasSso && !isNew ? (
          <>
            <hr />
            <LinkButton kind="plain" wide href={withNext('/sign-in/sso', next)}>
              Sign in with SSO
            </LinkButton>
          </>
        ) : null}
      </Panel>
      {isNew || canSignUp ? (
        <p className="soft">
          {isNew ? 'Already have an account? ' : 'No account yet? '}
          <a href={withNext(`/${other}`, next)}>{BUTTONS[other]}</a>
        </p>
      ) : null}
      {isNew ? null : (
        <p className="soft">
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      )}
      {isNew && canSignUp ? (
        <p className="soft small">
          We send a link to your email address. Bought a domain without an account? Follow the claim link in your
          receipt.
        </p>
      ) : null}
    </FormFrame>
  )
}
