// The page of one domain: for sale, sold, registered elsewhere or free, and what a visitor can do.

import type { BrokerageEligibility, MarketMatch, MarketName } from '@freehold/sdk/types'
import { call } from '../../api/client.ts'
import { useQuestion } from '../../api/use-question.ts'
import type { PageContext } from '../../context.ts'
import { AskOwner, type Draft } from '../../features/brokerage/ask-owner.tsx'
import { BuyBox } from '../../features/catalog/buy-box.tsx'
import { categoryText } from '../../features/catalog/category-text.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { RecentlyViewed } from '../../features/catalog/recently-viewed.tsx'
import { type ScriptRisk, ScriptWarning } from '../../features/catalog/script-warning.tsx'
import { Share } from '../../features/catalog/share.tsx'
import { WhatHappensNext } from '../../features/checkout/summary.tsx'
import { OfferBox, type OfferDraft } from '../../features/offers/offer-box.tsx'
import { type Reservation, ReservedBox } from '../../features/offers/reserved-box.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { OwnListing } from '../../features/sellers/own-listing.tsx'
import { WatchBox } from '../../features/watches/watch-box.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Failure, Loading, Notice } from '../../ui/feedback.tsx'
import { type Fact, Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Free, type FreeDomain } from './free-domain.tsx'

/** What the registry and a check of the domain's website report. */
type Look = { registered: boolean | null; eligibility: BrokerageEligibility | null; problem: string | null }

export type DomainProps = FreeDomain & {
  unicode: string
  listing: MarketName | null
  similar: MarketMatch[]
  /** The visitor returns from a paid checkout. */
  isBought: boolean
  /** Whether this marketplace accepts payments. */
  canPay: boolean
  /** Null when the browser fetches it. */
  look: Look | null
  draft: Draft
  /** What a rejected offer had. */
  offer: OfferDraft
  /** Why the purchase could not start, or the domain could not be watched. */
  notice: string | null
  /** The full URL of this page. */
  url: string
  scriptRisk: ScriptRisk | null
  /** Whether the visitor watches the domain; null if nobody is signed in. */
  isWatched: boolean | null
  /** The domain is sold for a person who owns it, and who stays anonymous. */
  isForOwner: boolean
  /** What the visitor has in the sale: it is their own listing, or it is reserved for them at an agreed price. */
  stake: { kind: 'seller' } | ({ kind: 'buyer' } & Reservation) | null
}

export function title({ unicode, listing }: DomainProps): string {
  return listing?.status === 'listed' ? `${unicode} is for sale · Freehold` : `${unicode} · Freehold`
}
export const description = ({ unicode, listing }: DomainProps): string | undefined =>
  listing?.status === 'listed' ? (listing.description ?? `Buy the domain ${unicode}.`) : undefined

const listFacts = ({ unicode, tld, domain, isForOwner }: DomainProps, listing: MarketName): Fact[] => [
  [
    'Punycode',
    unicode === domain ? null : (
      <span key="punycode" className="mono">
        {domain}
      </span>
    ),
  ],
  ['Length', `${Array.from(unicode.split('.')[0] ?? '').length} characters`],
  [
    'Extension',
    <a key="tld" href={`/tlds/${tld}`}>
      .{tld}
    </a>,
  ],
  ...(listing.categories.length > 0
    ? [
        [
          listing.categories.length === 1 ? 'Category' : 'Categories',
          listing.categories.map(categoryText).join(', '),
        ] as const,
      ]
    : []),
  ['Seller', isForOwner ? 'Freehold, for the owner of the domain' : 'Freehold'],
  ['For sale since', <DateTime key="at" at={listing.listed_at} precision="day" />],
  [
    'Registration',
    <a key="whois" href={`/whois?domain=${listing.domain}`}>
      See WHOIS record
    </a>,
  ],
]

const Similar = ({ names }: { names: readonly MarketMatch[] }) =>
  names.length > 0 ? (
    <section className="band">
      <h2>Similar domains for sale</h2>
      <NameCards names={names} />
    </section>
  ) : null

type ForSaleProps = { props: DomainProps; listing: MarketName; context: PageContext }

function Purchase({ props, listing, context: { person, isMailOff } }: ForSaleProps) {
  // Someone with a confirmed address gets the domain in their account.
  const isConfirmed = person?.isConfirmed ?? false
  const { stake, offer, canPay, isWatched } = props
  const notice = props.notice ?? offer.problem
  if (stake?.kind === 'seller') return <OwnListing listing={listing} notice={notice} />
  const isSignedIn = isWatched !== null
  return (
    <>
      {stake ? (
        <ReservedBox unicode={props.unicode} of={stake} notice={notice} />
      ) : (
        <>
          <BuyBox listing={listing} notice={props.notice} canPay={canPay} />
          {listing.accepts_offers && canPay ? (
            <OfferBox listing={listing} draft={offer} isSignedIn={isSignedIn} />
          ) : null}
        </>
      )}
      <WatchBox domain={props.domain} isForSale isWatched={isWatched} />
      {canPay ? <WhatHappensNext email={!isMailOff} arrival={stake || isConfirmed ? 'account' : 'claim_link'} /> : null}
    </>
  )
}

