// Referral commission: entries and balances.

import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useKept } from '../../api/use-kept.ts'
import { BalanceStats, entryColumns } from '../../features/links/commission-columns.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { ReferralPage } from './referral-page.tsx'

export const ReferralCommissions = () => (
  <ReferralPage>
    <Commissions />
  </ReferralPage>
)

const FILTERS = [{ name: 'period', label: 'Date', type: 'period' }] as const
const LIST = 'GET /api/partner/v1/me/commissions'

function Commissions() {
  const query = useFilters<NonNullable<Query<typeof LIST>>>(FILTERS)
  const state = useTableState('portal.commissions', entryColumns, NEWEST_FIRST)
  const list = useList(LIST, { query }, ({ entries }) => entries)
  const balances = useKept(list.data?.pages[0]?.balance)
  // They come together: the sums would move the entries down.
  if (!balances && list.isPending) return <Loading />
  return (
    <>
      {balances?.map((balance) => (
        <BalanceStats key={balance.currency} balance={balance} />
      ))}
      <Panel title="Entries">
        <FilterBar filters={FILTERS} />
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="commission.csv" />} />
        <ListView
          list={list}
          caption="Commission entries"
          noun="entry"
          state={state}
          filtered={isFiltered(query)}
          rowKey={({ entry_id }) => entry_id}
          empty={
            <Empty title="No commission yet">
              You earn commission when a referred sale is made. It becomes payable 30 days after delivery.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
