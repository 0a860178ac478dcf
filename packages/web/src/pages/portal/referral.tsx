// Referral links with their clicks and sales, and the clicks by day.
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { ClicksByDay } from '../../features/links/clicks-by-day.tsx'
import { CreateLink } from '../../features/links/create-link.tsx'
import { linkColumns } from '../../features/links/link-columns.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { ReferralPage } from './referral-page.tsx'

export function Referral() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  return (
    <ReferralPage
      aside={isOwner ? <CreateLink create={(body) => call('POST /api/partner/v1/links', { body })} /> : null}
    >
      <Clicks />
      <Links />
    </ReferralPage>
  )
}

function Clicks() {
  const clicks = useRead('GET /api/partner/v1/me/clicks', {})
  return (
    <Panel title="Clicks">
      <Reading of={clicks}>{(data) => <ClicksByDay clicks={data} />}</Reading>
    </Panel>
  )
}

/** A link's sums have no currency of their own; it is known where the partner's commission has only one. */
function useOnlyCurrency(): string | null {
  const { data } = useRead('GET /api/partner/v1/me/commissions', { query: { limit: 1 } })
  if (!data) return null
  return data.balance.length > 1 ? null : (data.balance[0]?.currency ?? 'USD')
}

function Links() {
  const list = useList('GET /api/partner/v1/links', {}, ({ links }) => links)
  const currency = useOnlyCurrency()
  return (
    <Panel title="Links">
      <ListView
        list={list}
        caption="Referral links"
        columns={linkColumns(currency)}
        rowKey={({ link_id }) => link_id}
        empty={<Empty title="No links yet">Create one, and publish its address.</Empty>}
      />
    </Panel>
  )
}
