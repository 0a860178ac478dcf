// Columns of lists of transactions, and their totals.
import type { Transaction, TransactionTotals } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { Stats } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'

const MODELS: Record<Transaction['payment_model'], { collector: string; label: string }> = {
  partner_collected: { collector: 'Partner', label: 'Collected by the partner' },
  service_collected: { collector: 'Marketplace', label: 'Collected by the marketplace' },
  brokerage: { collector: 'Brokerage', label: 'Brokerage' },
}

export const PAYMENT_MODEL_OPTIONS = Object.entries(MODELS).map(([value, { label }]) => ({ value, label }))

type Cents = 'sale_price_cents' | 'commission_cents' | 'net_cents'
const money = (title: string, field: Cents): Column<Transaction> => ({
  title,
  end: true,
  cell: (row) => <Money exact cents={row[field]} currency={row.currency} />,
})

/** `renderName`: the name, as a link where there is an order to lead to. */
export const transactionColumns = (renderName: (row: Transaction) => ReactNode): readonly Column<Transaction>[] => [
  { title: 'Domain', cell: renderName },
  { title: 'Type', cell: ({ type }) => wordText(type) },
  { title: 'Collected by', cell: ({ payment_model }) => MODELS[payment_model].collector },
  money('Price', 'sale_price_cents'),
  money('Commission', 'commission_cents'),
  money('Net', 'net_cents'),
  { title: 'Date', cell: ({ occurred_at }) => <DateTime at={occurred_at} /> },
]

export const TransactionSums = ({ totals: { currency, ...sums } }: { totals: TransactionTotals }) => (
  <Stats
    stats={[
      [`Number of sales in ${currency}`, <Count key="count" value={sums.count} />],
      ['Sales volume after refunds', <Money key="gmv" cents={sums.gmv_cents} currency={currency} />],
      ['Commission', <Money key="commission" cents={sums.commission_cents} currency={currency} />],
      ['Refunded', <Money key="refunded" cents={sums.refunded_cents} currency={currency} />],
    ]}
  />
)
