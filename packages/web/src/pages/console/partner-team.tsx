// The team of one partner: who can use the portal for it.
import type { Partner } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { AddMember, memberColumns } from '../../features/portal/members.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PartnerTeam({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const list = useList('GET /api/operator/v1/partners/{partner_id}/members', { params }, ({ members }) => members)
  const columns = memberColumns(({ user_id }) =>
    call('DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}', { params: { ...params, user_id } }),
  )
  return (
    <Panel
      title="Team"
      aside={
        <AddMember
          initialRole="owner"
          add={(body) => call('POST /api/operator/v1/partners/{partner_id}/members', { params, body })}
        />
      }
    >
      <ListView
        list={list}
        caption="Team"
        columns={columns}
        rowKey={({ user_id }) => user_id}
        empty={
          <Empty title="No team members yet">
            Nobody can use the partner portal for this partner. Add an owner to give the partner access.
          </Empty>
        }
      />
    </Panel>
  )
}
