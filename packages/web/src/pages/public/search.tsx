// Search results: availability under several extensions, and domains for sale with a similar meaning.
import type { MarketMatch, SearchRow } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { type AskedName, SearchRows } from '../../features/registry/search-rows.tsx'
import { useSearch } from '../../features/registry/use-search.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Empty, Failure } from '../../ui/feedback.tsx'

export type SearchProps = {
  q: string
  /** The asked name first; none when the words make no name. */
  names: AskedName[]
  /** Null where the browser asks by itself. */
  rows: SearchRow[] | null
  market: MarketMatch[]
  problem: string | null
}

export const title = ({ q }: SearchProps): string => (q === '' ? 'Search · Freehold' : `${q} · Freehold`)

function Names({ names, rows: known }: Pick<SearchProps, 'names' | 'rows'>) {
  const { rows, isOver, error } = useSearch(names[0]?.domain ?? null, known)
  const isSimulated = rows.some(({ source }) => source === 'simulated')
  return (
    <section className="band">
      <h2>Availability</h2>
      {error ? <Failure error={error} /> : null}
      <SearchRows names={names} rows={rows} isOver={isOver} />
      {isSimulated ? (
        <p className="soft small">This site uses a simulated registry. Availability results are not real.</p>
      ) : null}
    </section>
  )
}

const Market = ({ market }: Pick<SearchProps, 'market'>) => (
  <section className="band">
    <h2>For sale here</h2>
    {market.length > 0 ? (
      <NameCards names={market} />
    ) : (
      <Empty title="No matching domains for sale">
        <p>
          Try different words, or <a href="/market">browse the market</a>.
        </p>
      </Empty>
    )}
  </section>
)

export const Page = ({ props, context }: { props: SearchProps; context: PageContext }) => {
  const { q, names, rows, market, problem } = props
  return (
    <SiteFrame context={context}>
      <h1>{q === '' ? 'Search for a domain' : <>Results for “{q}”</>}</h1>
      <SearchBox value={q} problem={problem} />
      {names.length > 0 ? <Names names={names} rows={rows} /> : null}
      {q !== '' && problem === null ? <Market market={market} /> : null}
    </SiteFrame>
  )
}
