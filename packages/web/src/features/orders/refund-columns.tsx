// Columns of lists of refunds.
import type { Refund } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'

const TONES = { pending: 'warn', completed: 'good', failed: 'bad' } as const

/** `toHref`: the page of the order. */
export const refundColumns = (toHref: (refund: Refund) => string): readonly Column<Refund>[] => [
  {
    title: 'Domain',
    cell: (refund) => (
      <Link className="name" href={toHref(refund)}>
        {refund.order.domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{wordText(status)}</Badge> },
  { title: 'Reason', cell: ({ reason }) => wordText(reason) },
  { title: 'Amount', end: true, cell: (row) => <Money exact cents={row.amount_cents} currency={row.currency} /> },
  {
    title: 'Commission reversed',
    end: true,
    cell: (row) => <Money exact cents={row.commission_clawback_cents} currency={row.currency} />,
  },
  { title: 'Reference', cell: ({ external_refund_ref }) => external_refund_ref ?? '–' },
  { title: 'Date', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} /> },
]
