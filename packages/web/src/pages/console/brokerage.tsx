// /console/brokerage: every partner's cases.

import type { OperatorBrokerageCase } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList, useReadAgain, useTransport } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { caseColumns } from '../../features/brokerage/case-columns.tsx'
import { CASE_STATUS_OPTIONS, OPEN_CASES } from '../../features/brokerage/case-words.ts'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, PageHead, Panel, Stats } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { countText } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: [OPEN_CASES, ...CASE_STATUS_OPTIONS] },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  { name: 'period', label: 'Opened', type: 'period' },
  ...WHOSE_FILTERS,
]
const COLUMNS: readonly Column<OperatorBrokerageCase>[] = [
  ...caseColumns(({ case_id }) => `/console/brokerage/${case_id}`, ['created', 'updated']),
  ...whoseColumns,
]
const LIST = 'GET /api/operator/v1/brokerage'
const NO_DEAL = 'POST /api/operator/v1/brokerage/{case_id}/no_deal'
type CasesQuery = NonNullable<Query<typeof LIST>>

export function Brokerage() {
  const filters = useFilters<CasesQuery>(FILTERS)
  const state = useTableState('console.brokerage', COLUMNS, NEWEST_FIRST)
  const query = withSort<CasesQuery>(filters, state)
  const list = useList(LIST, { query }, ({ cases }) => cases)
  const totals = list.data?.pages[0]?.totals
  const transport = useTransport()
  const canClose = useMay()(NO_DEAL)
  const { environment } = useShownEnvironment()
  const readAgain = useReadAgain()
  const selection = useSelection<OperatorBrokerageCase>(
    ({ case_id }) => case_id,
    ({ domain_unicode }) => domain_unicode,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
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
        <EachBar
          selection={selection}
          noun="case"
          actions={[
            {
              label: (count) => `Close ${countText(count, 'case')} without a deal`,
              accepts: ({ actions }) => actions.some(({ action }) => action === 'no_deal'),
              confirm:
                'Closes the cases because no price was agreed. Partners and buyers see it. This cannot be undone.',
              send: ({ case_id }) => transport.send(NO_DEAL, { params: { case_id }, body: {} }),
            },
          ]}
          onDone={readAgain}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Brokerage cases"
          noun="case"
          state={state}
          selection={canClose ? selection : undefined}
          rowKey={({ case_id }) => case_id}
          empty={<Empty title="No cases yet">Cases that partners and visitors open appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
