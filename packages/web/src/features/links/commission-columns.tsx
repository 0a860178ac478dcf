// Columns of referred sales and commission entries, and the balance.
import type { CommissionBalance, CommissionEntry, ReferredSale } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Stats } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'

type Category = CommissionEntry['category']

const CATEGORIES: Record<Category, { text: string; tone: Tone }> = {
  accrued: { text: 'Earned', tone: 'info' },
  pending: { text: 'Payable', tone: 'warn' },
  paid_out: { text: 'Paid out', tone: 'good' },
  reversed: { text: 'Reversed', tone: 'bad' },
}

const CategoryBadge = ({ category }: { category: Category }) => (
  <Badge tone={CATEGORIES[category].tone}>{CATEGORIES[category].text}</Badge>
)

export const saleColumns = (getLinkName: (linkId: string) => string): readonly Column<ReferredSale>[] => [
  { title: 'Domain', cell: ({ domain }) => <span className="name">{domain}</span> },
  { title: 'Price', end: true, cell: (sale) => <Money cents={sale.amount_cents} currency={sale.currency} /> },
  { title: 'Commission', end: true, cell: (sale) => <Money cents={sale.commission_cents} currency={sale.currency} /> },
  {
    title: 'Status',
    cell: ({ commission_category: category }) =>
      category ? (
        <CategoryBadge category={category} />
      ) : (
        <span className="soft">Your own sale: no referral commission</span>
      ),
  },
  { title: 'Buyer', cell: ({ buyer }) => (buyer ? [buyer.email, buyer.country].filter(Boolean).join(', ') : '–') },
  { title: 'Link', cell: ({ link_id }) => getLinkName(link_id) },
  { title: 'Sold', cell: ({ occurred_at }) => <DateTime at={occurred_at} /> },
]

export const entryColumns: readonly Column<CommissionEntry>[] = [
  { title: 'Entry', cell: ({ category }) => <CategoryBadge category={category} /> },
  { title: 'Amount', end: true, cell: (entry) => <Money exact cents={entry.amount_cents} currency={entry.currency} /> },
  {
    title: 'Balance after',
    end: true,
    cell: (entry) => <Money exact cents={entry.running_balance_cents} currency={entry.currency} />,
  },
  {
    title: 'Sale or payout',
    cell: ({ sale_id, payout_id }) => <span className="mono">{payout_id ?? sale_id ?? '–'}</span>,
  },
  {
    title: 'Payable from',
    cell: ({ available_at }) => (available_at ? <DateTime at={available_at} precision="day" /> : '–'),
  },
  { title: 'Date', cell: ({ created_at }) => <DateTime at={created_at} /> },
]

export const BalanceStats = ({ balance: { currency, ...sums } }: { balance: CommissionBalance }) => (
  <Stats
    stats={[
      ['Earned, not payable yet', <Money key="accrued" cents={sums.accrued_cents} currency={currency} />],
      ['Payable', <Money key="pending" cents={sums.pending_cents} currency={currency} />],
      ['Paid out', <Money key="paid" cents={sums.paid_out_cents} currency={currency} />],
      ['Reversed', <Money key="reversed" cents={sums.reversed_cents} currency={currency} />],
    ]}
  />
)
