// The partner's team, live access and terms. The same in both environments.
import type { IssuedCredential } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useList } from '../../api/hooks.ts'
import { SecretDialog } from '../../features/credentials/secret-dialog.tsx'
import { AnotherPartner } from '../../features/portal/another-partner.tsx'
import { InviteMember, invitationColumns, LeaveTeam, memberColumns } from '../../features/portal/members.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Actions } from '../../ui/button.tsx'
import { ContactLink } from '../../ui/contact.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Share } from '../../ui/money.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { LiveAccessPanel } from './live-access-panel.tsx'

/** Nobody on the team may read the link: it lets its reader join as someone else. */
const WITHOUT_MAIL = 'Ask the operator of the marketplace to give them the link. It works once, for 7 days.'

export function Team() {
  const { isOwner, partner } = useWorkplace()
  const call = useCall()
  const list = useList('GET /api/portal/v1/members', {}, ({ members }) => members)
  const columns = memberColumns(
    isOwner
      ? {
          remove: ({ user_id }) => call('DELETE /api/portal/v1/members/{user_id}', { params: { user_id } }),
          changeRole: ({ user_id }, role) =>
            call('PATCH /api/portal/v1/members/{user_id}', { params: { user_id }, body: { role } }),
        }
      : null,
  )
  return (
    <>
      <PageHead title="Team and access" text="Owners have full access. Members have read-only access." />
      <Panel
        title="Team"
        aside={
          <Actions>
            {isOwner ? (
              <InviteMember
                withoutMail={WITHOUT_MAIL}
                invite={(body) => call('POST /api/portal/v1/members', { body })}
              />
            ) : null}
            <LeaveTeam partner={partner.name} leave={() => call('POST /api/portal/v1/leave', {})} />
          </Actions>
        }
      >
        <ListView
          list={list}
          caption="Team"
          noun="member"
          columns={columns}
          rowKey={({ user_id }) => user_id}
          empty={<Empty title="No team members yet">People who accept an invitation appear here.</Empty>}
        />
      </Panel>
      <Invitations />
      <LiveAccessPanel />
      <Terms />
    </>
  )
}

function Invitations() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const list = useList('GET /api/portal/v1/invitations', {}, ({ invitations }) => invitations)
  const columns = invitationColumns(
    isOwner
      ? {
          withoutMail: WITHOUT_MAIL,
          resend: (body) => call('POST /api/portal/v1/members', { body }),
          revoke: ({ invitation_id }) =>
            call('DELETE /api/portal/v1/invitations/{invitation_id}', { params: { invitation_id } }),
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

function Terms() {
  const { partner } = useWorkplace()
  const call = useCall()
  const [issued, setIssued] = useState<IssuedCredential | null>(null)
  const start = async (name: string): Promise<void> =>
    setIssued((await call('POST /api/portal/v1/partners', { body: { name } })).credential)
  return (
    <Panel title="Your terms" aside={<AnotherPartner start={start} />}>
      <SecretDialog credential={issued} onClose={() => setIssued(null)} />
      <Facts
        facts={[
          ['Partner ID', <Copyable key="id" text={partner.partner_id} label="the partner ID" />],
          ['Commission on sales', <Share key="commission" bps={partner.commission_bps} />],
          ['Commission on brokered deals', <Share key="brokerage" bps={partner.brokerage_bps} />],
          ['Commission on referred sales', <Share key="referral" bps={partner.referral_bps} />],
          [
            'Payments in live mode',
            partner.merchant_of_record ? (
              'You collect payments from your customers (merchant of record).'
            ) : (
              <>
                Your customers pay through our checkout. <ContactLink>Contact the operator</ContactLink> to become
                merchant of record.
              </>
            ),
          ],
          [
            'Payments in the sandbox',
            partner.sandbox_merchant_of_record
              ? 'You can record orders as merchant of record.'
              : 'Your customers pay through our checkout.',
          ],
          [
            'Referral links',
            partner.affiliate ? (
              'Enabled'
            ) : (
              <>
                Not enabled. <ContactLink>Contact the operator</ContactLink> to become an affiliate.
              </>
            ),
          ],
        ]}
      />
    </Panel>
  )
}
