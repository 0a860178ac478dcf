// From nothing to a signed request: sandbox keys at once, what to build next, how to connect an agent.
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CodeBlock, Copyable } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

export type DevelopersProps = {
  baseUrl: string
  passwordLengthMin: number
  /** What was filled in when it was refused. */
  company: string
  email: string
  problem: string | null
}

export const title = (): string => 'Developers · Freehold'
export const description = (): string =>
  'Sandbox keys at once, a signed request within a minute: sell domain names from your own shop.'

const NEXT = [
  ['/docs#domains.search', 'Search the inventory', 'Up to five names that mean what your customer typed.'],
  [
    '/docs#quotes.create',
    'Quote and order',
    'A firm price for ten minutes, then an order that can be sent twice safely.',
  ],
  ['/docs#checkout_sessions.create', 'Hosted checkout', 'We take the payment; you earn a commission on the sale.'],
  ['/docs#webhooks.register', 'Webhooks', 'Signed events for every order, tried again until you answer.'],
  ['/docs#oauth.register', 'OAuth', 'Act for a person: real prices, and the names that they own.'],
  ['/docs#sandbox.clock.advance', 'Sandbox tools', 'Move your own clock, pay a checkout, complete a transfer.'],
] as const

function StartForm({ props, context }: { props: DevelopersProps; context: PageContext }) {
  const { person } = context
  return (
    <form method="post" action="/developers/start">
      <TextField
        label="Company or project"
        name="company"
        autoComplete="organization"
        defaultValue={props.company}
        maxLength={200}
        required
      />
      {person ? (
        <p className="soft small">You are signed in as {person.email}.</p>
      ) : (
        <>
          <TextField
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            defaultValue={props.email}
            maxLength={254}
            required
          />
          <TextField
            label="Password"
            type="password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${props.passwordLengthMin} characters for a new account, or the password of the account you have.`}
            required
          />
        </>
      )}
      <Button type="submit" wide>
        Get sandbox keys
      </Button>
    </form>
  )
}

const WhatNext = () => (
  <section className="band">
    <h2>What to build next</h2>
    <ul className="way-cards">
      {NEXT.map(([href, name, text]) => (
        <li key={href} className="way-card">
          <a href={href}>{name}</a>
          <p className="soft small">{text}</p>
        </li>
      ))}
    </ul>
    <p>
      The <a href="/docs">API reference</a> describes every operation and sends requests from the page. Programs read{' '}
      <a href="/openapi.json">openapi.json</a>.
    </p>
  </section>
)

const Agents = ({ baseUrl }: { baseUrl: string }) => (
  <section className="band" id="agents">
    <h2>Connect an agent</h2>
    <p>
      Agents search names, read registrations, prices and the market over the Model Context Protocol, without an
      account. Paste this address where your agent asks for a server:
    </p>
    <Copyable text={`${baseUrl}/mcp`} label="the address" />
  </section>
)

const PublicApi = ({ baseUrl }: { baseUrl: string }) => (
  <section className="band">
    <h2>No key needed</h2>
    <p>The public API answers anybody, sixty reads a minute by default:</p>
    <CodeBlock label="A request to the public API">
      {`curl '${baseUrl}/api/domain/search' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"q":"quickwheels"}'`}
    </CodeBlock>
  </section>
)

export const Page = ({ props, context }: { props: DevelopersProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title="Sell names from your own shop" text="Sandbox keys at once, a signed request within a minute." />
    <div className="two">
      <div>
        <h2>How it goes</h2>
        <ol className="steps">
          <li>
            <strong>Get keys.</strong> A key id and a secret for the sandbox, with every scope, and no waiting.
          </li>
          <li>
            <strong>Send the first request.</strong> We show a command with your key in it; paste it into a shell.
          </li>
          <li>
            <strong>Build.</strong> The sandbox has its own inventory and a clock of your own; nothing in it costs
            money.
          </li>
          <li>
            <strong>Go live.</strong> Apply in the <a href="/portal">partner portal</a>; an operator looks at it, and
            live keys are yours.
          </li>
        </ol>
        <LinkButton kind="plain" href="/portal">
          Apply for live access
        </LinkButton>
      </div>
      <Panel title="Start in the sandbox" raised>
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        <StartForm props={props} context={context} />
      </Panel>
    </div>
    <WhatNext />
    <Agents baseUrl={props.baseUrl} />
    <PublicApi baseUrl={props.baseUrl} />
  </SiteFrame>
)
