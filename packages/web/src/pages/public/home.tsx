// The home page: search, new listings, extensions, and who Freehold is for.
import type { ResponseBody } from '../../api/client.ts'
import type { PageContext } from '../../context.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { RecentlyViewed } from '../../features/catalog/recently-viewed.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { MarkPaths } from '../../ui/brand.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'

export type HomeProps = {
  market: ResponseBody<'GET /api/market/listings'>
  facets: ResponseBody<'GET /api/market/facets'>
}

export const title = (): string => 'Freehold: find a domain and own it'
export const description = (): string =>
  'Search domains by name or by meaning. See which are available, which are for sale and what they cost.'

const EXAMPLES = ['coffee at home', 'solar', 'rent a car abroad', 'hilltop-bakery.com']

const REASONS = [
  {
    title: 'For buyers',
    text: 'The price you see is the price you pay. The first completed payment gets the domain. If someone else pays first, or we cannot transfer the domain, we refund you in full.',
    links: [
      ['/market', 'Browse the market'],
      ['/whois', 'Look up a registration'],
    ],
  },
  {
    title: 'For sellers',
    text: 'List a domain that you own and set its price. Buyers pay it or make you an offer. You pay a fee only when the domain is sold.',
    links: [
      ['/sell', 'Sell a domain'],
      ['/account/selling', 'Your listings'],
    ],
  },
  {
    title: 'For partners',
    text: 'Sell the same domains in your own shop: signed requests, ten-minute price quotes, hosted checkout, webhooks and monthly statements.',
    links: [
      ['/developers', 'Get sandbox keys'],
      ['/portal', 'Partner portal'],
    ],
  },
  {
    title: 'For operators',
    text: 'Run your own marketplace. Freehold is one process and one database, starts with one command, and is open source under the Apache license.',
    links: [
      ['/docs', 'API reference'],
      ['/developers#agents', 'Connect an agent'],
    ],
  },
] as const

/** The mark, planted in one of many plots. */
const Art = () => (
  <svg className="lead__art" viewBox="0 0 320 240" aria-hidden="true" fill="none">
    <path d="M195 187h99l14 27H197z" fill="var(--flag)" fillOpacity=".28" />
    <g stroke="currentColor" strokeWidth="1.5" strokeOpacity=".3">
      <path d="M0 214h320M22 214 118 130h146l56 74M118 130l-40 84M191 130l6 84M264 130l44 84M84 160h204M52 187h256" />
    </g>
    <g stroke="currentColor" strokeWidth="2" strokeOpacity=".6" strokeLinecap="round">
      <path d="M118 130v-9M191 130v-9M264 130v-9M106 160v-11M90.500 187v-13M52 187v-13M84 160v-11" />
    </g>
    <g transform="translate(179 62) scale(6.2)">
      <MarkPaths />
    </g>
  </svg>
)

const Lead = () => (
  <section className="lead">
    <div className="wrap">
      <Art />
      <h1 className="lead__title">Find a name. Own it.</h1>
      <p className="lead__text">
        Freehold is an open marketplace for domains. Search by name or by meaning, see the full price, and make it
        yours.
      </p>
      <SearchBox large />
      <ul className="chips" aria-label="Examples">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <a className="chip" href={`/search?q=${encodeURIComponent(example)}`}>
              {example}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const Newest = ({ market }: Pick<HomeProps, 'market'>) => (
  <section className="band">
    <div className="band__head">
      <h2>New on the market</h2>
      <a href="/market">
        All <Count value={market.page.total} /> domains
      </a>
    </div>
    {market.items.length === 0 ? (
      <Empty title="No domains for sale yet">
        New listings appear here. Search above to see which domains are available to register.
      </Empty>
    ) : (
      <NameCards names={market.items} />
    )}
  </section>
)

/** The others are one click away, with all extensions. */
const TLDS_SHOWN = 30

const TldLinks = ({ facets }: Pick<HomeProps, 'facets'>) => (
  <section className="band">
    <div className="band__head">
      <h2>Browse by extension</h2>
      <a href="/tlds">All extensions and prices</a>
    </div>
    <ul className="chips">
      {facets.tlds.slice(0, TLDS_SHOWN).map(({ tld, count }) => (
        <li key={tld}>
          <a className="chip" href={`/market?tld=${tld}`}>
            .{tld} <span className="soft">{count}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const Reasons = () => (
  <section className="band reasons" aria-label="Who it is for">
    {REASONS.map(({ title: heading, text, links }) => (
      <article key={heading} className="reason">
        <h2>{heading}</h2>
        <p>{text}</p>
        <ul className="reason__links">
          {links.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </article>
    ))}
  </section>
)

export const Page = ({ props, context }: { props: HomeProps; context: PageContext }) => (
  <SiteFrame context={context} lead={<Lead />}>
    <Newest market={props.market} />
    {props.facets.tlds.length > 0 ? <TldLinks facets={props.facets} /> : null}
    <RecentlyViewed />
    <Reasons />
  </SiteFrame>
)
