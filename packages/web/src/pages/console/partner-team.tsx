// The team of one partner: who can use the portal for it, and who is invited.
import type { Partner } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { InviteMember, invitationColumns, memberColumns } from '../../features/portal/members.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'

const WITHOUT_MAIL = 'Admins find the link in the message under Mail, and give it to them. It works once, for 7 days.'

export function PartnerTeam({ partner }: { partner: Partner }) {
  const params = { partner_id: partner.partner_id }
  const call = useCall()
  const may = useMay()
  const list = useList('GET /api/operator/v1/partners/{partner_id}/members', { params }, ({ members }) => members)
  const columns = memberColumns(
    may('DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}')
      ? {
          remove: ({ user_id }) =>
            call('DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}', { params: { ...params, user_id } }),
        }
      : null,
  )
  return (
    <>
      <Panel
        title="Team"
        aside={
          may('POST /api/operator/v1/partners/{partner_id}/members') ? (
            <InviteMember
              initialRole="owner"
              withoutMail={WITHOUT_MAIL}
              invite={(body) => call('POST /api/operator/v1/partners/{partner_id}/members', { params, body })}
            />
          ) : null
        }
      >
        <ListView
          list={list}
          caption="Team"
          noun="member"
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
  const may = useMay()
  const isAllowed = may('POST /api/operator/v1/partners/{partner_id}/members')
  const columns = invitationColumns(
    isAllowed
      ? {
          withoutMail: WITHOUT_MAIL,
          getMessageHref: ({ email }) => `/console/mail?template=team_invitation&to=${encodeURIComponent(email)}`,
          resend: (body) => call('POST /api/operator/v1/partners/{partner_id}/members', { params, body }),
          revoke: ({ invitation_id }) =>
            call('DELETE /api/operator/v1/partners/{partner_id}/invitations/{invitation_id}', {
              params: { ...params, invitation_id },
            }),
        }
      : null,
  )
  return (
    <Panel title="Open invitations">
      <ListView
        list={list}
        caption="Open invitations"
        noun="invitation"
        columns={columns}
        rowKey={({ invitation_id }) => invitation_id}
        empty={<Empty title="No open invitations">Invitations appear here until they are accepted.</Empty>}
      />
    </Panel>
  )
}
