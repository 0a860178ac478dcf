// What a settlement run would close: one row for each statement.
import type { PreviewedSettlement } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/feedback.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { countText } from '../../ui/text.ts'
import { Period } from './settlement-status.tsx'

type Props = {
  preview: { settlements: readonly PreviewedSettlement[]; partners_left: number }
  renderPartner: (of: PreviewedSettlement) => ReactNode
}

export function SettlementPreview({ preview: { settlements, partners_left: left }, renderPartner }: Props) {
  const columns: Column<PreviewedSettlement>[] = [
    { title: 'Partner', cell: renderPartner },
    { title: 'Period', cell: (row) => <Period of={row} /> },
    { title: 'Orders', end: true, cell: ({ orders_count }) => <Count value={orders_count} /> },
    {
      title: 'Sales',
      end: true,
      cell: ({ gross_sold_cents, currency }) => <Money cents={gross_sold_cents} currency={currency} exact />,
    },
    {
      title: 'Adjustments',
      end: true,
      cell: ({ adjustments_cents, currency }) => <Money cents={adjustments_cents} currency={currency} exact />,
    },
    {
      title: 'Partner owes',
      end: true,
      cell: ({ amount_owed_cents, currency }) => <Money cents={amount_owed_cents} currency={currency} exact />,
    },
    {
      title: 'Commission earned',
      end: true,
      cell: ({ commission_earned_cents, currency }) => (
        <Money cents={commission_earned_cents} currency={currency} exact />
      ),
    },
  ]
  return (
    <>
      <p role="status">
        {settlements.length === 0
          ? 'No period has ended with something to settle.'
          : `The run closes ${countText(settlements.length, 'statement')}.`}
        {left > 0 ? ` ${countText(left, 'more partner account')} would be closed too and are not shown.` : ''}
      </p>
      {settlements.length === 0 ? null : (
        <Table
          caption="Statements that a run closes"
          columns={columns}
          rows={settlements}
          rowKey={({ settlement_id }) => settlement_id}
          empty={<Empty title="Nothing to close" />}
        />
      )}
    </>
  )
}
