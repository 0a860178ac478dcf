// /console/statements: monthly statements of partners, and closing periods manually.
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { RunSettlement } from '../../features/settlement/run-settlement.tsx'
import { STATEMENT_STATUS_OPTIONS } from '../../features/settlement/settlement-words.ts'
import { statementColumns } from '../../features/settlement/statement-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    // An open period has no statement yet.
    options: STATEMENT_STATUS_OPTIONS.filter(({ value }) => value !== 'open'),
  },
  ...WHOSE_FILTERS,
]
const COLUMNS = statementColumns(({ settlement_id }) => `/console/statements/${settlement_id}`)

export function Statements() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/settlements'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/settlements', { query }, ({ settlements }) => settlements)
  return (
    <>
      <PageHead title="Statements" text="What partners owe the marketplace for the sales they collected, by month." />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Statements"
          noun="statement"
          columns={[...COLUMNS, ...whoseColumns]}
          rowKey={({ settlement_id }) => settlement_id}
          empty={<Empty title="No statements yet">Statements appear here when a period is closed.</Empty>}
        />
      </Panel>
      <May call="POST /api/operator/v1/settlements/run">
        <Panel title="Close periods">
          <p>
            Months that have ended are closed automatically. You can close them now. Running it again is safe: each
            order appears on one statement only.
          </p>
          <RunSettlement />
        </Panel>
      </May>
    </>
  )
}
