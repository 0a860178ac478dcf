// Payouts of referral commission.
import { useList } from '../../api/hooks.ts'
import { payoutColumns } from '../../features/settlement/payout-columns.tsx'
import { TotalPaid } from '../../features/settlement/total-paid.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ReferralPage } from './referral-page.tsx'

export const ReferralPayouts = () => (
  <ReferralPage>
    <Payouts />
  </ReferralPage>
)

function Payouts() {
  const list = useList('GET /api/partner/v1/me/payouts', {}, ({ payouts }) => payouts)
  return (
    <>
      <TotalPaid sums={list.data?.pages[0]?.total_paid ?? []} />
      <Panel title="Payouts">
        <ListView
          list={list}
          caption="Payouts of referral commission"
          columns={payoutColumns()}
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
