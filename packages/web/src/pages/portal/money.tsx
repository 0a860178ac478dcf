// Statements: what the partner owes and keeps for each period.

import { useList } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { statementColumns } from '../../features/settlement/statement-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { MoneyHead } from './money-head.tsx'

const COLUMNS = statementColumns(({ settlement_id }) => `/portal/money/${settlement_id}`, { owed: 'You owe' })

const LIST = 'GET /api/partner/v1/settlements'

export function Money() {
  const { isSandbox } = useWorkplace()
  const state = useTableState('portal.statements', COLUMNS, NEWEST_FIRST)
  const list = useList(LIST, {}, ({ settlements }) => settlements)
  return (
    <>
      <MoneyHead text="One statement per calendar month (UTC). An open statement shows the totals so far." />
      <Panel title="Statements">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{}} name="statements.csv" />} />
        <ListView
          list={list}
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
