// The frame of the account: its menu.
import { lazy, Suspense } from 'react'
import type { Person } from '../../context.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

const Routes = lazy(() => import('./routes.tsx'))

const WAYS = [
  { href: '/account', text: 'My domains' },
  { href: '/account/orders', text: 'My orders' },
  { href: '/account/offers', text: 'My offers' },
  { href: '/account/selling', text: 'Selling' },
  { href: '/account/watchlist', text: 'Watchlist' },
  { href: '/account/changes', text: 'Bulk changes' },
  { href: '/account/registrations', text: 'Registrations and renewals' },
  { href: '/account/security', text: 'Security' },
]

export function Account({ person }: { person: Person }) {
  const isHere = useHydrated()
  return (
    <Announcer>
      <WorkFrame label="Account" person={person} ways={WAYS}>
        {isHere ? (
          <Suspense fallback={<PageSkeleton />}>
            <Routes person={person} />
          </Suspense>
        ) : (
          <PageSkeleton />
        )}
      </WorkFrame>
    </Announcer>
  )
}
