// On the page of a domain that nobody has registered: what it costs, and where to register it.
import type { TldPrice } from '@freehold/sdk/types'
import { termText } from '../../features/registry/term-text.ts'
import { Actions, LinkButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'

const REGISTRARS = 'https://www.icann.org/en/contracted-parties/accredited-registrars/list-of-accredited-registrars'

type Registration = { cents: number; years: number }

export type FreeDomain = {
  domain: string
  tld: string
  price: TldPrice | null
  /** What a registration here costs; null where the marketplace does not register it. */
  registration: Registration | null
}

const RegisterHere = ({
  domain,
  tld,
  registration,
}: Pick<FreeDomain, 'domain' | 'tld'> & { registration: Registration }) => (
  <Panel title="This domain is available" raised>
    <p>
      Nobody has registered this domain. Register it here for <Price cents={registration.cents} currency="USD" exact />{' '}
      {termText(registration.years)}.
    </p>
    <Actions>
      <LinkButton href={`/domains/${domain}/register`}>
        <span>
          Register for <Price cents={registration.cents} currency="USD" exact />
        </span>
      </LinkButton>
      <LinkButton kind="plain" href={`/tlds/${tld}`}>
        See prices and rules for .{tld}
      </LinkButton>
    </Actions>
  </Panel>
)

export function Free({ domain, price, tld, registration }: FreeDomain) {
  if (registration) return <RegisterHere domain={domain} tld={tld} registration={registration} />
  const cents = price?.price_cents ?? null
  return (
    <Panel title="This domain is available" raised>
      {cents === null ? (
        <p>Nobody has registered this domain. We have no registration price for .{tld}.</p>
      ) : (
        <p>
          Nobody has registered this domain. Registering a .{tld} domain costs about{' '}
          <Money cents={cents} currency="USD" /> {termText(price?.years ?? null)}.
        </p>
      )}
      <p>Freehold sells domains that already have an owner. Register this one with a registrar.</p>
      <Actions>
        <LinkButton href={REGISTRARS} rel="noreferrer">
          Find a registrar
        </LinkButton>
        <LinkButton kind="plain" href={`/tlds/${tld}`}>
          See prices and rules for .{tld}
        </LinkButton>
      </Actions>
    </Panel>
  )
}
