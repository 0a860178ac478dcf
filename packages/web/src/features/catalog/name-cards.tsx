// Domains for sale as cards with price and link.

import type { MarketMatch } from '@freehold/sdk/types'
import { DomainText } from '../../ui/domain-text.tsx'
import { Price } from '../../ui/price.tsx'
import { categoryText } from './category-text.ts'

export type NameForSale = Pick<MarketMatch, 'domain' | 'domain_unicode' | 'price_cents' | 'currency' | 'reason'> & {
  categories?: readonly string[]
}

export const NameCards = ({ names }: { names: readonly NameForSale[] }) => (
  <ul className="name-cards">
    {names.map(({ domain, domain_unicode, price_cents, currency, categories = [], reason }) => (
      <li key={domain} className="name-card">
        <a className="name-card__name name" href={`/domains/${domain}`}>
          <DomainText domain={domain_unicode} />
        </a>
        <span className="name-card__foot">
          <span className="name-card__price">
            <Price cents={price_cents} currency={currency} />
          </span>
          {categories[0] ? <span className="soft small">{categoryText(categories[0])}</span> : null}
        </span>
        {reason ? <span className="soft small">{reason}</span> : null}
      </li>
    ))}
  </ul>
)
