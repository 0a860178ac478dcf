// /console/brokerage: every partner's cases.
import type { OperatorBrokerageCase } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { caseColumns } from '../../features/brokerage/case-columns.tsx'
import { CASE_STATUS_OPTIONS, OPEN_CASES } from '../../features/brokerage/case-words.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, PageHead, Panel, Stats } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: [OPEN_CASES, ...CASE_STATUS_OPTIONS] },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  ...WHOSE_FILTERS,
]
const COLUMNS: readonly Column<OperatorBrokerageCase>[] = [
  ...caseColumns(({ case_id }) => `/console/brokerage/${case_id}`, { isSorted: true }),
  ...whoseColumns,
]
const LIST = 'GET /api/operator/v1/brokerage'
type CasesQuery = NonNullable<Query<typeof LIST>>

export function Brokerage() {
  const filters = useFilters<CasesQuery>(FILTERS)
  const state = useTableState('console.brokerage', COLUMNS, { by: 'created', direction: 'desc' })
  const query = { ...filters, ...(state.sort && { sort: state.sort as NonNullable<CasesQuery['sort']> }) }
  const list = useList(LIST, { query }, ({ cases }) => cases)
  const totals = list.data?.pages[0]?.totals
  return (
    <>
      <PageHead title="Brokerage" text="Negotiations for domains that are not listed for sale." />
      <FilterBar filters={FILTERS} />
      {totals ? (
        <Stats
          stats={[
            ['Open cases', <Count key="open" value={totals.open} />],
            ['Completed cases', <Count key="completed" value={totals.completed} />],
            ...totals.by_currency
              .filter(({ completed }) => completed > 0)
              .map(
                ({ currency, deal_cents }): Fact => [
                  `Deal volume in ${currency}`,
                  <Money key={currency} cents={deal_cents} currency={currency} />,
                ],
              ),
          ]}
        />
      ) : null}
      {list.isPending ? <Loading /> : null}
      <Panel>
        <ListTools
          state={state}
          download={<CsvButton operation={LIST} input={{ query }} name="brokerage-cases.csv" />}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Brokerage cases"
          noun="case"
          state={state}
          rowKey={({ case_id }) => case_id}
          empty={<Empty title="No cases yet">Cases that partners and visitors open appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
