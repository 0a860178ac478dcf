// The request log: signed requests of the last seven days, including rejected ones.

import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { requestColumns } from '../../features/requests/request-columns.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

type Filters = {
  status: 'failed' | 'succeeded'
  of: 'sandbox' | 'live'
  key_id: string
  path: string
  from: string
  to: string
}

const COLUMNS = requestColumns(({ request_id }) => `/portal/requests/${request_id}`)

const LIST = 'GET /api/portal/v1/requests'
type RequestsQuery = NonNullable<Query<typeof LIST>>

export function Requests() {
  const keys = useList('GET /api/portal/v1/credentials', { query: { limit: 100 } }, ({ credentials }) => credentials)
  const filters = [
    {
      name: 'status',
      label: 'Result',
      options: [
        { value: 'failed', label: 'Failed only' },
        { value: 'succeeded', label: 'Succeeded only' },
      ],
    },
    {
      name: 'of',
      label: 'Environment',
      options: [
        { value: 'sandbox', label: 'Sandbox' },
        { value: 'live', label: 'Live' },
      ],
    },
    { name: 'key_id', label: 'Key ID', options: keys.rows.map(({ key_id }) => ({ value: key_id, label: key_id })) },
    { name: 'path', label: 'Path starts with', placeholder: '/api/partner/v1/orders' },
    { name: 'period', label: 'Sent', type: 'period' as const },
  ]
  const { of: environment, ...rest } = useFilters<Filters>(filters)
  const state = useTableState('portal.requests', COLUMNS, NEWEST_FIRST)
  const query = withSort<RequestsQuery>({ ...rest, environment }, state)
  const list = useList(LIST, { query }, ({ requests }) => requests, { every: 5 })
  const notKept = list.data?.pages[0]?.refused_not_kept ?? 0
  return (
    <>
      <PageHead
        title="Requests"
        text="Signed requests of the last seven days in both environments. We log at most 20 rejected requests per key and minute."
      />
      <FilterBar filters={filters} />
      {notKept > 0 ? (
        <Notice>
          <p>
            Rejected requests not logged because of that limit: <Count value={notKept} />
          </p>
        </Notice>
      ) : null}
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="requests.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered({ ...rest, environment })}
          caption="Requests"
          noun="request"
          state={state}
          rowKey={({ request_id }) => request_id}
          empty={
            <Empty title="No requests yet">
              Send a signed request. It appears here within seconds. Requests with an unknown key ID are not logged.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
