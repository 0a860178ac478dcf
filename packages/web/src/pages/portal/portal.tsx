// The partner portal: its menu and pages.
import type { IssuedCredential, OwnPartner } from '@freehold/sdk/types'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { TransportContext, useList } from '../../api/hooks.ts'
import type { Person } from '../../context.ts'
import { EnvironmentStrip, WorkplaceChoice } from '../../features/portal/choice.tsx'
import { ChoosePartner } from '../../features/portal/choose-partner.tsx'
import { findChosen } from '../../features/portal/chosen-partner.ts'
import { portalTransport } from '../../features/portal/environment.ts'
import { useEnvironment, WorkplaceContext } from '../../features/portal/workplace.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { Failure, Loading } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { FollowChanges } from './follow-changes.tsx'
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
      <ChosenWorkplace person={person} partners={list.rows} />
    </Announcer>
  )
}

type Props = { person: Person; partners: readonly OwnPartner[] }

/** The portal of one partner. There is no default: a person on several teams chooses. */
function ChosenWorkplace({ person, partners }: Props) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('partner')
  const [remembered, setRemembered] = useState(() => localStorage.getItem('partner'))
  const partner = findChosen(partners, { named, remembered })
  const choose = useCallback((partnerId: string): void => {
    localStorage.setItem('partner', partnerId)
    setRemembered(partnerId)
  }, [])
  // A link can name the partner; after that the choice is remembered.
  useEffect(() => {
    if (named === null) return
    if (partner?.partner_id === named) choose(named)
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('partner')
        return next
      },
      { replace: true },
    )
  }, [named, partner, choose, setSearch])
  if (partner) return <Workplace {...{ person, partners, partner, choose }} />
  return (
    <WorkFrame label="Portal" person={person} ways={[{ href: '/portal', text: 'Choose a partner' }]}>
      <PageHead title="Choose a partner" text="You are on the team of several partners." />
      <ChoosePartner partners={partners} onChoose={choose} />
    </WorkFrame>
  )
}

function Workplace({
  person,
  partners,
  partner,
  choose,
}: Props & { partner: OwnPartner; choose: (partnerId: string) => void }) {
  const [environment, setEnvironment] = useEnvironment()
  const transport = useMemo(() => portalTransport(partner.partner_id, environment), [partner.partner_id, environment])
  const workplace = useMemo(() => ({ partner, environment }), [partner, environment])
  function changePartner(partnerId: string): void {
    choose(partnerId)
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
              onPartner={changePartner}
              onEnvironment={setEnvironment}
            />
          }
        >
          <FollowChanges environment={environment} />
          <EnvironmentStrip />
          <PortalRoutes />
        </WorkFrame>
      </WorkplaceContext>
    </TransportContext>
  )
}
