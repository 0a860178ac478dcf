// Payouts of referral commission.

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
import { ReferralPage } from './referral-page.tsx'

export const ReferralPayouts = () => (
  <ReferralPage>
    <Payouts />
  </ReferralPage>
)

const COLUMNS = payoutColumns(['amount', 'created'])
const LIST = 'GET /api/partner/v1/me/payouts'
const FILTERS = [{ name: 'period', label: 'Created', type: 'period' }] as const
type PayoutsQuery = NonNullable<Query<typeof LIST>>

function Payouts() {
  const state = useTableState('portal.referral-payouts', COLUMNS, NEWEST_FIRST)
  const filters = useFilters<PayoutsQuery>(FILTERS)
  const query = withSort<PayoutsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ payouts }) => payouts)
  const paid = useKept(list.data?.pages[0]?.total_paid)
  // They come together: the sums would move the list down.
  if (!paid && list.isPending) return <Loading />
  return (
    <>
      <TotalPaid sums={paid ?? []} />
      <Panel title="Payouts">
        <FilterBar filters={FILTERS} />
        <ListTools
          state={state}
          download={<CsvButton operation={LIST} input={{ query }} name="referral-payouts.csv" />}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Payouts of referral commission"
          noun="payout"
          state={state}
          rowKey={({ payout_id }) => payout_id}
          empty={
            <Empty title="No payouts yet">
              We create payouts every month once your payable commission reaches $50, or the same number in another
              currency.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
