// Columns of referral links, from clicks to commission.
import type { ReferralLink } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { Count, Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { linkName, targetText } from './link-words.ts'

/** A link's sums are given without a currency: where the sales are in several, they are left out. */
export const linkColumns = (currency: string | null): readonly Column<ReferralLink>[] => [
  ...COUNTS,
  ...(currency ? sums(currency) : []),
]

const COUNTS: readonly Column<ReferralLink>[] = [
  {
    title: 'Link',
    cell: (link) => (
      <>
        <strong>{linkName(link)}</strong>
        {link.label ? <div className="soft small">{targetText(link)}</div> : null}
      </>
    ),
  },
  {
    title: 'URL',
    cell: (link) => <Copyable text={link.url} label={`the URL of ${linkName(link)}`} />,
  },
  { title: 'Clicks', end: true, cell: ({ stats }) => <Count value={stats.clicks} /> },
  { title: 'Unique clicks', end: true, cell: ({ stats }) => <Count value={stats.unique_clicks} /> },
  { title: 'Sales', end: true, cell: ({ stats }) => <Count value={stats.sales} /> },
]

const sums = (currency: string): Column<ReferralLink>[] => [
  {
    title: 'Sales volume',
    end: true,
    cell: ({ stats }) => <Money cents={stats.sale_amount_cents} currency={currency} />,
  },
  { title: 'Commission', end: true, cell: ({ stats }) => <Money cents={stats.commission_cents} currency={currency} /> },
]
