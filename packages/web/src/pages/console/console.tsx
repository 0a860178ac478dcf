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
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { listLinks } from './menu.ts'
import { getStatusWords } from './status-words.ts'

const Routes = lazy(() => import('./routes.tsx'))

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
