// The head of the referral pages, with the ways between them. Without an affiliate account it says what to do.
import type { ReactNode } from 'react'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const TABS = [
  { href: '/portal/referral', text: 'Links' },
  { href: '/portal/referral/sales', text: 'Sales' },
  { href: '/portal/referral/commissions', text: 'Commission' },
  { href: '/portal/referral/payouts', text: 'Payouts' },
]

type Props = { aside?: ReactNode; children: ReactNode }

export function ReferralPage({ aside, children }: Props) {
  const { partner } = useWorkplace()
  return (
    <>
      <PageHead
        title="Referral"
        text="Send visitors here by a link, and earn on what they buy within 30 days."
        aside={partner.affiliate ? aside : null}
      />
      {partner.affiliate ? (
        <>
          <Tabs label="Referral" tabs={TABS} />
          {children}
        </>
      ) : (
        <Notice title="No affiliate account is linked">
          Referral links need one. Write to us from the address of your account, and we link it to this partner.
        </Notice>
      )}
    </>
  )
}
