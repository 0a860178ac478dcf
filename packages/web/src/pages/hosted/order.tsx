// The buyer's page of one order: receipt, progress, and whether the purchase is in an account.
import type { DocumentKind } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { DOCUMENT_KINDS } from '../../features/documents/document-words.ts'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'

export type OrderProps = {
  /** The URL of the page, also where a form shows it. */
  path: string
  domain: string
  orderId: string
  seller: string
  priceCents: number
  currency: string
  paidAt: string
  /** Masked: the page is for anyone who has the link. */
  buyerEmail: string
  isTest: boolean
  statusText: string
  tone: Tone
  nextStep: string
  /** Oldest first; `ahead` holds the steps that usually follow. */
  done: readonly { title: string; at: string; text: string }[]
  ahead: readonly string[]
  /** `own`: in the reader's account. `link_sent`: the buyer has a claim link that works. `none`: there is nothing to claim. */
  claim: 'own' | 'claimed' | 'link_sent' | 'unclaimed' | 'none'
  /** Where the form that sends the claim link posts to. */
  resendAction: string
  accountPath: string
  documents: readonly { document_id: string; kind: DocumentKind; number: string; href: string }[]
  /** Where the domain goes. Null when there is nothing to choose or to see. */
  delivery: {
    chosen: string | null
    /** The buyer transfers the domain with an auth code. */
    isByCode: boolean
    problem: string | null
    isOpen: boolean
    isCodeReady: boolean
    registrars: readonly { value: string; label: string }[]
    /** From a form that was rejected, to correct. */
    given: { registrar: string; account: string } | null
    action: string
    codeAction: string
    code: string | null
  } | null
  note: { kind: 'paid' } | { kind: 'chosen' } | { kind: 'sent' } | { kind: 'problem'; text: string } | null
}

export const title = ({ domain, note }: OrderProps): string =>
  `${note?.kind === 'problem' ? 'Problem: ' : ''}Order for ${domain} · Freehold`

type NoteProps = Pick<OrderProps, 'note' | 'domain' | 'buyerEmail'> & { isMailOff: boolean }

function PageNote({ note, domain, buyerEmail, isMailOff }: NoteProps) {
  if (note === null) return null
  if (note.kind === 'problem') return <Notice tone="bad">{note.text}</Notice>
  if (note.kind === 'chosen') return <Notice tone="good">We saved where you want to receive the domain.</Notice>
  if (note.kind === 'sent')
    return (
      <Notice tone="good" title="Claim link sent">
        We sent a new claim link to {buyerEmail}. Earlier links no longer work.
      </Notice>
    )
  return (
    <Notice tone="good" title={`You bought ${domain}`}>
      We received your payment{isMailOff ? '' : ` and sent a receipt to ${buyerEmail}`}. Keep the link to this page: it
      is your proof of purchase.
    </Notice>
  )
}

const Receipt = ({ props }: { props: OrderProps }) => (
  <Panel title="Receipt" raised>
    <Facts
      facts={[
        ['Domain', props.domain],
        [
          'Order number',
          <span key="id" className="mono">
            {props.orderId}
          </span>,
        ],
        [
          props.isTest ? 'Amount (test)' : 'Amount paid',
          <Money key="price" cents={props.priceCents} currency={props.currency} exact />,
        ],
        ['Paid on', <DateTime key="at" at={props.paidAt} />],
        ['Seller', props.seller],
        ['Buyer', props.buyerEmail],
      ]}
    />
    {props.documents.length === 0 ? (
      <p className="soft small no-print">Print this page, or save it as a PDF, to keep the receipt.</p>
    ) : (
      <Actions>
        {props.documents.map(({ document_id, kind, number, href }) => (
          <LinkButton key={document_id} kind="plain" href={href}>
            {DOCUMENT_KINDS[kind]} {number} (PDF)
          </LinkButton>
        ))}
      </Actions>
    )}
  </Panel>
)

