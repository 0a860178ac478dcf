// Columns of lists of payouts.
import type { OperatorPayout, Payout } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'
import { PayoutStatus } from './settlement-status.tsx'

type Row = Omit<Payout, 'kind'> & { kind: OperatorPayout['kind'] }

/** `sorts`: the columns that the list can be sorted by. */
export const payoutColumns = (sorts: readonly ('amount' | 'created')[]): readonly Column<Row>[] => [
  { title: 'Payout ID', cell: ({ payout_id }) => <span className="mono">{payout_id}</span> },
  { title: 'Type', cell: ({ kind }) => wordText(kind) },
  { title: 'Status', cell: ({ status }) => <PayoutStatus status={status} /> },
  {
    title: 'Amount',
    end: true,
    ...(sorts.includes('amount') && { sort: 'amount' }),
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} exact />,
  },
  { title: 'Reference', phone: 'hidden', cell: ({ reference }) => reference ?? '–' },
  {
    title: 'Created',
    ...(sorts.includes('created') && { sort: 'created' }),
    cell: ({ created_at }) => <DateTime at={created_at} precision="day" />,
  },
]
