// Who registered a name, since when, and until when: asked of its registry.
import type { Whois } from '@freehold/sdk/types'
import { call } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import type { PageContext } from '../../context.ts'
import { WhoisFacts } from '../../features/registry/whois-facts.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Failure, Loading, Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

export type WhoisProps = {
  /** As it was typed. */
  asked: string
  /** As it is looked up; null when nothing, or no name, was asked for. */
  domain: string | null
  /** Null where the browser asks by itself. */
  record: Whois | null
  problem: string | null
}

export const title = ({ domain }: WhoisProps): string =>
  domain === null ? 'WHOIS · Freehold' : `WHOIS of ${domain} · Freehold`
export const description = (): string => 'Look up who registered a domain name, when, and until when.'

const Record = ({ record }: { record: Whois }) => (
  <>
    <Panel
      title={record.domain_unicode}
      aside={
        <LinkButton small kind="plain" href={`/domains/${record.domain}`}>
          {record.registered ? 'Try to get it' : 'What it costs'}
        </LinkButton>
      }
    >
      {record.registered ? (
        <WhoisFacts record={record} />
      ) : (
        <p>
          Nobody has registered this name.
          {record.source === 'simulated' ? ' The registry is simulated: no real one was asked.' : null}
        </p>
      )}
    </Panel>
    <details className="raw">
      <summary>The record as data</summary>
      <CodeBlock label="The record as data">{JSON.stringify(record, null, 2)}</CodeBlock>
    </details>
  </>
)

const ask = (domain: string, signal: AbortSignal) => call('POST /api/tools/whois', { body: { domain }, signal })

function Lookup({ props, domain }: { props: WhoisProps; domain: string }) {
  const isAsking = props.problem === null
  const { data, error } = useAnswer(props.record, isAsking ? domain : null, ask)
  if (error) return <Failure error={error} />
  if (data) return <Record record={data} />
  return isAsking ? <Loading>Asking the registry about {domain} …</Loading> : null
}

export const Page = ({ props, context }: { props: WhoisProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <PageHead title="WHOIS" text="Who registered a name, when, and until when: asked of its registry." />
    <form className="search-line" action="/whois">
      <TextField
        label="Domain name"
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
      <Button type="submit">Look up</Button>
    </form>
    {props.domain !== null && props.problem ? <Notice tone="bad">{props.problem}</Notice> : null}
    {props.domain === null ? null : <Lookup props={props} domain={props.domain} />}
  </SiteFrame>
)
