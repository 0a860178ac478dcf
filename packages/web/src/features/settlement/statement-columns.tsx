// Columns of lists of statements and of their lines.
import type { Settlement, SettlementDetail } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { Count, Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { Period, StatementStatus } from './settlement-status.tsx'

/**
 * `toHref`: the page of one statement. `owed`: the title of the amount owed, which addresses the partner in its own portal.
 * `isSorted`: the list can be sorted by its columns.
 */
export const statementColumns = (
  toHref: (of: Settlement) => string,
  { owed = 'Partner owes', isSorted = false } = {},
): readonly Column<Settlement>[] => [
  {
    title: 'Period',
    ...(isSorted && { sort: 'period' }),
    cell: (row) => (
      <Link href={toHref(row)}>
        <Period of={row} />
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatementStatus status={status} /> },
  { title: 'Orders', end: true, cell: ({ orders_count }) => <Count value={orders_count} /> },
  {
    title: 'Sales',
    end: true,
    phone: 'hidden',
    cell: ({ gross_sold_cents, currency }) => <Money cents={gross_sold_cents} currency={currency} exact />,
  },
  {
    title: owed,
    end: true,
    phone: 'value',
    ...(isSorted && { sort: 'owed' }),
    cell: ({ amount_owed_cents, currency }) => <Money cents={amount_owed_cents} currency={currency} exact />,
  },
]

type Line = SettlementDetail['lines'][number]

/** The lines of a statement, all in its currency. */
export const lineColumns = (
  currency: string,
  toHref: (line: Line) => string,
  owed = 'Partner owes',
): readonly Column<Line>[] => [
  {
    title: 'Domain',
    cell: (line) => (
      <Link className="name" href={toHref(line)}>
        {line.domain_unicode}
      </Link>
    ),
  },
  {
    title: 'Collected by',
    cell: ({ payment_model }) => (payment_model === 'partner_collected' ? 'Partner' : 'Marketplace'),
  },
  {
    title: 'Price',
    end: true,
    cell: ({ sale_price_cents: cents }) => <Money cents={cents} currency={currency} exact />,
  },
  {
    title: 'Commission',
    end: true,
    cell: ({ commission_cents: cents }) => <Money cents={cents} currency={currency} exact />,
  },
  {
    title: owed,
    end: true,
    cell: ({ amount_owed_cents: cents }) => <Money cents={cents} currency={currency} exact />,
  },
]
