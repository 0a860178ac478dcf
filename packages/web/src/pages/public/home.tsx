// The front door: one search box, what is new, what there is, and whom it is for.
import type { Answer } from '../../api/client.ts'
import type { PageContext } from '../../context.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'

export type HomeProps = {
  market: Answer<'GET /api/market/listings'>
  facets: Answer<'GET /api/market/facets'>
}

export const title = (): string => 'Freehold: find a domain name, own it'
export const description = (): string =>
  'Search domain names, see what is free, what is for sale and what it costs, and buy it here.'

const EXAMPLES = ['coffee at home', 'solar', 'rent a car abroad', 'quickwheels.com']

const REASONS = [
  {
    title: 'For buyers',
    text: 'The price you see is the price you pay. The first completed payment gets the domain; if someone else was faster, or the transfer fails, you get your money back.',
    links: [
      ['/market', 'Browse the market'],
      ['/whois', 'Look up a registration'],
    ],
  },
  {
    title: 'For partners',
    text: 'Sell the same names in your own shop: signed requests, firm ten-minute quotes, a hosted checkout, webhooks, and a ledger that adds up to the cent.',
    links: [
      ['/developers', 'Get sandbox keys'],
      ['/portal', 'Partner portal'],
    ],
  },
  {
    title: 'For those who host it themselves',
    text: 'One process and one database, open source under the Apache license. It starts with one command, without an account anywhere, and every call stands in its reference.',
    links: [
      ['/docs', 'API reference'],
      ['/developers#agents', 'Connect an agent'],
    ],
  },
] as const

/** Boundary stones on their own ground. */
const Art = () => (
  <svg className="lead__art" viewBox="0 0 320 240" aria-hidden="true" fill="none" stroke="currentColor">
    <g strokeWidth="1.5" strokeOpacity=".28">
      <path d="M0 214h320M22 214 118 130h146l56 74M118 130l-40 84M191 130l6 84M264 130l44 84M84 160h204M52 187h256" />
    </g>
    <g fill="var(--surface)" strokeWidth="3" strokeLinecap="round">
      <path d="M160 212V96a40 40 0 0 1 80 0v116" />
      <path d="M148 213h104" />
      <path d="M186 112h28M186 136h28" strokeWidth="2.5" />
    </g>
    <g fill="var(--surface)" strokeWidth="2" strokeOpacity=".7" strokeLinecap="round">
      <path d="M104 138v-20a9 9 0 0 1 18 0v20M100 138.500h26M276 138v-16a8 8 0 0 1 16 0v16M272 138.500h24" />
    </g>
  </svg>
)

const Lead = () => (
  <section className="lead">
    <div className="wrap">
      <Art />
      <h1 className="lead__title">Find a name. Own it.</h1>
      <p className="lead__text">
        Freehold is an open marketplace for domain names: search by name or by meaning, see the real price, buy in one
        step.
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
        All <Count value={market.page.total} /> names
      </a>
    </div>
    {market.items.length === 0 ? (
      <Empty title="Nothing is for sale yet">Search above: we also tell which names are free.</Empty>
    ) : (
      <NameCards names={market.items} />
    )}
  </section>
)

const Endings = ({ facets }: Pick<HomeProps, 'facets'>) => (
  <section className="band">
    <div className="band__head">
      <h2>Browse by ending</h2>
      <a href="/tlds">All endings and prices</a>
    </div>
    <ul className="chips">
      {facets.tlds.map(({ tld, count }) => (
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
  <section className="band reasons" aria-label="Whom it is for">
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
    {props.facets.tlds.length > 0 ? <Endings facets={props.facets} /> : null}
    <Reasons />
  </SiteFrame>
)
