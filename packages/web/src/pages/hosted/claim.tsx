// Claiming a purchase: for the account that is signed in, or for a new one with the buyer's email address.
import type { PageContext } from '../../context.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'

export type ClaimProps = {
  domain: string
  orderId: string
  priceCents: number
  currency: string
  isDelivered: boolean
  /** Where claiming for the account that is signed in posts to. */
  action: string
  signUpAction: string
  signInPath: string
  buyerEmail: string
  /** Who is signed in. */
  person: { email: string; isConfirmed: boolean } | null
  problem: string | null
  passwordLengthMin: number
}

export const title = ({ domain, problem }: ClaimProps): string =>
  `${problem === null ? '' : 'Problem: '}Claim ${domain} · Freehold`

const AddToAccount = ({ action, email, signInPath }: { action: string; email: string; signInPath: string }) => (
  <Panel title="Add to your account" raised>
    <p>
      You are signed in as <strong>{email}</strong>.
    </p>
    <form method="post" action={action}>
      <Button type="submit" wide>
        Add to my account
      </Button>
    </form>
    <p className="soft small">
      <a href={signInPath}>Use another account</a>
    </p>
  </Panel>
)

const NewAccount = ({ signUpAction, signInPath, buyerEmail, passwordLengthMin }: ClaimProps) => (
  <>
    <Panel title="Create an account" raised>
      <form method="post" action={signUpAction}>
        <TextField
          label="Email"
          type="email"
          name="email"
          defaultValue={buyerEmail}
          autoComplete="username"
          readOnly
          hint="The email address used at checkout. This link confirms it."
        />
        <TextField
          label="Choose a password"
          type="password"
          name="password"
          autoComplete="new-password"
          minLength={passwordLengthMin}
          hint={`At least ${passwordLengthMin} characters. Common passwords are rejected.`}
          required
        />
        <Button type="submit" wide>
          Create account and claim
        </Button>
      </form>
    </Panel>
    <Panel title="Already have an account?">
      <p>Sign in to add the purchase. The account can have another email address.</p>
      <LinkButton kind="plain" href={signInPath}>
        Sign in
      </LinkButton>
    </Panel>
  </>
)

export function Page({ props, context }: { props: ClaimProps; context: PageContext }) {
  const { domain, orderId, priceCents, currency, isDelivered, person, problem } = props
  return (
    <FormFrame context={context}>
      <p className="soft">Claim your purchase</p>
      <h1 className="name">{domain}</h1>
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
      <p>
        Claiming adds the purchase to one account. Only that account can manage the domain.{' '}
        {isDelivered
          ? 'The domain has been delivered and appears in the account immediately.'
          : 'The domain appears in the account when the transfer is complete.'}
      </p>
      <Facts
        facts={[
          [
            'Order number',
            <span key="id" className="mono">
              {orderId}
            </span>,
          ],
          ['Amount paid', <Money key="price" cents={priceCents} currency={currency} exact />],
        ]}
      />
      {person !== null && !person.isConfirmed ? (
        <Notice tone="warn">
          You are signed in as {person.email}. That email address is not confirmed, so the account cannot own a purchase
          yet.
        </Notice>
      ) : null}
      {person?.isConfirmed ? (
        <AddToAccount action={props.action} email={person.email} signInPath={props.signInPath} />
      ) : (
        <NewAccount {...props} />
      )}
    </FormFrame>
  )
}
