// Columns of lists of statements and of their lines.
import type { Settlement, SettlementDetail } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { Count, Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { Period, StatementStatus } from './settlement-status.tsx'

/** `hrefOf`: the page of one statement. */
export const statementColumns = (hrefOf: (of: Settlement) => string): readonly Column<Settlement>[] => [
  {
    title: 'Period',
    cell: (row) => (
      <Link href={hrefOf(row)}>
        <Period of={row} />
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatementStatus status={status} /> },
  { title: 'Orders', end: true, cell: ({ orders_count }) => <Count value={orders_count} /> },
  {
    title: 'Sales',
    end: true,
    cell: ({ gross_sold_cents, currency }) => <Money cents={gross_sold_cents} currency={currency} exact />,
  },
  {
    title: 'Partner owes',
    end: true,
    cell: ({ amount_owed_cents, currency }) => <Money cents={amount_owed_cents} currency={currency} exact />,
  },
]

type Line = SettlementDetail['lines'][number]

/** The lines of a statement, all in its currency. */
export const lineColumns = (currency: string, hrefOf: (line: Line) => string): readonly Column<Line>[] => [
  {
    title: 'Domain',
    cell: (line) => (
      <Link className="name" href={hrefOf(line)}>
        {line.domain}
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
    title: 'Partner owes',
    end: true,
    cell: ({ amount_owed_cents: cents }) => <Money cents={cents} currency={currency} exact />,
  },
]
