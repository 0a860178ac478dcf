// Columns of lists of brokerage cases.
import type { BrokerageCase } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { CaseStatus } from './case-status.tsx'

/** `toHref`: the page of one case. `sorts`: the columns that the list can be sorted by. */
export const caseColumns = (
  toHref: (of: BrokerageCase) => string,
  sorts: readonly ('created' | 'updated')[],
): readonly Column<BrokerageCase>[] => [
  {
    title: 'Domain',
    cell: (row) => (
      <Link className="name" href={toHref(row)}>
        {row.domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <CaseStatus status={status} /> },
  {
    title: 'Budget',
    end: true,
    cell: ({ budget_cents, currency }) => <Money cents={budget_cents} currency={currency} />,
  },
  {
    title: 'Deal price',
    end: true,
    phone: 'hidden',
    cell: ({ deal_price_cents: deal, currency }) => (deal === null ? '–' : <Money cents={deal} currency={currency} />),
  },
  {
    title: 'Last update',
    ...(sorts.includes('updated') && { sort: 'updated' }),
    cell: ({ updated_at }) => <DateTime at={updated_at} />,
  },
  {
    title: 'Opened',
    phone: 'hidden',
    ...(sorts.includes('created') && { sort: 'created' }),
    cell: ({ created_at }) => <DateTime at={created_at} precision="day" />,
  },
]
