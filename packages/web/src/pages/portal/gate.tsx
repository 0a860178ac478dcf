// Before a page of an environment: a partner that is suspended, or not approved for live, learns what to do instead.
import type { ReactNode } from 'react'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { LiveAccessPanel } from './live-access-panel.tsx'

export function Gate({ children }: { children: ReactNode }) {
  const { partner, isSandbox } = useWorkplace()
  if (partner.status === 'suspended')
    return (
      <>
        <PageHead title="Suspended" />
        <Notice tone="bad" title="This partner is suspended">
          Keys, requests and people can still be seen. Talk to us to go on.
        </Notice>
      </>
    )
  if (isSandbox || partner.status === 'approved') return children
  return (
    <>
      <PageHead title="Live is not open yet" text="Until then everything works in the sandbox." />
      <LiveAccessPanel />
    </>
  )
}
