// Referral links with their clicks and sales, and clicks by day.

import { useState } from 'react'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { ClicksByDay } from '../../features/links/clicks-by-day.tsx'
import { CreateLink } from '../../features/links/create-link.tsx'
import { linkColumns } from '../../features/links/link-columns.tsx'
import { useNow, useWorkplace } from '../../features/portal/workplace.ts'
import { addDays, formatDay } from '../../ui/days.ts'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
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

const PERIODS = [
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
]

function Clicks() {
  const clock = useNow()
  const [days, setDays] = useState('30')
  const period = (
    <SelectField
      label="Period"
      options={PERIODS}
      value={days}
      onChange={(event) => setDays(event.currentTarget.value)}
    />
  )
  return (
    <Panel title="Clicks" aside={period}>
      {clock ? <RecentClicks days={Number(days)} today={formatDay(clock.now)} /> : <Loading />}
    </Panel>
  )
}

function RecentClicks({ days, today }: { days: number; today: string }) {
  const range = { from: addDays(today, 1 - days), to: addDays(today, 1) }
  const clicks = useRead('GET /api/partner/v1/me/clicks', { query: range })
  return <Reading of={clicks}>{(data) => <ClicksByDay clicks={data} {...range} />}</Reading>
}

/** A link's sums have no currency of their own; it is known where the partner's commission has only one. */
function useOnlyCurrency(): string | null {
  const { data } = useRead('GET /api/partner/v1/me/commissions', { query: { limit: 1 } })
  if (!data) return null
  return data.balance.length > 1 ? null : (data.balance[0]?.currency ?? 'USD')
}

function Links() {
  const list = useList('GET /api/partner/v1/links', {}, ({ links }) => links)
  const state = useTableState('portal.links', linkColumns(useOnlyCurrency()), NEWEST_FIRST)
  return (
    <Panel title="Links">
      <ListTools
        state={state}
        download={<CsvButton operation="GET /api/partner/v1/links" input={{}} name="links.csv" />}
      />
      <ListView
        list={list}
        caption="Referral links"
        noun="link"
        state={state}
        rowKey={({ link_id }) => link_id}
        empty={<Empty title="No links yet">Create a link and share its URL. Clicks and sales appear here.</Empty>}
      />
    </Panel>
  )
}
