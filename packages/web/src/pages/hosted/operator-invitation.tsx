// An invitation to operate the marketplace: accept it, choose a password for it, or sign in first.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export type OperatorInvitationProps = {
  step: 'accept' | 'choose_password' | 'sign_in' | 'other_account'
  path: string
  email: string
  role: string
  roleText: string
  invitedBy: string
  expiresAt: string
  /** The email address has no account yet. */
  isNew: boolean
  signedInAs: string | null
  passwordLengthMin: number
  problem: string | null
}

export const title = (): string => 'Operator invitation · Freehold'

const ChoosePassword = ({ path, email, isNew, passwordLengthMin }: OperatorInvitationProps) => (
  <form method="post" action={path}>
    <p>
      {isNew
        ? 'Choose a password to create your account.'
        : 'Your account has never confirmed its email address. Choose a new password. This ends all its sessions.'}
    </p>
    <TextField label="Email" type="email" value={email} autoComplete="username" readOnly />
    <TextField
      label="Password"
      type="password"
      name="password"
      autoComplete="new-password"
      minLength={passwordLengthMin}
      hint={`At least ${passwordLengthMin} characters. Common passwords are rejected.`}
      required
    />
    <Button type="submit" wide>
      {isNew ? 'Create account and accept' : 'Set password and accept'}
    </Button>
  </form>
)

const Accept = ({ path, email }: OperatorInvitationProps) => (
  <form method="post" action={path}>
    <p>You are signed in as {email}.</p>
    <Button type="submit" wide>
      Accept invitation
    </Button>
  </form>
)

const SignInFirst = ({ path, email }: OperatorInvitationProps) => (
  <>
    <p>{email} has an account. Sign in to accept.</p>
    <LinkButton wide href={`/sign-in?next=${encodeURIComponent(path)}`}>
      Sign in
    </LinkButton>
  </>
)

const OtherAccount = ({ email, signedInAs }: OperatorInvitationProps) => (
  <form method="post" action="/sign-out">
    <Notice tone="warn">
      You are signed in as {signedInAs}. This invitation is for {email}. Sign out, then open the link again.
    </Notice>
    <Button type="submit" wide>
      Sign out
    </Button>
  </form>
)

const STEPS = {
  accept: Accept,
  choose_password: ChoosePassword,
  sign_in: SignInFirst,
  other_account: OtherAccount,
}

export function Page({ props, context }: { props: OperatorInvitationProps; context: PageContext }) {
  const Step = STEPS[props.step]
  return (
    <FormFrame context={context}>
      <Panel raised>
        <h1>Operate this marketplace</h1>
        <p>
          {props.invitedBy} invited <strong>{props.email}</strong> as an operator with the role{' '}
          <strong>{props.role}</strong> ({props.roleText}).
        </p>
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        <Step {...props} />
      </Panel>
      <p className="soft small">
        Valid until <DateTime at={props.expiresAt} />.
      </p>
    </FormFrame>
  )
}
