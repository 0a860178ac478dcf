// The people of the partner, its terms, and its live access. The same in both environments.
import type { IssuedCredential } from '@freehold/sdk/types'
import { useState } from 'react'
import { useCall, useList } from '../../api/hooks.ts'
import { SecretDialog } from '../../features/credentials/secret-dialog.tsx'
import { AnotherPartner } from '../../features/portal/another-partner.tsx'
import { AddMember, memberColumns } from '../../features/portal/members.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Copyable } from '../../ui/copy.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Share } from '../../ui/money.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { LiveAccessPanel } from './live-access-panel.tsx'

export function People() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const list = useList('GET /api/portal/v1/members', {}, ({ members }) => members)
  const columns = memberColumns(
    isOwner ? ({ user_id }) => call('DELETE /api/portal/v1/members/{user_id}', { params: { user_id } }) : null,
  )
  return (
    <>
      <PageHead title="People and access" text="Members look; owners also change things." />
      <Panel
        title="People"
        aside={isOwner ? <AddMember add={(body) => call('POST /api/portal/v1/members', { body })} /> : null}
      >
        <ListView
          list={list}
          caption="People"
          columns={columns}
          rowKey={({ user_id }) => user_id}
          empty={<Empty title="Nobody yet" />}
        />
      </Panel>
      <LiveAccessPanel />
      <Terms />
    </>
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
          ['Partner', <Copyable key="id" text={partner.partner_id} label="the partner id" />],
          ['Commission on a sale', <Share key="commission" bps={partner.commission_bps} />],
          ['Share of a brokered deal', <Share key="brokerage" bps={partner.brokerage_bps} />],
          ['Commission on a referred sale', <Share key="referral" bps={partner.referral_bps} />],
          [
            'Merchant of record, live',
            partner.merchant_of_record
              ? 'Yes: you charge your customers'
              : 'No: they pay at our checkout. Ask us if you want to charge them yourself.',
          ],
          [
            'Merchant of record, sandbox',
            partner.sandbox_merchant_of_record ? 'Yes: try recording orders' : 'No: try our checkout',
          ],
          ['Referral links', partner.affiliate ? 'Yes' : 'No: talk to us to get an affiliate account'],
        ]}
      />
    </Panel>
  )
}
