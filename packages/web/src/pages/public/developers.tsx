// The developers' page: sandbox keys, what to build next, connecting an agent.
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
  /** False: the operator creates partners. */
  canStart: boolean
}

export const title = (): string => 'Developers · Freehold'
export const description = (): string =>
  'Sell domains from your own shop. Get sandbox keys and send your first signed request in a minute.'

const NEXT = [
  [
    '/docs/api/partner/domains#domains.search',
    'Search the inventory',
    'Up to five domains that match what your customer typed, by meaning.',
  ],
  [
    '/docs/api/partner/quotes#quotes.create',
    'Quote and order',
    'A price that is guaranteed for ten minutes, then an order you can retry safely.',
  ],
  [
    '/docs/api/partner/checkout-sessions#checkout_sessions.create',
    'Hosted checkout',
    'We collect the payment. You earn a commission on the sale.',
  ],
  [
    '/docs/api/partner/webhooks#webhooks.register',
    'Webhooks',
    'Signed events for every order, retried until your endpoint accepts them.',
  ],
  [
    '/docs/api/oauth/general#oauth.register',
    'OAuth',
    'Act for a signed-in person: manage the domains they own and see prices in domain search.',
  ],
  [
    '/docs/api/partner/sandbox#sandbox.clock.advance',
    'Sandbox tools',
    'Advance your sandbox clock, pay a checkout, complete a transfer.',
  ],
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
            label="Email"
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
            hint={`New account: at least ${props.passwordLengthMin} characters. Existing account: your current password.`}
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
      The <a href="/docs">API reference</a> documents every operation and lets you send requests from the page. The
      OpenAPI documents are <a href="/openapi.json">openapi.json</a> and, for operators of a service,{' '}
      <a href="/openapi-operator.json">openapi-operator.json</a>.
    </p>
  </section>
)

const Agents = ({ baseUrl }: { baseUrl: string }) => (
  <section className="band" id="agents">
    <h2>Connect an agent</h2>
    <p>
      Agents can search domains, look up registrations and prices, and browse the market over the Model Context Protocol
      (MCP). They do not need an account. Add this MCP server URL to your agent:
    </p>
    <Copyable text={`${baseUrl}/mcp`} label="the MCP server URL" />
  </section>
)

const PublicApi = ({ baseUrl }: { baseUrl: string }) => (
  <section className="band">
    <h2>No key needed</h2>
    <p>Anyone can call the public API. The default limit is 60 reads a minute for each IP address:</p>
    <CodeBlock label="A request to the public API">
      {`curl '${baseUrl}/api/domain/search' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"q":"quickwheels"}'`}
    </CodeBlock>
  </section>
)

export const Page = ({ props, context }: { props: DevelopersProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead
      title="Sell domains from your own shop"
      text="Get sandbox keys and send your first signed request in a minute."
    />
    <div className="two">
      <div>
        <h2>How it works</h2>
        <ol className="steps">
          <li>
            <strong>Get keys.</strong> You get a sandbox key ID and secret with every scope, immediately.
          </li>
          <li>
            <strong>Send your first request.</strong> Paste the command we show you into a shell.
          </li>
          <li>
            <strong>Build.</strong> The sandbox has test inventory and a clock that you control. No money moves.
          </li>
          <li>
            <strong>Go live.</strong> Apply in the <a href="/portal">partner portal</a>. Once an operator approves you,
            you can create live keys.
          </li>
        </ol>
        <LinkButton kind="plain" href="/portal">
          Apply for live access
        </LinkButton>
      </div>
      <Panel title="Start in the sandbox" raised>
        {props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
        {props.canStart ? (
          <StartForm props={props} context={context} />
        ) : (
          <p>This marketplace does not accept new partners on its own. Ask its operator for an invitation.</p>
        )}
      </Panel>
    </div>
    <WhatNext />
    <Agents baseUrl={props.baseUrl} />
    <PublicApi baseUrl={props.baseUrl} />
  </SiteFrame>
)
