// /console/statements/{id}: one statement with its orders and corrections.
import type { Adjustment, OperatorSettlement, SettlementAction } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ShowEnvironment } from '../../features/operator/environment-choice.tsx'
import { whoseFacts } from '../../features/partners/whose.tsx'
import { StatementStatus } from '../../features/settlement/settlement-status.tsx'
import { periodText } from '../../features/settlement/settlement-words.ts'
import { Adjust, MarkPaid } from '../../features/settlement/statement-actions.tsx'
import { lineColumns } from '../../features/settlement/statement-columns.tsx'
import { PrintButton, StatementDocument } from '../../features/settlement/statement-document.tsx'
import { StatementFacts } from '../../features/settlement/statement-facts.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { PdfButton } from '../pdf-button.tsx'

const ADJUSTMENTS: readonly Column<Adjustment>[] = [
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
  },
  { title: 'Added', cell: ({ created_at }) => <DateTime at={created_at} /> },
]

/** Nothing for a statement from before there were documents. */
function StatementPdf({ settlementId }: { settlementId: string }) {
  const query = { settlement_id: settlementId }
  const list = useList('GET /api/operator/v1/documents', { query }, ({ documents }) => documents)
  const document = list.data?.pages[0]?.documents[0]
  return document ? (
    <PdfButton
      operation="GET /api/operator/v1/documents/{document_id}"
      input={{ params: { document_id: document.document_id } }}
      name={`${document.number}.pdf`}
      label="Download PDF"
    />
  ) : null
}

function Head({ settlement, loadAll }: { settlement: OperatorSettlement; loadAll: () => Promise<void> }) {
  const call = useCall()
  const params = { settlement_id: settlement.settlement_id }
  const may = useMay()
  const can = (wanted: SettlementAction): boolean =>
    settlement.actions.some(({ action }) => action === wanted) &&
    may(`POST /api/operator/v1/settlements/{settlement_id}/${wanted}`)
  return (
    <>
      <ShowEnvironment of={settlement.environment} />
      <RecordHead
        crumbs={[{ href: '/console/statements', text: 'Statements' }]}
        record={{
          kind: 'Statement',
          id: settlement.settlement_id,
          name: `${settlement.partner_name}, ${periodText(settlement.period_start, settlement.period_end, useLocale())}`,
        }}
        aside={<StatementStatus status={settlement.status} />}
      />
      <div className="page-actions">
        <PrintButton prepare={loadAll} />
        <StatementPdf settlementId={settlement.settlement_id} />
        {can('paid') ? (
          <MarkPaid
            of={settlement.partner_name}
            owed={{
              cents: settlement.amount_owed_cents,
              currency: settlement.currency,
              partner: settlement.partner_name,
            }}
            markPaid={(reference) =>
              call('POST /api/operator/v1/settlements/{settlement_id}/paid', {
                params,
                body: reference ? { reference } : {},
              })
            }
          />
        ) : null}
        {can('adjustments') ? (
          <Adjust
            statement={settlement}
            adjust={(body) => call('POST /api/operator/v1/settlements/{settlement_id}/adjustments', { params, body })}
          />
        ) : null}
      </div>
    </>
  )
}

const Corrections = ({ adjustments }: { adjustments: readonly Adjustment[] }) =>
  adjustments.length === 0 ? null : (
    <Panel title="Corrections of earlier statements">
      <Table
        caption="Corrections"
        columns={ADJUSTMENTS}
        rows={adjustments}
        rowKey={({ adjustment_id }) => adjustment_id}
      />
    </Panel>
  )

const listReference = ({ payment_reference: reference }: OperatorSettlement): readonly Fact[] =>
  reference ? [['Bank reference', reference]] : []

export function Statement({ id }: { id: string }) {
  const params = { settlement_id: id }
  const list = useList('GET /api/operator/v1/settlements/{settlement_id}', { params }, ({ lines }) => lines)
  /** A printed statement has all of its orders. */
  async function loadAll(): Promise<void> {
    for (let hasMore = list.hasNextPage; hasMore; ) hasMore = (await list.fetchNextPage()).hasNextPage
  }
  return (
    <Reading of={{ ...list, data: list.data?.pages[0] }} title="Statement">
      {({ settlement, adjustments }) => (
        <StatementDocument
          of={settlement}
          recipient={{ name: settlement.partner_name, id: settlement.partner_id }}
          isSandbox={settlement.environment === 'sandbox'}
        >
          <Head settlement={settlement} loadAll={loadAll} />
          <Panel title="Totals">
            <StatementFacts of={settlement} more={[...whoseFacts(settlement), ...listReference(settlement)]} />
          </Panel>
          <Corrections adjustments={adjustments} />
          <Panel title="Orders">
            <ListView
              list={list}
              caption="Orders on this statement"
              noun="order"
              columns={lineColumns(settlement.currency, ({ order_public_id: order }) => `/console/orders/${order}`)}
              rowKey={({ order_public_id }) => order_public_id}
              empty={<Empty title="No orders">This statement contains only corrections.</Empty>}
            />
          </Panel>
        </StatementDocument>
      )}
    </Reading>
  )
}
