// The market: all domains for sale, filtered by words, extension, category, price and length.
import type { MarketFacets, MarketPage } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { type Filters, MARKET_SORTS, MarketFilters } from '../../features/catalog/market-filters.tsx'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { type Loosened, NoMatch } from '../../features/catalog/no-match.tsx'
import { Paging } from '../../features/catalog/paging.tsx'
import { PriceRanges } from '../../features/catalog/price-ranges.tsx'
import { usePage } from '../../features/catalog/use-page.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead } from '../../ui/panel.tsx'

export type MarketProps = {
  filters: Filters
  /** Null when the filters are invalid. */
  market: MarketPage | null
  facets: MarketFacets
  problem: string | null
  /** What can be dropped when nothing matches. */
  loosened: Loosened[]
  page: number
  pages: number
  previousHref: string | null
  nextHref: string | null
}

export const title = ({ filters }: MarketProps): string =>
  filters.tld === '' ? 'Domains for sale · Freehold' : `.${filters.tld} domains for sale · Freehold`
export const description = ({ facets }: MarketProps): string => `${facets.total} domains for sale at a fixed price.`

const Results = ({ props, market }: { props: MarketProps; market: MarketPage }) =>
  market.items.length === 0 ? (
    <NoMatch filters={props.filters} loosened={props.loosened} />
  ) : (
    <>
      <NameCards names={market.items} />
      <Paging {...props} />
    </>
  )

export const Page = ({ props: initial, context }: { props: MarketProps; context: PageContext }) => {
  const { props, visit, isLoading, go } = usePage(initial)
  const { filters, market, facets, problem } = props
  return (
    <SiteFrame context={context}>
      <PageHead
        title="Domains for sale"
        text={
          <span role="status">
            {market ? (
              <>
                <Count value={market.page.total} /> {market.page.total === 1 ? 'domain' : 'domains'}
              </>
            ) : null}
          </span>
        }
      />
      <MarketFilters key={visit} action="/market" {...{ filters, facets, go }} sorts={MARKET_SORTS} />
      <PriceRanges path="/market" {...{ filters, facets }} />
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <section className="band" aria-label="Domains" aria-busy={isLoading || undefined}>
        {market ? <Results props={props} market={market} /> : null}
      </section>
    </SiteFrame>
  )
}
