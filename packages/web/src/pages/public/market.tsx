// The market: everything that is for sale, by words, ending, price and length.
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
  /** Null when the filters make no sense together. */
  market: MarketPage | null
  facets: MarketFacets
  problem: string | null
  firstHref: string | null
  nextHref: string | null
}

export const title = ({ filters }: MarketProps): string =>
  filters.tld === '' ? 'Domain names for sale · Freehold' : `.${filters.tld} names for sale · Freehold`
export const description = ({ facets }: MarketProps): string =>
  `${facets.total} domain names for sale, each with its price.`

function Results({
  market,
  firstHref,
  nextHref,
}: Pick<MarketProps, 'firstHref' | 'nextHref'> & { market: MarketPage }) {
  if (market.items.length === 0)
    return (
      <Empty title="No name fits these filters">
        <p>
          Use fewer words or a wider price, or <a href="/market">see everything</a>.
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
        title="Names for sale"
        text={
          market ? (
            <>
              <Count value={market.page.total} /> {market.page.total === 1 ? 'name' : 'names'}
            </>
          ) : null
        }
      />
      <MarketFilters filters={filters} facets={facets} />
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <section className="band" aria-label="Names">
        {market ? <Results {...{ market, firstHref, nextHref }} /> : null}
      </section>
    </SiteFrame>
  )
}
