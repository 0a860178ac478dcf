// The frame of the operator console: its menu with queue counts, the environment and the palette.
import { lazy, Suspense, useMemo } from 'react'
import { TransportContext, useRead } from '../../api/hooks.ts'
import { RoleContext } from '../../api/may.tsx'
import { useEnvironmentInUrl } from '../../api/shown-environment.ts'
import { useChanges } from '../../api/use-changes.ts'
import type { Person } from '../../context.ts'
import {
  consoleTransport,
  EnvironmentContext,
  useShownEnvironment,
} from '../../features/operator/console-environment.ts'
import { EnvironmentChoice, SandboxStrip } from '../../features/operator/environment-choice.tsx'
import { Finder } from '../../features/operator/finder.tsx'
import { type Queue, waitingAt } from '../../features/operator/queue-groups.ts'
import { type Way, WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { getStatusWords } from './status-words.ts'

const Routes = lazy(() => import('./routes.tsx'))

const listLinks = (queue: Queue | undefined): readonly Way[] => [
  { href: '/console', text: 'Overview' },
  { href: '/console/orders', text: 'Orders', count: waitingAt(queue, 'orders') },
  { href: '/console/unclaimed', text: 'Unclaimed purchases' },
  { href: '/console/disputes', text: 'Disputes', count: waitingAt(queue, 'disputes') },
  { href: '/console/brokerage', text: 'Brokerage', count: waitingAt(queue, 'brokerage') },
  { href: '/console/partners', text: 'Partners', count: waitingAt(queue, 'partners') },
  { href: '/console/sellers', text: 'Sellers' },
  { href: '/console/offers', text: 'Offers', count: waitingAt(queue, 'offers') },
  { href: '/console/listings', text: 'Listings', count: waitingAt(queue, 'listings') },
  { href: '/console/registry-commands', text: 'Registry commands', count: waitingAt(queue, 'registry') },
  { href: '/console/tlds', text: 'TLDs' },
  { href: '/console/review-rules', text: 'Review rules' },
  { href: '/console/statements', text: 'Statements', count: waitingAt(queue, 'statements') },
  { href: '/console/documents', text: 'Documents' },
  { href: '/console/payouts', text: 'Payouts', count: waitingAt(queue, 'payouts') },
  { href: '/console/ledger', text: 'Ledger check' },
  { href: '/console/webhooks', text: 'Webhooks', count: waitingAt(queue, 'webhooks') },
  { href: '/console/mail', text: 'Mail' },
  { href: '/console/operators', text: 'Operators' },
  { href: '/console/tokens', text: 'API tokens' },
  { href: '/console/audit', text: 'Audit log' },
]

const PAGES = [
  ...listLinks(undefined),
  { href: '/console/listings/import', text: 'Import listings' },
  { href: '/console/webhooks/endpoints', text: 'Webhook endpoints' },
].map(({ href, text }) => ({ href, title: text }))

export function Console({ person }: { person: Person }) {
  const [environment, setEnvironment] = useEnvironmentInUrl('live')
  const transport = useMemo(() => consoleTransport(environment), [environment])
  const shared = useMemo(() => ({ environment, setEnvironment }), [environment, setEnvironment])
  return (
    <EnvironmentContext value={shared}>
      <TransportContext value={transport}>
        <RoleContext value={person.operatorRole}>
          <Announcer>
            <Frame person={person} />
          </Announcer>
        </RoleContext>
      </TransportContext>
    </EnvironmentContext>
  )
}

function Frame({ person }: { person: Person }) {
  const isHere = useHydrated()
  const queue = useRead('GET /api/operator/v1/queue', {}, { enabled: isHere })
  const { environment } = useShownEnvironment()
  useChanges('GET /api/operator/v1/changes', undefined, environment)
  return (
    <WorkFrame
      label="Console"
      place={`console ${environment}`}
      person={person}
      ways={listLinks(queue.data)}
      finder={<Finder pages={PAGES} getWords={getStatusWords} />}
      choice={<EnvironmentChoice />}
    >
      {isHere ? (
        <Suspense fallback={<PageSkeleton />}>
          <SandboxStrip />
          <Routes />
        </Suspense>
      ) : (
        <PageSkeleton />
      )}
    </WorkFrame>
  )
}
