// Statements: what the partner owes and keeps for each period.

import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { statementColumns } from '../../features/settlement/statement-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { MoneyHead } from './money-head.tsx'

const COLUMNS = statementColumns(({ settlement_id }) => `/portal/money/${settlement_id}`, { owed: 'You owe' })

const LIST = 'GET /api/partner/v1/settlements'
const FILTERS = [{ name: 'period', label: 'Period', type: 'period' }] as const

export function Money() {
  const { isSandbox } = useWorkplace()
  const state = useTableState('portal.statements', COLUMNS, NEWEST_FIRST)
  const query = useFilters<NonNullable<Query<typeof LIST>>>(FILTERS)
  const list = useList(LIST, { query }, ({ settlements }) => settlements)
  return (
    <>
      <MoneyHead text="One statement per calendar month (UTC). An open statement shows the totals so far." />
      <Panel title="Statements">
        <FilterBar filters={FILTERS} />
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="statements.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Statements"
          noun="statement"
          state={state}
          rowKey={({ settlement_id }) => settlement_id}
          empty={
            <Empty title="No statements yet">
              {isSandbox
                ? 'Confirm the delivery of an order, then run settlement under Sandbox tools.'
                : 'Your first statement opens with your first delivered order.'}
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
