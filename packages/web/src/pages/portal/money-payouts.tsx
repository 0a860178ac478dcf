// Payouts to the partner: commission on sales the marketplace collected, and brokerage.

import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useKept } from '../../api/use-kept.ts'
import { payoutColumns } from '../../features/settlement/payout-columns.tsx'
import { TotalPaid } from '../../features/settlement/total-paid.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { MoneyHead } from './money-head.tsx'

const COLUMNS = payoutColumns(['created'])
const LIST = 'GET /api/partner/v1/payouts'
const FILTERS = [{ name: 'period', label: 'Created', type: 'period' }] as const
type PayoutsQuery = NonNullable<Query<typeof LIST>>

export function Payouts() {
  const state = useTableState('portal.payouts', COLUMNS, NEWEST_FIRST)
  const filters = useFilters<PayoutsQuery>(FILTERS)
  const query = withSort<PayoutsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ payouts }) => payouts)
  const paid = useKept(list.data?.pages[0]?.total_paid)
  // The sums and the list come together: the sums would move it down.
  return (
    <>
      <MoneyHead text="What we pay you: commission on sales through our checkout, and your commission on brokered deals." />
      {!paid && list.isPending ? (
        <Loading />
      ) : (
        <>
          <TotalPaid sums={paid ?? []} />
          <Panel title="Payouts">
            <FilterBar filters={FILTERS} />
            <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="payouts.csv" />} />
            <ListView
              list={list}
              filtered={isFiltered(filters)}
              caption="Payouts"
              noun="payout"
              state={state}
              rowKey={({ payout_id }) => payout_id}
              empty={
                <Empty title="No payouts yet">
                  We create payouts every month from your payable commission. They appear here.
                </Empty>
              }
            />
          </Panel>
        </>
      )}
    </>
  )
}
