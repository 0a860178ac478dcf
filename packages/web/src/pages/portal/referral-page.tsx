// The header and tabs of the referral pages, and a notice for partners that are not affiliates.
import type { ReactNode } from 'react'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { ContactLink } from '../../ui/contact.tsx'
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
        title="Referrals"
        text="Share links to the marketplace and earn commission on what visitors buy within 30 days."
        aside={partner.affiliate ? aside : null}
      />
      {partner.affiliate ? (
        <>
          <Tabs label="Referrals" tabs={TABS} />
          {children}
        </>
      ) : (
        <Notice title="Referral links are not enabled">
          Your partner account is not an affiliate yet. <ContactLink>Contact the marketplace operator</ContactLink> to
          enable referral links.
        </Notice>
      )}
    </>
  )
}
