// WHOIS lookup: who registered a domain, when, and until when.
import type { MarketMatch, Whois } from '@freehold/sdk/types'
import { call } from '../../api/client.ts'
import { useQuestion } from '../../api/use-question.ts'
import type { PageContext } from '../../context.ts'
import { WhoisFacts } from '../../features/registry/whois-facts.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Failure, Loading, Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'

export type WhoisProps = {
  /** As typed. */
  asked: string
  /** The normalized domain; null when the input is empty or invalid. */
  domain: string | null
  /** Null when the browser fetches it. */
  record: Whois | null
  /** With its price on the market; null when the domain is not for sale. */
  listed: MarketMatch | null
  problem: string | null
}

export const title = ({ domain }: WhoisProps): string =>
  domain === null ? 'WHOIS lookup · Freehold' : `WHOIS record of ${domain} · Freehold`
export const description = (): string => 'Look up the registrar, registration date and expiry date of a domain.'

type Listed = WhoisProps['listed']

function Way({ record, listed }: { record: Whois; listed: Listed }) {
  const href = `/domains/${record.domain}`
  if (!listed)
    return (
      <LinkButton small kind="plain" href={href}>
        {record.registered ? 'See options' : 'See price'}
      </LinkButton>
    )
  return (
    <Actions>
      <strong>
        <Price cents={listed.price_cents} currency={listed.currency} />
      </strong>
      <LinkButton small kind="primary" href={href}>
        Buy domain
      </LinkButton>
    </Actions>
  )
}

const Record = ({ record, listed }: { record: Whois; listed: Listed }) => (
  <>
    <Panel title={record.domain_unicode} aside={<Way record={record} listed={listed} />}>
      {record.registered ? (
        <WhoisFacts record={record} />
      ) : (
        <p>
          This domain is not registered.
          {record.source === 'simulated' ? ' This result comes from a simulated registry.' : null}
        </p>
      )}
    </Panel>
    <details className="raw">
      <summary>Record as JSON</summary>
      <CodeBlock label="Record as JSON">{JSON.stringify(record, null, 2)}</CodeBlock>
    </details>
  </>
)

const ask = (domain: string, signal: AbortSignal) => call('POST /api/tools/whois', { body: { domain }, signal })

function Lookup({ props, domain }: { props: WhoisProps; domain: string }) {
  const isAsking = props.problem === null
  const { data, error } = useQuestion(props.record, isAsking ? domain : null, ask)
  if (error) return <Failure error={error} />
  if (data) return <Record record={data} listed={props.listed} />
  return isAsking ? <Loading>Looking up {domain}…</Loading> : null
}

export const Page = ({ props, context }: { props: WhoisProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title="WHOIS lookup" text="See the registrar, registration date and expiry date of a domain." />
    <form className="search-line" action="/whois">
      <TextField
        label="Domain"
        name="domain"
        type="search"
        defaultValue={props.asked}
        placeholder="example.com"
        maxLength={253}
        autoCapitalize="none"
        spellCheck={false}
        error={props.domain === null ? props.problem : null}
        required
      />
      <Button type="submit">Look up domain</Button>
    </form>
    {props.domain !== null && props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
    {props.domain === null ? null : <Lookup props={props} domain={props.domain} />}
  </SiteFrame>
)
