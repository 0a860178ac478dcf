// A new partner's first key, shown once, with commands that use it.
import type { PageContext } from '../../context.ts'
import { firstRequest } from '../../features/credentials/first-request.ts'
import { sdkRequest } from '../../features/credentials/sdk-request.ts'
import { SecretOnce } from '../../features/credentials/secret-once.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Actions, LinkButton } from '../../ui/button.tsx'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

export type FirstKeyProps = { baseUrl: string; company: string; keyId: string; secret: string }

export const title = (): string => 'Your sandbox keys · Freehold'

export const Page = ({ props, context }: { props: FirstKeyProps; context: PageContext }) => {
  const { company, keyId, secret } = props
  const command = firstRequest(props)
  return (
    <SiteFrame context={context}>
      <PageHead title="Your sandbox keys" text={`${company} now has sandbox access.`} />
      <Panel raised>
        <SecretOnce credential={{ key_id: keyId, secret, environment: 'sandbox' }} />
      </Panel>
      <section className="band">
        <div className="band__head">
          <h2>Your first signed request</h2>
          <CopyButton text={command} label="the command" />
        </div>
        <p>Paste this into a shell with curl and openssl. The response describes your partner account.</p>
        <CodeBlock label="A signed request with curl">{command}</CodeBlock>
      </section>
      <section className="band">
        <h2>The same request in Node.js</h2>
        <p>
          Use the TypeScript SDK from <code>packages/sdk</code> in the Freehold repository. Set{' '}
          <code>FREEHOLD_SECRET</code> to your secret:
        </p>
        <CodeBlock label="A signed request with the SDK">{sdkRequest(props)}</CodeBlock>
      </section>
      <Actions>
        <LinkButton href="/portal">Open partner portal</LinkButton>
        <LinkButton kind="plain" href="/docs">
          Read API reference
        </LinkButton>
      </Actions>
    </SiteFrame>
  )
}
