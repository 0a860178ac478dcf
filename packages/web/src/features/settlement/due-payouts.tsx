// What is due for payout, by partner, kind and currency, with the button that creates the payout.
import type { DuePayout } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { ActionButton } from '../../ui/action.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'

type Props = {
  due: readonly DuePayout[]
  renderPartner: (due: DuePayout) => ReactNode
  /** Null: the operator may not create payouts. */
  create: ((due: DuePayout) => Promise<unknown>) | null
}

const Amount = ({ of }: { of: DuePayout }) => <Money cents={of.amount_cents} currency={of.currency} exact />

type CreateProps = { due: DuePayout; together: readonly DuePayout[]; create: (due: DuePayout) => Promise<unknown> }

/** `together`: every currency in which this commission is paid. */
const Create = ({ due, together, create }: CreateProps) => (
  <ActionButton
    small
    label="Create payout"
    of={`${due.partner_name}, ${wordText(due.kind)}, ${due.currency}`}
    title={`Create payout: ${due.partner_name}`}
    confirm="Create payout"
    text={
      <>
        <Facts
          facts={[
            ...together.map((one) => [`Amount in ${one.currency}`, <Amount key={one.currency} of={one} />] as const),
            ['Recipient', due.partner_name],
            ['Type', wordText(due.kind)],
          ]}
        />
        <p>
          {together.length > 1 ? 'Creates one payout for each currency. ' : null}You then send the money and mark the
          payout as sent.
        </p>
      </>
    }
    send={async () => {
      await create(due)
      return 'Payout created.'
    }}
  />
)

const isPaidWith = (one: DuePayout, other: DuePayout): boolean =>
  one.payable && one.partner_id === other.partner_id && one.environment === other.environment && one.kind === other.kind

export function DuePayouts({ due, renderPartner, create }: Props) {
  const columns: Column<DuePayout>[] = [
    { title: 'Partner', cell: renderPartner },
    { title: 'Type', cell: ({ kind }) => wordText(kind) },
    { title: 'Amount due', end: true, cell: (row) => <Amount of={row} /> },
    {
      title: 'Actions',
      end: true,
      cell: (row) =>
        !row.payable ? (
          <Badge>
            Below <Money cents={row.minimum_cents} currency={row.currency} />
          </Badge>
        ) : create ? (
          <Create due={row} together={due.filter((one) => isPaidWith(one, row))} create={create} />
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Table
      caption="Due for payout"
      columns={columns}
      rows={due}
      rowKey={({ partner_id, environment, kind, currency }) => `${partner_id} ${environment} ${kind} ${currency}`}
      empty={<Empty title="Nothing is due">Commission appears here when it becomes payable.</Empty>}
    />
  )
}
