// The team of one partner: who can use the portal for it, and who is invited.
import type { Partner } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { InviteMember, invitationColumns, memberColumns } from '../../features/portal/members.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'

export function PartnerTeam({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const list = useList('GET /api/operator/v1/partners/{partner_id}/members', { params }, ({ members }) => members)
  const columns = memberColumns({
    remove: ({ user_id }) =>
      call('DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}', { params: { ...params, user_id } }),
  })
  return (
    <>
      <Panel
        title="Team"
        aside={
          <InviteMember
            initialRole="owner"
            invite={(body) => call('POST /api/operator/v1/partners/{partner_id}/members', { params, body })}
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
              Nobody can use the partner portal for this partner until an owner accepts an invitation.
            </Empty>
          }
        />
      </Panel>
      <PartnerInvitations partner={partner} />
    </>
  )
}

function PartnerInvitations({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const list = useList(
    'GET /api/operator/v1/partners/{partner_id}/invitations',
    { params },
    ({ invitations }) => invitations,
  )
  const columns = invitationColumns({
    resend: (body) => call('POST /api/operator/v1/partners/{partner_id}/members', { params, body }),
    revoke: ({ invitation_id }) =>
      call('DELETE /api/operator/v1/partners/{partner_id}/invitations/{invitation_id}', {
        params: { ...params, invitation_id },
      }),
  })
  return (
    <Panel title="Open invitations">
      <ListView
        list={list}
        caption="Open invitations"
        columns={columns}
        rowKey={({ invitation_id }) => invitation_id}
        empty={<Empty title="No open invitations">Invitations appear here until they are accepted.</Empty>}
      />
    </Panel>
  )
}
