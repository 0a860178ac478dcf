// Nothing matches: the filters that can be dropped, one by one.
import { Empty } from '../../ui/feedback.tsx'
import { categoryText } from './category-text.ts'
import type { Filters } from './market-filters.tsx'

export type Loosened = { filter: keyof Filters; href: string }

const TEXTS: Record<keyof Filters, (value: string) => string> = {
  q: (value) => `Remove the words “${value}”`,
  tld: (value) => `Show every extension, not only .${value.replace(/^\./, '')}`,
  category: (value) => `Show every category, not only ${categoryText(value)}`,
  from: (value) => `Remove the minimum price of ${value}`,
  to: (value) => `Remove the maximum price of ${value}`,
  length: (value) => `Show longer domains than ${value} characters`,
  sort: () => 'Change the order',
}

export const NoMatch = ({ filters, loosened }: { filters: Filters; loosened: readonly Loosened[] }) => (
  <Empty title="No domains match these filters">
    <ul className="plain-list loosen">
      {loosened.map(({ filter, href }) => (
        <li key={filter}>
          <a href={href}>{TEXTS[filter](filters[filter])}</a>
        </li>
      ))}
      <li>
        <a href="/market">See all domains for sale</a>
      </li>
    </ul>
  </Empty>
)
