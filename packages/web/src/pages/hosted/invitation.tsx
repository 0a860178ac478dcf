// An invitation to a partner's team: who invites, and how to join.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'

export type InvitationProps = {
  /** The page's own path, where its forms are sent. */
  path: string
  partner: string
  role: string
  inviter: string
  /** The invited address. */
  email: string
  expiresAt: string
  /** `invited`: signed in with the invited, confirmed address. */
  visitor: { email: string; state: 'invited' | 'unconfirmed' | 'other' } | null
  problem: string | null
  passwordLengthMin: number
}

export const title = ({ partner }: InvitationProps): string => `Join ${partner} · Freehold`

export function Page({ props, context }: { props: InvitationProps; context: PageContext }) {
  const { partner, role, inviter, email, expiresAt, problem } = props
  return (
    <FormFrame context={context}>
      <Panel raised>
        <h1>Join {partner}</h1>
        <p>{inviter} invited you to the partner’s team on Freehold.</p>
        <Facts
          facts={[
            ['Partner', partner],
            ['Your role', role],
            ['Invited email address', email],
            ['Valid until', <DateTime key="until" at={expiresAt} precision="day" />],
          ]}
        />
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        <Choice {...props} />
      </Panel>
    </FormFrame>
  )
}

function Choice(props: InvitationProps) {
  const { visitor } = props
  if (visitor?.state === 'invited') return <Join {...props} />
  if (visitor?.state === 'other') return <Switch {...props} signedInAs={visitor.email} />
  return <Enter {...props} />
}

const Join = ({ path, email }: InvitationProps) => (
  <form method="post" action={path}>
    <p>You are signed in as {email}.</p>
    <Button type="submit" name="action" value="join" wide>
      Join team
    </Button>
  </form>
)

const Switch = ({ path, email, signedInAs }: InvitationProps & { signedInAs: string }) => (
  <form method="post" action={path}>
    <Notice tone="warn" title={`You are signed in as ${signedInAs}`}>
      This invitation is for {email}. Sign out to continue with that email address.
    </Notice>
    <Button type="submit" name="action" value="switch" wide>
      Sign out and continue
    </Button>
  </form>
)

/** The same for everyone: the page must not say whether the address has an account. */
const Enter = ({ path, email, visitor, passwordLengthMin }: InvitationProps) => (
  <>
    {visitor ? (
      <Notice tone="warn">
        The email address of your account is not confirmed yet. Choose a new password to confirm it and join.
      </Notice>
    ) : null}
    <form method="post" action={path}>
      <h2>{visitor ? 'Choose a new password' : 'Create an account'}</h2>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        minLength={passwordLengthMin}
        hint={`For ${email}. At least ${passwordLengthMin} characters. Common passwords are rejected.`}
        required
      />
      <Button type="submit" name="action" value="create_account" wide>
        {visitor ? 'Choose password and join' : 'Create account and join'}
      </Button>
    </form>
    {visitor ? null : (
      <div className="other-choice">
        <h2>Already have an account?</h2>
        <p>Sign in with {email}, then join the team.</p>
        <p>
          <LinkButton kind="plain" wide href={`/sign-in?next=${encodeURIComponent(path)}`}>
            Sign in
          </LinkButton>
        </p>
      </div>
    )}
  </>
)
