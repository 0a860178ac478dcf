// /console/unclaimed: purchases and domains that belong to no account yet.

import type { UnclaimedPurchase } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { OrderStatus } from '../../features/orders/order-status.tsx'
import { SendClaimLink } from '../../features/orders/send-claim-link.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const COLUMNS: Column<UnclaimedPurchase>[] = [
  {
    title: 'Domain',
    cell: ({ public_id, domain_unicode }) =>
      public_id ? (
        <Link className="name" href={`/console/orders/${public_id}`}>
          {domain_unicode}
        </Link>
      ) : (
        <span className="name">{domain_unicode}</span>
      ),
  },
  { title: 'Buyer', cell: ({ buyer_email }) => buyer_email },
  {
    title: 'Status',
    cell: ({ status }) => (status ? <OrderStatus order={{ status }} /> : <span className="soft">No order</span>),
  },
  { title: 'Since', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Link valid until',
    cell: ({ claim_expires_at }) =>
      claim_expires_at ? <DateTime at={claim_expires_at} precision="day" /> : <span className="soft">No link</span>,
  },
  {
    title: 'Claim link',
    cell: ({ public_id, domain_unicode }) =>
      public_id ? <SendClaimLink publicId={public_id} of={domain_unicode} /> : null,
    end: true,
  },
]

const LIST = 'GET /api/operator/v1/unclaimed-purchases'

export function Unclaimed() {
  const state = useTableState('console.unclaimed', COLUMNS, NEWEST_FIRST)
  const list = useList(LIST, {}, ({ purchases }) => purchases)
  return (
    <>
      <PageHead
        title="Unclaimed purchases"
        text="Live purchases and domains that belong to no account yet. Nobody can manage these domains."
      />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{}} name="unclaimed-purchases.csv" />} />
        <ListView
          list={list}
          caption="Unclaimed purchases"
          noun="purchase"
          state={state}
          rowKey={({ public_id, domain }) => public_id ?? domain}
          empty={<Empty title="No unclaimed purchases">Purchases of buyers without an account appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
