// Sales through referral links.

import { useList } from '../../api/hooks.ts'
import { saleColumns } from '../../features/links/commission-columns.tsx'
import { linkName } from '../../features/links/link-words.ts'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { ReferralPage } from './referral-page.tsx'

const FILTERS = [{ name: 'period', label: 'Sold', type: 'period' }] as const

export const ReferralSales = () => (
  <ReferralPage>
    <Sales />
  </ReferralPage>
)

function Sales() {
  const query = useFilters<{ from: string; to: string }>(FILTERS)
  const list = useList('GET /api/partner/v1/me/sales', { query }, ({ sales }) => sales)
  const links = useList('GET /api/partner/v1/links', { query: { limit: 100 } }, (page) => page.links)
  const names = new Map(links.rows.map((link) => [link.link_id, linkName(link)]))
  const columns = saleColumns((linkId) => names.get(linkId) ?? linkId)
  const state = useTableState('portal.referred-sales', columns, NEWEST_FIRST)
  return (
    <Panel title="Referred sales">
      <FilterBar filters={FILTERS} />
      <ListTools
        state={state}
        download={<CsvButton operation="GET /api/partner/v1/me/sales" input={{ query }} name="referred-sales.csv" />}
      />
      <ListView
        list={list}
        filtered={isFiltered(query)}
        caption="Referred sales"
        noun="sale"
        state={state}
        rowKey={({ sale_id }) => sale_id}
        empty={
          <Empty title="No sales yet">
            A sale appears here when a visitor follows your link and buys within 30 days.
          </Empty>
        }
      />
    </Panel>
  )
}
