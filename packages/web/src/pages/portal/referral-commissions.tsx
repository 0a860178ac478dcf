// Referral commission: entries and balances.
import { useList } from '../../api/hooks.ts'
import { BalanceStats, entryColumns } from '../../features/links/commission-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ReferralPage } from './referral-page.tsx'

export const ReferralCommissions = () => (
  <ReferralPage>
    <Commissions />
  </ReferralPage>
)

function Commissions() {
  const list = useList('GET /api/partner/v1/me/commissions', {}, ({ entries }) => entries)
  const balances = list.data?.pages[0]?.balance ?? []
  return (
    <>
      {balances.map((balance) => (
        <BalanceStats key={balance.currency} balance={balance} />
      ))}
      <Panel title="Entries">
        <ListView
          list={list}
          caption="Commission entries"
          columns={entryColumns}
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
