// /console/statements: monthly statements of partners, and closing periods manually.
import type { OperatorSettlement } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList, useRead, useReadAgain, useTransport } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import type { Environment } from '../../features/partners/environment.tsx'
import { PartnerLink, WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { markStatementsPaid } from '../../features/settlement/mark-many.tsx'
import { RunSettlement } from '../../features/settlement/run-settlement.tsx'
import { SettlementPreview } from '../../features/settlement/settlement-preview.tsx'
import { periodText, STATEMENT_STATUS_OPTIONS } from '../../features/settlement/settlement-words.ts'
import { statementColumns } from '../../features/settlement/statement-columns.tsx'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    // An open period has no statement yet.
    options: STATEMENT_STATUS_OPTIONS.filter(({ value }) => value !== 'open'),
  },
  { name: 'period', label: 'Period', type: 'period' },
  ...WHOSE_FILTERS,
]
const COLUMNS: readonly Column<OperatorSettlement>[] = [
  ...statementColumns(({ settlement_id }) => `/console/statements/${settlement_id}`, { isSorted: true }),
  ...whoseColumns,
]
const LIST = 'GET /api/operator/v1/settlements'
const PAID = 'POST /api/operator/v1/settlements/{settlement_id}/paid'
type StatementsQuery = NonNullable<Query<typeof LIST>>

/** A run closes both environments, so the preview shows both. */
function Preview({ period }: { period: string | undefined }) {
  const [live, sandbox] = [useQuestion('live', period), useQuestion('sandbox', period)]
  return (
    <>
      <h3>Live</h3>
      <Reading of={live}>
        {(preview) => <SettlementPreview preview={preview} renderPartner={(row) => <PartnerLink of={row} />} />}
      </Reading>
      <h3>Sandbox</h3>
      <Reading of={sandbox}>
        {(preview) => <SettlementPreview preview={preview} renderPartner={(row) => <PartnerLink of={row} />} />}
      </Reading>
    </>
  )
}

const useQuestion = (environment: Environment, period: string | undefined) =>
  useRead(
    'GET /api/operator/v1/settlements/preview',
    { query: { environment, ...(period ? { period } : {}) } },
    { every: false },
  )

export function Statements() {
  const filters = useFilters<StatementsQuery>(FILTERS)
  const state = useTableState('console.statements', COLUMNS, { by: 'period', direction: 'desc' })
  const query = withSort<StatementsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ settlements }) => settlements)
  const transport = useTransport()
  const locale = useLocale()
  const canMark = useMay()(PAID)
  const { environment } = useShownEnvironment()
  const readAgain = useReadAgain()
  const selection = useSelection<OperatorSettlement>(
    ({ settlement_id }) => settlement_id,
    ({ partner_name, period_start, period_end, currency }) =>
      `${partner_name}, ${periodText(period_start, period_end, locale)}, ${currency}`,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
  const markPaid = markStatementsPaid(({ settlement_id }, body) =>
    transport.send(PAID, { params: { settlement_id }, body }),
  )
  return (
    <>
      <PageHead title="Statements" text="What partners owe the marketplace for the sales they collected, by month." />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="statements.csv" />} />
        <EachBar selection={selection} noun="statement" actions={[markPaid]} onDone={readAgain} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Statements"
          noun="statement"
          state={state}
          selection={canMark ? selection : undefined}
          rowKey={({ settlement_id }) => settlement_id}
          empty={<Empty title="No statements yet">Statements appear here when a period is closed.</Empty>}
        />
      </Panel>
      <May call="POST /api/operator/v1/settlements/run">
        <Panel title="Close periods">
          <p>
            Months that have ended are closed automatically. You can close them now, in live and the sandbox. The
            preview shows what a run closes. Running it again is safe: each order appears on one statement only.
          </p>
          <RunSettlement renderPreview={(period) => <Preview period={period} />} />
        </Panel>
      </May>
    </>
  )
}
