// /console/brokerage: every partner's cases.
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { caseColumns } from '../../features/brokerage/case-columns.tsx'
import { CASE_STATUS_OPTIONS } from '../../features/brokerage/case-words.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count, Money } from '../../ui/money.tsx'
import { type Fact, PageHead, Panel, Stats } from '../../ui/panel.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: CASE_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  ...WHOSE_FILTERS,
]
const COLUMNS = caseColumns(({ case_id }) => `/console/brokerage/${case_id}`)

export function Brokerage() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/brokerage'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/brokerage', { query }, ({ cases }) => cases)
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
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Brokerage cases"
          noun="case"
          columns={[...COLUMNS, ...whoseColumns]}
          rowKey={({ case_id }) => case_id}
          empty={<Empty title="No cases yet">Cases that partners and visitors open appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
