// Price ranges as links, each with its number of domains.
import { useLocale } from '../../ui/locale.tsx'
import { moneyText } from '../../ui/text.ts'
import type { Facets, Filters } from './market-filters.tsx'

const toUnits = (cents: number): string => String(Math.round(cents / 100))

/** `Under $1,000`, `$1,000 to $5,000`, `$50,000 or more`. Limits are in cents; the upper one is the last cent of the range. */
function rangeText(min: number, max: number | null, locale: string): string {
  const money = (cents: number): string => moneyText(cents, 'USD', locale)
  if (max === null) return `${money(min)} or more`
  return min === 0 ? `Under ${money(max + 1)}` : `${money(min)} to ${money(max + 1)}`
}

export function PriceRanges({ path, filters, facets }: { path: string; filters: Filters; facets: Facets }) {
  const locale = useLocale()
  const ranges = facets.prices.filter(({ count }) => count > 0)
  if (ranges.length < 2) return null
  function href(from: string, to: string): string {
    const query = new URLSearchParams(Object.entries({ ...filters, from, to }).filter(([, value]) => value !== ''))
    return query.size === 0 ? path : `${path}?${query}`
  }
  return (
    <ul className="chips price-ranges" aria-label="Price ranges">
      {ranges.map(({ min_price_cents, max_price_cents, count }) => {
        const from = min_price_cents === 0 ? '' : toUnits(min_price_cents)
        // The filter includes its limit: one cent less leaves the next range out.
        const to = max_price_cents === null ? '' : (max_price_cents / 100).toString()
        const isChosen = filters.from === from && filters.to === to && (from !== '' || to !== '')
        return (
          <li key={min_price_cents}>
            <a
              className="chip"
              href={isChosen ? href('', '') : href(from, to)}
              aria-current={isChosen ? 'true' : undefined}
            >
              {rangeText(min_price_cents, max_price_cents, locale)} <span className="soft">{count}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
