// Payouts to the partner: commission on sales the marketplace collected, and brokerage.
import { useList } from '../../api/hooks.ts'
import { payoutColumns } from '../../features/settlement/payout-columns.tsx'
import { TotalPaid } from '../../features/settlement/total-paid.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MoneyHead } from './money-head.tsx'

export function Payouts() {
  const list = useList('GET /api/partner/v1/payouts', {}, ({ payouts }) => payouts)
  return (
    <>
      <MoneyHead text="What we pay you: commission on sales through our checkout, and your commission on brokered deals." />
      <TotalPaid sums={list.data?.pages[0]?.total_paid ?? []} />
      <Panel title="Payouts">
        <ListView
          list={list}
          caption="Payouts"
          columns={payoutColumns()}
          rowKey={({ payout_id }) => payout_id}
          empty={
            <Empty title="No payouts yet">
              We create payouts every month from your payable commission. They appear here.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
