// Brokerage: totals, the list of cases, and opening a case.

import type { BrokerageTotals } from '@freehold/sdk/types'
import { useLocation } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useCall, useList } from '../../api/hooks.ts'
import { caseColumns } from '../../features/brokerage/case-columns.tsx'
import { CASE_STATUS_OPTIONS } from '../../features/brokerage/case-words.ts'
import { OpenCase } from '../../features/brokerage/open-case.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, PageHead, Panel, Stats } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: CASE_STATUS_OPTIONS },
  { name: 'period', label: 'Opened', type: 'period' },
]
const COLUMNS = caseColumns(({ case_id }) => `/portal/brokerage/${case_id}`, ['created'])
const LIST = 'GET /api/partner/v1/brokerage'
type CasesQuery = NonNullable<Query<typeof LIST>>

export function Brokerage() {
  const { isOwner } = useWorkplace()
  const [, goTo] = useLocation()
  const call = useCall()
  const filters = useFilters<CasesQuery>(FILTERS)
  const state = useTableState('portal.brokerage', COLUMNS, NEWEST_FIRST)
  const query = withSort<CasesQuery>(filters, state)
  const list = useList(LIST, { query }, ({ cases }) => cases)
  const totals = list.data?.pages[0]?.totals
  return (
    <>
      <PageHead
        title="Brokerage"
        text="Your customer wants a domain that is taken? Our brokers negotiate with its owner."
      />
      {totals ? <Totals totals={totals} /> : null}
      {list.isPending ? <Loading /> : null}
      {isOwner ? (
        <OpenCase
          check={(domain) => call('GET /api/partner/v1/brokerage/eligibility', { query: { domain } })}
          open={async (body) =>
            goTo(`/portal/brokerage/${(await call('POST /api/partner/v1/brokerage', { body })).case_id}`)
          }
        />
      ) : null}
      <Panel title="Cases">
        <FilterBar filters={FILTERS} />
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
          empty={
            <Empty title="No cases yet">
              Cases you open appear here with their progress. Check a domain above to open one.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}

function Totals({ totals }: { totals: BrokerageTotals }) {
  const sums = totals.by_currency.flatMap(({ currency, deal_cents, commission_cents }): Fact[] => [
    [`Deal volume in ${currency}`, <Money key="deals" cents={deal_cents} currency={currency} />],
    [`Your commission in ${currency}`, <Money key="share" cents={commission_cents} currency={currency} />],
  ])
  return (
    <Stats
      stats={[
        ['Open cases', <Count key="open" value={totals.open} />],
        ['Completed cases', <Count key="completed" value={totals.completed} />],
        ...sums,
      ]}
    />
  )
}
