// One statement with its orders and corrections.
import type { Adjustment } from '@freehold/sdk/types'
import { useRead } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { StatementStatus } from '../../features/settlement/settlement-status.tsx'
import { periodText } from '../../features/settlement/settlement-words.ts'
import { lineColumns } from '../../features/settlement/statement-columns.tsx'
import { PrintButton, StatementDocument } from '../../features/settlement/statement-document.tsx'
import { StatementFacts } from '../../features/settlement/statement-facts.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { CsvButton } from '../csv-button.tsx'
import { PdfButton } from '../pdf-button.tsx'

const ADJUSTMENTS: readonly Column<Adjustment>[] = [
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'Amount', end: true, cell: (row) => <Money exact cents={row.amount_cents} currency={row.currency} /> },
  { title: 'Added', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

export function Statement({ id }: { id: string }) {
  const params = { settlement_id: id }
  const { partner, isSandbox } = useWorkplace()
  const locale = useLocale()
  const read = useRead('GET /api/partner/v1/settlements/{settlement_id}', { params })
  return (
    <Reading of={read} title="Statement">
      {(statement) => (
        <StatementDocument
          of={statement}
          recipient={{ name: partner.name, id: partner.partner_id }}
          isSandbox={isSandbox}
        >
          <RecordHead
            crumbs={[{ href: '/portal/money', text: 'Statements' }]}
            record={{
              kind: 'Statement',
              id,
              name: periodText(statement.period_start, statement.period_end, locale),
            }}
            text={`Statement in ${statement.currency}`}
            aside={<StatementStatus status={statement.status} />}
          />
          <div className="page-actions">
            <PrintButton />
            {statement.status === 'open' ? null : (
              <PdfButton
                operation="GET /api/partner/v1/settlements/{settlement_id}"
                input={{ params }}
                name={`${id}.pdf`}
                label="Download PDF"
              />
            )}
          </div>
          <Panel title="Totals">
            <StatementFacts of={statement} isOwn />
          </Panel>
          <Panel
            title="Orders"
            aside={
              <CsvButton
                operation="GET /api/partner/v1/settlements/{settlement_id}"
                input={{ params }}
                name={`${id}.csv`}
              />
            }
          >
            <Table
              caption="Orders on this statement"
              columns={lineColumns(statement.currency, (line) => `/portal/orders/${line.order_public_id}`, 'You owe')}
              rows={statement.lines}
              rowKey={({ order_public_id }) => order_public_id}
              empty={
                <Empty title="No orders in this period">
                  Delivered orders appear on the statement of their period.
                </Empty>
              }
            />
          </Panel>
          {statement.adjustments.length > 0 ? (
            <Panel title="Corrections">
              <Table
                caption="Corrections of earlier statements"
                columns={ADJUSTMENTS}
                rows={statement.adjustments}
                rowKey={({ adjustment_id }) => adjustment_id}
              />
            </Panel>
          ) : null}
        </StatementDocument>
      )}
    </Reading>
  )
}
