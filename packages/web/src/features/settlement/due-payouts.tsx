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

const Create = ({ due, create }: { due: DuePayout; create: (due: DuePayout) => Promise<unknown> }) => (
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
            ['Amount', <Amount key="amount" of={due} />],
            ['Recipient', due.partner_name],
            ['Type', wordText(due.kind)],
          ]}
        />
        <p>
          Creates one payout for each currency in which commission of this type is payable. You then send the money and
          mark the payout as sent.
        </p>
      </>
    }
    send={async () => {
      await create(due)
      return 'Payout created.'
    }}
  />
)

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
          <Create due={row} create={create} />
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
