// /console/statements/{id}: one statement with its lines and corrections.
import type { Adjustment } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { whoseFacts } from '../../features/partners/whose.tsx'
import { Period, StatementStatus } from '../../features/settlement/settlement-status.tsx'
import { Adjust, MarkPaid } from '../../features/settlement/statement-actions.tsx'
import { lineColumns } from '../../features/settlement/statement-columns.tsx'
import { StatementFacts } from '../../features/settlement/statement-facts.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, PageHead, Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const ADJUSTMENTS: readonly Column<Adjustment>[] = [
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} exact />,
  },
  { title: 'Made', cell: ({ created_at }) => <DateTime at={created_at} /> },
]

export function Statement({ id }: { id: string }) {
  const params = { settlement_id: id }
  const call = useCall()
  const list = useList('GET /api/operator/v1/settlements/{settlement_id}', { params }, ({ lines }) => lines)
  const first = list.data?.pages[0]
  if (!first) return list.error ? <Failure error={list.error} retry={list.refetch} /> : <Loading />
  const { settlement, adjustments } = first
  const reference: Fact[] = settlement.payment_reference ? [['Bank reference', settlement.payment_reference]] : []
  return (
    <>
      <PageHead
        title={
          <>
            {settlement.partner_name}, <Period of={settlement} />
          </>
        }
        aside={<StatementStatus status={settlement.status} />}
      />
      <div className="page-actions">
        {settlement.status === 'closed' ? (
          <MarkPaid
            of={settlement.partner_name}
            markPaid={(given) =>
              call('POST /api/operator/v1/settlements/{settlement_id}/paid', {
                params,
                body: given ? { reference: given } : {},
              })
            }
          />
        ) : null}
        <Adjust
          statement={settlement}
          adjust={(body) => call('POST /api/operator/v1/settlements/{settlement_id}/adjustments', { params, body })}
        />
      </div>
      <Panel title="Sums">
        <StatementFacts of={settlement} more={[...whoseFacts(settlement), ...reference]} />
      </Panel>
      {adjustments.length > 0 ? (
        <Panel title="Corrections of earlier statements">
          <Table
            caption="Corrections"
            columns={ADJUSTMENTS}
            rows={adjustments}
            rowKey={({ adjustment_id }) => adjustment_id}
          />
        </Panel>
      ) : null}
      <Panel title="Orders">
        <ListView
          list={list}
          caption="Orders on this statement"
          columns={lineColumns(settlement.currency, ({ order_public_id }) => `/console/orders/${order_public_id}`)}
          rowKey={({ order_public_id }) => order_public_id}
          empty={<Empty title="No orders">This statement holds corrections alone.</Empty>}
        />
      </Panel>
    </>
  )
}