const ForSale = ({ props, listing, context }: ForSaleProps) => (
  <div className="two two--side-first">
    <div>
      <Purchase props={props} listing={listing} context={context} />
    </div>
    <div>
      {listing.description ? <p className="domain__about">{listing.description}</p> : null}
      <Panel title="About this domain">
        <Facts facts={listFacts(props, listing)} />
      </Panel>
      <Similar names={props.similar} />
    </div>
  </div>
)

const Bought = ({ props, context }: { props: DomainProps; context: PageContext }) => (
  <>
    <Notice tone="good" title={`You bought ${props.unicode}`}>
      <p>
        We received your payment
        {context.isMailOff
          ? '. Your order page says what happens next.'
          : ' and emailed you a receipt. It links to your order page, which says what happens next.'}
      </p>
    </Notice>
    {context.person ? <LinkButton href="/account/orders">View your orders</LinkButton> : null}
  </>
)

async function lookAt(domain: string, signal: AbortSignal): Promise<Look> {
  const { registered } = await call('POST /api/tools/whois', { body: { domain }, signal })
  if (!registered) return { registered, eligibility: null, problem: null }
  const eligibility = await call('GET /api/market/brokerage/eligibility', { query: { domain }, signal })
  return { registered, eligibility, problem: null }
}

function NotListed({ props }: { props: DomainProps }) {
  const { domain, draft, price, tld, registration } = props
  const { data: look, error } = useQuestion(props.look, domain, lookAt)
  if (error) return <Failure error={error} />
  if (!look) return <Loading>Checking the registry…</Loading>
  if (look.problem !== null)
    return (
      <Notice tone="warn" title="We could not check this domain">
        <p>
          {look.problem} You can <a href={`/domains/${domain}`}>try again</a>, or{' '}
          <a href={`/whois?domain=${domain}`}>look up its WHOIS record</a>.
        </p>
      </Notice>
    )
  if (look.registered === false) return <Free domain={domain} price={price} tld={tld} registration={registration} />
  return (
    <>
      <p>
        This domain is registered. <a href={`/whois?domain=${domain}`}>See its WHOIS record</a>
      </p>
      {look.eligibility ? <AskOwner domain={domain} eligibility={look.eligibility} draft={draft} /> : null}
    </>
  )
}

/** Known without the registry, so the page has its main text from the start. */
const NotListedLead = () => (
  <p className="domain__about">
    This domain is not for sale on this marketplace. Below you see whether someone owns it, and how you can get it.
  </p>
)

const Sold = ({ unicode, domain }: Pick<DomainProps, 'unicode' | 'domain'>) => (
  <Notice title="This domain has been sold">
    <p>
      It is no longer for sale. <a href="/market">Browse other domains</a>,{' '}
      <a href={`/search?q=${encodeURIComponent(unicode.split('.')[0] ?? unicode)}`}>search for similar ones</a>, or{' '}
      <a href={`/whois?domain=${domain}`}>see its WHOIS record</a>.
    </p>
  </Notice>
)

function Standing({ props, context }: { props: DomainProps; context: PageContext }) {
  if (props.isBought) return <Bought props={props} context={context} />
  return (
    <>
      {props.listing === null ? <NotListedLead /> : null}
      <div className="two">
        <div>{props.listing === null ? <NotListed props={props} /> : <Sold {...props} />}</div>
        <div>
          <WatchBox domain={props.domain} isForSale={false} isWatched={props.isWatched} />
        </div>
      </div>
    </>
  )
}

const OtherWays = () => (
  <section className="band">
    <h2>Look for another domain</h2>
    <SearchBox label="Search for another domain" />
  </section>
)

export const Page = ({ props, context }: { props: DomainProps; context: PageContext }) => {
  const { listing, similar, notice, isBought, scriptRisk, domain, unicode, url } = props
  const isForSale = listing !== null && listing.status !== 'sold' && !isBought
  return (
    <SiteFrame context={context}>
      <PageHead
        title={unicode}
        text={unicode === domain ? null : <span className="mono">{domain}</span>}
        aside={<Share url={url} name={unicode} />}
      />
      <ScriptWarning risk={scriptRisk} domain={domain} />
      {notice && !isForSale ? <Notice tone="bad">{notice}</Notice> : null}
      {isForSale ? (
        <ForSale props={props} listing={listing} context={context} />
      ) : (
        <>
          <Standing props={props} context={context} />
          <Similar names={similar} />
        </>
      )}
      {isBought ? null : <OtherWays />}
      <RecentlyViewed current={{ domain, unicode }} />
    </SiteFrame>
  )
}
