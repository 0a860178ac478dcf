// The partner portal: its menu and pages.
import type { IssuedCredential, OwnPartner } from '@freehold/sdk/types'
import { useMemo, useState } from 'react'
import { TransportContext, useList } from '../../api/hooks.ts'
import type { Person } from '../../context.ts'
import { EnvironmentStrip, WorkplaceChoice } from '../../features/portal/choice.tsx'
import { portalTransport } from '../../features/portal/environment.ts'
import { useEnvironment, WorkplaceContext } from '../../features/portal/workplace.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { Failure, Loading } from '../../ui/feedback.tsx'
import { PortalRoutes, WAYS } from './routes.tsx'
import { Start, Started } from './start.tsx'

export default function Portal({ person }: { person: Person }) {
  const list = useList('GET /api/portal/v1/partners', { query: { limit: 100 } }, ({ partners }) => partners, {
    every: 60,
  })
  const [started, setStarted] = useState<IssuedCredential | null>(null)
  if (!list.data)
    return (
      <WorkFrame label="Portal" person={person} ways={[]}>
        {list.error ? <Failure error={list.error} retry={list.refetch} /> : <Loading />}
      </WorkFrame>
    )
  if (started)
    return <Started person={person} credential={started} partners={list.rows} onDone={() => setStarted(null)} />
  if (list.rows.length === 0) return <Start person={person} onStarted={setStarted} />
  return (
    <Announcer>
      <Workplace person={person} partners={list.rows} />
    </Announcer>
  )
}

function Workplace({ person, partners }: { person: Person; partners: readonly OwnPartner[] }) {
  const [environment, setEnvironment] = useEnvironment()
  const [chosen, setChosen] = useState(() => localStorage.getItem('partner'))
  const partner = partners.find(({ partner_id }) => partner_id === chosen) ?? partners[0]!
  const transport = useMemo(() => portalTransport(partner.partner_id, environment), [partner.partner_id, environment])
  const workplace = useMemo(() => ({ partner, environment }), [partner, environment])
  function choose(partnerId: string): void {
    localStorage.setItem('partner', partnerId)
    setChosen(partnerId)
    setEnvironment(environment)
  }
  return (
    <TransportContext value={transport}>
      <WorkplaceContext value={workplace}>
        <WorkFrame
          label="Portal"
          person={person}
          ways={WAYS.filter(({ isSandboxOnly }) => !isSandboxOnly || environment === 'sandbox')}
          choice={
            <WorkplaceChoice
              {...{ partners, partner, environment }}
              onPartner={choose}
              onEnvironment={setEnvironment}
            />
          }
        >
          <EnvironmentStrip />
          <PortalRoutes />
        </WorkFrame>
      </WorkplaceContext>
    </TransportContext>
  )
}
