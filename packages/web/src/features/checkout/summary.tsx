// The purchase and its price, and what happens after the payment.
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { shareText } from '../../ui/text.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { nameCountry } from './countries.ts'

export type Purchase = {
  domain: string
  sellerName: string
  /** The domain is sold for a person who owns it, and who stays anonymous. */
  isForOwner: boolean
  priceCents: number
  currency: string
  /** Null for a listed domain. */
  product: 'registration' | 'renewal' | null
  /** What a registration or renewal consists of. */
  lines: readonly { domain: string; years: number; priceCents: number }[]
}

const PRODUCT_TEXTS = { registration: 'Registration', renewal: 'Renewal' }

const describeYears = (years: number): string => `${years} ${years === 1 ? 'year' : 'years'}`

/** Above the name: who sells it, or what the registry does, and for how long if it is one domain. */
function describeProduct({ sellerName, isForOwner, product, lines }: Purchase): string {
  if (product === null) return `Sold through ${sellerName}${isForOwner ? ', for the owner of the domain' : ''}`
  const [only, ...others] = lines
  return only && others.length === 0
    ? `${PRODUCT_TEXTS[product]} for ${describeYears(only.years)}`
    : PRODUCT_TEXTS[product]
}

/** Beside the amount. */
export const describePurchase = ({ domain, product }: Pick<Purchase, 'domain' | 'product'>): string =>
  product === null ? domain : `${PRODUCT_TEXTS[product]} of ${domain}`

/** A checkout of hundreds of domains shows the first ones. */
const LINES_SHOWN = 20

const Lines = ({ lines, currency }: Pick<Purchase, 'lines' | 'currency'>) => (
  <>
    <ul className="purchase__lines">
      {lines.slice(0, LINES_SHOWN).map(({ domain, years, priceCents }) => (
        <li key={domain}>
          <span className="name">{domain}</span>
          <span className="soft small">{describeYears(years)}</span>
          <Money cents={priceCents} currency={currency} exact />
        </li>
      ))}
    </ul>
    {lines.length > LINES_SHOWN ? <p className="soft small">and {lines.length - LINES_SHOWN} more domains</p> : null}
  </>
)

/** What the buyer pays, and how much of it is tax. */
export type Totals = {
  netCents: number
  taxCents: number
  totalCents: number
  /** Null where no tax applies. */
  country: string | null
  rateBps: number
  reverseCharge: boolean
}

function describeTax({ country, rateBps, reverseCharge }: Totals, locale: string): string {
  if (country === null) return 'Tax'
  if (reverseCharge) return 'Tax (reverse charge)'
  return `Tax ${shareText(rateBps, locale)} (${nameCountry(country, locale)})`
}

export function TotalLines({ totals, currency }: { totals: Totals; currency: string }) {
  const locale = useLocale()
  const rows = [
    ['Net amount', totals.netCents],
    [describeTax(totals, locale), totals.taxCents],
    ['Total', totals.totalCents],
  ] as const
  return (
    <dl className="checkout__totals">
      {rows.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money cents={cents} currency={currency} exact />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const PriceLine = ({ purchase, isTaxAdded }: { purchase: Purchase; isTaxAdded: boolean }) => {
  const { domain, priceCents, currency, lines } = purchase
  return (
    <header className="purchase">
      <p className="soft small">{describeProduct(purchase)}</p>
      <h1 className="name">{domain}</h1>
      <p className="purchase__price">
        <Money cents={priceCents} currency={currency} exact />
        {isTaxAdded ? <span className="soft small"> plus tax</span> : null}
      </p>
      {lines.length > 1 ? <Lines lines={lines} currency={currency} /> : null}
    </header>
  )
}

const PURCHASE_STEPS = {
  registration: [
    { title: 'We register the domain', text: 'Usually within a minute.', state: 'ahead' as const },
    { title: 'The domain is yours', text: 'It appears in your account.', state: 'ahead' as const },
  ],
  renewal: [
    { title: 'We renew the domains', text: 'Usually within a minute.', state: 'ahead' as const },
    { title: 'The expiry dates move', text: 'Your account shows the new ones.', state: 'ahead' as const },
  ],
}

export const WhatTheRegistryDoes = ({ product }: { product: 'registration' | 'renewal' }) => (
  <Panel title="What happens next">
    <Timeline steps={[{ title: 'You pay', text: undefined, state: 'now' }, ...PURCHASE_STEPS[product]]} />
    <p className="soft small">We refund your payment for each domain that the registry refuses.</p>
  </Panel>
)

/** Where the domain is once it is the buyer's: in the reader's account, in that of the offer's buyer, or with a claim link. */
export type Arrival = 'account' | 'account_of_offer' | 'claim_link'

const ARRIVALS: Record<Arrival, string> = {
  account: 'It appears in your account.',
  account_of_offer: 'It appears in the account that made the offer.',
  claim_link: 'With the link in the receipt, you add it to an account.',
}

/** `email`: the service sends email. `arrival`: null where the domain comes to no account. */
export const WhatHappensNext = ({ email, arrival }: { email: boolean; arrival: Arrival | null }) => (
  <Panel title="What happens next">
    <Timeline
      steps={[
        {
          title: 'You pay',
          text: `The first completed payment gets the domain.${email ? ' We email you a receipt.' : ''}`,
          state: 'now',
        },
        {
          title: 'You choose how to receive the domain',
          text: 'In your account at a registrar, or with an auth code. The order page asks you.',
          state: 'ahead',
        },
        { title: 'We transfer the domain', text: 'Usually within a few days.', state: 'ahead' },
        {
          title: 'The domain is yours',
          text: arrival === null || (arrival === 'claim_link' && !email) ? undefined : ARRIVALS[arrival],
          state: 'ahead',
        },
      ]}
    />
    <p className="soft small">If we cannot transfer the domain to you, we refund your payment in full.</p>
  </Panel>
)