function Claim({ props, context }: { props: OrderProps; context: PageContext }) {
  const { claim, buyerEmail, resendAction, accountPath } = props
  if (claim === 'none') return null
  if (claim === 'own' || claim === 'claimed')
    return (
      <Panel title="Your account">
        <p>
          {claim === 'own'
            ? 'This purchase is in your account.'
            : 'This purchase belongs to an account. Sign in to that account to manage the domain.'}
        </p>
        <LinkButton kind="plain" href={accountPath}>
          View in account
        </LinkButton>
      </Panel>
    )
  if (context.isMailOff)
    return (
      <Panel title="Claim your purchase">
        <p>
          Add the purchase to an account to manage the domain. This service sends no email.{' '}
          {context.contact === null ? 'Ask the operator' : <a href={context.contact}>Ask the operator</a>} for a claim
          link. Keep the link to this page.
        </p>
      </Panel>
    )
  return (
    <Panel title="Claim your purchase">
      <p>
        Add the purchase to an account to manage the domain.{' '}
        {claim === 'link_sent' ? 'We sent a claim link to' : 'Have a claim link sent to'} {buyerEmail}. The link works
        once, within 30 days.
      </p>
      <form method="post" action={resendAction}>
        <Actions>
          <Button type="submit" kind="plain">
            {claim === 'link_sent' ? 'Send claim link again' : 'Send claim link'}
          </Button>
        </Actions>
      </form>
    </Panel>
  )
}

type DeliveryProps = NonNullable<OrderProps['delivery']>

const AuthCode = ({ code, codeAction }: DeliveryProps) =>
  code === null ? (
    <form method="post" action={codeAction}>
      <p>Your auth code is ready. Enter it at your registrar to transfer the domain.</p>
      <Actions>
        <Button type="submit">Show auth code</Button>
      </Actions>
    </form>
  ) : (
    <>
      <p>
        Auth code: <code className="mono">{code}</code>
      </p>
      <p>Enter it at your registrar to transfer the domain. Do not share it with anyone else.</p>
    </>
  )

const ChooseAccount = ({ registrars, action, chosen, given }: DeliveryProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="method" value="push" />
    <SelectField
      label="Registrar"
      name="registrar"
      hint="The company where your domains are."
      options={[{ value: '', label: 'Choose a registrar' }, ...registrars]}
      defaultValue={given?.registrar ?? ''}
      required
    />
    <TextField
      label="Account"
      name="account"
      hint="Your account name or number there."
      defaultValue={given?.account ?? ''}
      required
      maxLength={100}
      mono
    />
    <Actions>
      <Button type="submit" kind={chosen === null ? 'primary' : 'plain'}>
        Receive domain in this account
      </Button>
    </Actions>
  </form>
)

const ChooseCode = ({ action }: DeliveryProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="method" value="auth_code" />
    <p>Is your registrar not in the list? Get an auth code, and transfer the domain yourself.</p>
    <Actions>
      <Button type="submit" kind="plain">
        Get auth code
      </Button>
    </Actions>
  </form>
)

const ChooseTarget = (of: DeliveryProps) => (
  <>
    {of.chosen === null || of.problem !== null ? null : <p>You can change this until the transfer starts.</p>}
    <ChooseAccount {...of} />
    {of.isByCode && of.problem === null ? null : <ChooseCode {...of} />}
  </>
)

function Delivery({ of }: { of: DeliveryProps }) {
  return (
    <Panel title="Receive your domain">
      {of.problem === null ? null : (
        <Notice tone="bad" title="The registrar rejected the transfer">
          {of.problem}
        </Notice>
      )}
      {of.chosen === null ? <p>Choose where you want to receive the domain.</p> : <p>{of.chosen}</p>}
      {of.isCodeReady ? <AuthCode {...of} /> : null}
      {of.isOpen ? <ChooseTarget {...of} /> : null}
    </Panel>
  )
}

export function Page({ props, context }: { props: OrderProps; context: PageContext }) {
  const { path, domain, isTest, statusText, tone, nextStep, done, ahead } = props
  return (
    <FormFrame context={context} wide>
      <p className="soft">Order</p>
      <h1 className="name" data-page-path={path}>
        {domain}
      </h1>
      <p>
        <Badge tone={tone}>{statusText}</Badge>
      </p>
      <PageNote {...props} isMailOff={context.isMailOff} />
      {isTest ? <Notice tone="warn">This is a test order. No money moved, and no domain changes hands.</Notice> : null}
      <p>{nextStep}</p>
      <div className="two">
        <Receipt props={props} />
        <div className="no-print">
          {props.delivery === null ? null : <Delivery of={props.delivery} />}
          <Claim props={props} context={context} />
          <Panel title="Progress">
            <Timeline
              steps={[
                ...done.map((step, index) => ({
                  ...step,
                  state: ahead.length > 0 && index === done.length - 1 ? ('now' as const) : ('done' as const),
                })),
                ...ahead.map((text) => ({ title: text, state: 'ahead' as const })),
              ]}
            />
          </Panel>
        </div>
      </div>
      <p className="soft small no-print">Anyone with this link can see this page. Do not share it.</p>
    </FormFrame>
  )
}
