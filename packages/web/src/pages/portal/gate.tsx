// Explains what to do when a partner is suspended or not approved for live mode.
import type { ReactNode } from 'react'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { ContactLink } from '../../ui/contact.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { LiveAccessPanel } from './live-access-panel.tsx'

export function Gate({ children }: { children: ReactNode }) {
  const { partner, isSandbox } = useWorkplace()
  if (partner.status === 'suspended')
    return (
      <>
        <PageHead title="Account suspended" />
        <Notice tone="bad" title="This partner account is suspended">
          All API requests fail. You can still view API keys, requests and the team.{' '}
          <ContactLink>Contact the marketplace operator</ContactLink> to lift the suspension.
        </Notice>
      </>
    )
  if (isSandbox || partner.status === 'approved') return children
  return (
    <>
      <PageHead title="Live access is not approved yet" text="You can use everything in the sandbox meanwhile." />
      <LiveAccessPanel />
    </>
  )
}
