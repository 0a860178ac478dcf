// The market: all domains for sale, filtered by words, extension, price and length.
import type { MarketFacets, MarketPage } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { type Filters, MarketFilters } from '../../features/catalog/market-filters.tsx'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Actions, LinkButton } from '../../ui/button.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead } from '../../ui/panel.tsx'

export type MarketProps = {
  filters: Filters
  /** Null when the filters are invalid. */
  market: MarketPage | null
  facets: MarketFacets
  problem: string | null
  firstHref: string | null
  nextHref: string | null
}

export const title = ({ filters }: MarketProps): string =>
  filters.tld === '' ? 'Domains for sale · Freehold' : `.${filters.tld} domains for sale · Freehold`
export const description = ({ facets }: MarketProps): string => `${facets.total} domains for sale at a fixed price.`

function Results({
  market,
  firstHref,
  nextHref,
}: Pick<MarketProps, 'firstHref' | 'nextHref'> & { market: MarketPage }) {
  if (market.items.length === 0)
    return (
      <Empty title="No domains match these filters">
        <p>
          Try fewer words or a wider price range, or <a href="/market">see all domains</a>.
        </p>
      </Empty>
    )
  return (
    <>
      <NameCards names={market.items} />
      <Actions>
        {nextHref ? <LinkButton href={nextHref}>Next page</LinkButton> : null}
        {firstHref ? (
          <LinkButton kind="plain" href={firstHref}>
            Back to the first page
          </LinkButton>
        ) : null}
      </Actions>
    </>
  )
}

export const Page = ({ props, context }: { props: MarketProps; context: PageContext }) => {
  const { filters, market, facets, problem, firstHref, nextHref } = props
  return (
    <SiteFrame context={context}>
      <PageHead
        title="Domains for sale"
        text={
          market ? (
            <>
              <Count value={market.page.total} /> {market.page.total === 1 ? 'domain' : 'domains'}
            </>
          ) : null
        }
      />
      <MarketFilters filters={filters} facets={facets} />
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <section className="band" aria-label="Domains">
        {market ? <Results {...{ market, firstHref, nextHref }} /> : null}
      </section>
    </SiteFrame>
  )
}
