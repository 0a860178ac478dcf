// For a person without a partner account: create one, then show its first key.
import type { IssuedCredential, OwnPartner } from '@freehold/sdk/types'
import { useCall } from '../../api/hooks.ts'
import type { Person } from '../../context.ts'
import { firstRequest } from '../../features/credentials/first-request.ts'
import { SecretOnce } from '../../features/credentials/secret-once.tsx'
import { StartPartner } from '../../features/portal/start-partner.tsx'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { ContactLink } from '../../ui/contact.tsx'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

const WAYS = [{ href: '/portal', text: 'Get started' }]

export function Start({ person, onStarted }: { person: Person; onStarted: (key: IssuedCredential) => void }) {
  const call = useCall()
  return (
    <WorkFrame label="Portal" person={person} ways={WAYS}>
      <PageHead
        title="Create your partner account"
        text="Sell domains in your own shop. You start in the sandbox, with test inventory and no real money."
      />
      <StartPartner
        start={async (name) => onStarted((await call('POST /api/portal/v1/partners', { body: { name } })).credential)}
      />
      <p className="soft">
        Does your company already have a partner account? Ask one of its owners to invite {person.email} under “Team and
        access”. If it has no team members yet, <ContactLink>ask the marketplace operator</ContactLink>.
      </p>
    </WorkFrame>
  )
}

type StartedProps = {
  person: Person
  credential: IssuedCredential
  partners: readonly OwnPartner[]
  onDone: () => void
}

export function Started({ person, credential, partners, onDone }: StartedProps) {
  const partner = partners.find(({ partner_id }) => partner_id === credential.partner_id)
  const command = firstRequest({ baseUrl: location.origin, keyId: credential.key_id, secret: credential.secret })
  return (
    <WorkFrame label="Portal" person={person} ways={WAYS}>
      <PageHead
        title={partner ? `Welcome, ${partner.name}` : 'Welcome'}
        text="Your sandbox is ready. This is your first API key."
      />
      <Panel raised title="Your API key">
        <SecretOnce credential={credential} />
      </Panel>
      <Panel title="Your first signed request" aside={<CopyButton text={command} label="the command" />}>
        <p>Paste this into a terminal. It signs a request with openssl and sends it with curl.</p>
        <CodeBlock label="Signed request">{command}</CodeBlock>
        <Actions>
          <Button onClick={onDone}>Open portal</Button>
          <LinkButton kind="plain" href="/developers">
            Read developer guide
          </LinkButton>
        </Actions>
      </Panel>
    </WorkFrame>
  )
}
