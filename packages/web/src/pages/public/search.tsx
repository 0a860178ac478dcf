// Search results: domains for sale first, then the availability of the name under several extensions.
import type { MarketMatch, SearchRow } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import type { PageContext } from '../../context.ts'
import { type Facets, type Filters, MarketFilters, SEARCH_SORTS } from '../../features/catalog/market-filters.tsx'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { type Loosened, NoMatch } from '../../features/catalog/no-match.tsx'
import { Paging } from '../../features/catalog/paging.tsx'
import { PriceRanges } from '../../features/catalog/price-ranges.tsx'
import { RecentlyViewed } from '../../features/catalog/recently-viewed.tsx'
import { usePage } from '../../features/catalog/use-page.ts'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { type AskedName, SearchRows } from '../../features/registry/search-rows.tsx'
import { useSearch } from '../../features/registry/use-search.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Empty, Failure, Notice } from '../../ui/feedback.tsx'
import { Count } from '../../ui/money.tsx'

export type SearchProps = {
  filters: Filters
  /** The asked name first; none when the words make no name. */
  names: AskedName[]
  /** Null when the browser fetches them. */
  rows: SearchRow[] | null
  /** Those of the names that are for sale here. */
  listed: MarketMatch[]
  /** The marketplace registers domains. */
  canRegister: boolean
  market: MarketMatch[]
  total: number
  facets: Facets
  problem: string | null
  /** What is wrong with the filters. */
  filterProblem: string | null
  loosened: Loosened[]
  page: number
  pages: number
  previousHref: string | null
  nextHref: string | null
}

export const title = ({ filters: { q } }: SearchProps): string => (q === '' ? 'Search · Freehold' : `${q} · Freehold`)

type NamesProps = Pick<SearchProps, 'names' | 'listed' | 'canRegister'> & {
  /** The domain that was searched for, or that the words make. What is said of all of them stands beside it. */
  asked: string
  search: ReturnType<typeof useSearch>
  children: ReactNode
}

function Names({ names, asked, search: { rows, isOver, error }, children, ...rest }: NamesProps) {
  const hasAsked = names.some(({ domain }) => domain === asked)
  const isSimulated = rows.some(({ source }) => source === 'simulated')
  return (
    <section className="band">
      {children}
      {hasAsked && error ? <Failure error={error} /> : null}
      <SearchRows {...{ names, asked, rows, isOver }} {...rest} />
      {hasAsked && isSimulated ? (
        <p className="soft small">This site uses a simulated registry. Availability results are not real.</p>
      ) : null}
    </section>
  )
}

/** Without filters, the names themselves come first, whatever the search engine makes of them. */
function listForSale({ listed, market, loosened, page }: SearchProps): MarketMatch[] {
  if (loosened.length > 0 || page > 1) return market
  return [...listed, ...market.filter(({ domain }) => !listed.some((one) => one.domain === domain))]
}

function ForSale({
  props,
  go,
  visit,
  isLoading,
}: {
  props: SearchProps
  go: (url: string) => void
  visit: number
  isLoading: boolean
}) {
  const { filters, facets, filterProblem, loosened, total } = props
  const names = listForSale(props)
  const hasFilters = total > 0 || loosened.length > 0 || filterProblem !== null
  return (
    <section className="band" aria-busy={isLoading || undefined}>
      <div className="band__head">
        <h2>For sale here</h2>
        <span className="soft" role="status">
          {names.length === 0 ? null : (
            <>
              <Count value={Math.max(total, names.length)} />{' '}
              {Math.max(total, names.length) === 1 ? 'domain' : 'domains'}
            </>
          )}
        </span>
      </div>
      {hasFilters ? (
        <>
          <MarketFilters key={visit} action="/search" {...{ filters, facets, go }} sorts={SEARCH_SORTS} />
          <PriceRanges path="/search" {...{ filters, facets }} />
        </>
      ) : null}
      {filterProblem ? <Notice tone="bad">{filterProblem}</Notice> : null}
      {names.length > 0 ? (
        <>
          <NameCards names={names} />
          <Paging {...props} />
        </>
      ) : loosened.length > 0 ? (
        <NoMatch filters={filters} loosened={loosened} />
      ) : (
        <Empty title="No matching domains for sale">
          <p>
            Try different words, <a href="/market">browse the market</a>, or{' '}
            <a href="/brokerage">ask us to contact the owner of a domain</a>.
          </p>
        </Empty>
      )}
    </section>
  )
}

export const Page = ({ props: initial, context }: { props: SearchProps; context: PageContext }) => {
  const { props, visit, isLoading, go } = usePage(initial)
  const { filters, names, rows, listed, canRegister, problem } = props
  const { q } = filters
  const asked = names[0]?.domain ?? ''
  const search = useSearch(asked || null, rows)
  const shared = { asked, listed, canRegister, search }
  // People who type a domain ask about this one. If it is for sale, it is the first of those anyway.
  const isNamed = names[0]?.unicode === q && listForSale(props)[0]?.domain !== asked
  const others = isNamed ? names.slice(1) : names
  return (
    <SiteFrame context={context}>
      <h1>{q === '' ? 'Search for a domain' : <>Results for “{q}”</>}</h1>
      <SearchBox key={q} value={q} problem={problem} />
      {isNamed ? (
        <Names names={names.slice(0, 1)} {...shared}>
          <h2 className="visually-hidden">The domain you searched for</h2>
        </Names>
      ) : null}
      {q !== '' && problem === null ? <ForSale {...{ props, go, visit, isLoading }} /> : null}
      {others.length > 0 ? (
        <Names names={others} {...shared}>
          <h2>{isNamed ? 'Other extensions' : 'Availability by extension'}</h2>
        </Names>
      ) : null}
      {q === '' || problem !== null ? (
        <p>
          Or <a href="/market">browse all domains for sale</a>.
        </p>
      ) : null}
      <RecentlyViewed />
    </SiteFrame>
  )
}
