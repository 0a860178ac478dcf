// The frame of the partner portal: its menu, the partner and environment, and the palette.
import type { IssuedCredential, OrderStatus, OwnPartner } from '@freehold/sdk/types'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { TransportContext, useList } from '../../api/hooks.ts'
import { inEnvironment, leaveRecord, useEnvironmentInUrl } from '../../api/shown-environment.ts'
import type { Person } from '../../context.ts'
import { ORDER_STATUSES } from '../../features/orders/order-words.ts'
import { ChoicePlaceholder, EnvironmentStrip, WorkplaceChoice } from '../../features/portal/choice.tsx'
import { ChoosePartner } from '../../features/portal/choose-partner.tsx'
import { findChosen } from '../../features/portal/chosen-partner.ts'
import { portalTransport } from '../../features/portal/environment.ts'
import { PortalFinder } from '../../features/portal/finder.tsx'
import { firstEnvironment, WorkplaceContext } from '../../features/portal/workplace.ts'
import { WorkFrame } from '../../frames/work-frame.tsx'
import { Announcer } from '../../ui/announce.tsx'
import { Failure } from '../../ui/feedback.tsx'
import { PageHead } from '../../ui/panel.tsx'
import { PageSkeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { FollowChanges } from './follow-changes.tsx'
import { Start, Started } from './start.tsx'

const Routes = lazy(() => import('./routes.tsx'))

const WAYS: readonly { href: string; text: string; isSandboxOnly?: boolean }[] = [
  { href: '/portal', text: 'Overview' },
  { href: '/portal/orders', text: 'Orders' },
  { href: '/portal/money', text: 'Money' },
  { href: '/portal/brokerage', text: 'Brokerage' },
  { href: '/portal/referral', text: 'Referrals' },
  { href: '/portal/keys', text: 'API keys' },
  { href: '/portal/requests', text: 'Requests' },
  { href: '/portal/webhooks', text: 'Webhooks' },
  { href: '/portal/events', text: 'Events' },
  { href: '/portal/delivery', text: 'Delivery' },
  { href: '/portal/team', text: 'Team and access' },
  // Last, so that nothing moves when the environment is known.
  { href: '/portal/sandbox', text: 'Sandbox tools', isSandboxOnly: true },
]

const statusText = (status: OrderStatus): string => ORDER_STATUSES[status].text

const PAGES = [
  ...WAYS,
  { href: '/portal/money/transactions', text: 'Transactions' },
  { href: '/portal/money/payouts', text: 'Payouts' },
  { href: '/portal/money/refunds', text: 'Refunds' },
].map(({ href, text }) => ({ href, title: text }))

const ALWAYS = WAYS.filter(({ isSandboxOnly }) => !isSandboxOnly)

export function Portal({ person }: { person: Person }) {
  const isHere = useHydrated()
  const list = useList('GET /api/portal/v1/partners', { query: { limit: 100 } }, ({ partners }) => partners, {
    every: 60,
    enabled: isHere,
  })
  const [started, setStarted] = useState<IssuedCredential | null>(null)
  if (!list.data || !isHere)
    return (
      <WorkFrame
        label="Portal"
        person={person}
        ways={person.isPartner ? ALWAYS : [{ href: '/portal', text: 'Get started' }]}
        finder={person.isPartner ? <PortalFinder pages={PAGES} place="" getText={statusText} /> : null}
        choice={person.isPartner ? <ChoicePlaceholder /> : null}
      >
        {list.error ? <Failure error={list.error} retry={list.refetch} /> : <PageSkeleton />}
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
  const [path, navigate] = useLocation()
  const [environment, setEnvironment] = useEnvironmentInUrl(firstEnvironment(partner, path))
  const transport = useMemo(() => portalTransport(partner.partner_id, environment), [partner.partner_id, environment])
  const workplace = useMemo(() => ({ partner, environment }), [partner, environment])
  function changePartner(partnerId: string): void {
    choose(partnerId)
    // Without filters, which may name records of the other partner.
    navigate(inEnvironment(leaveRecord(path), environment))
  }
  return (
    <TransportContext value={transport}>
      <WorkplaceContext value={workplace}>
        <WorkFrame
          label="Portal"
          person={person}
          place={`${partner.partner_id} ${environment}`}
          ways={environment === 'sandbox' ? WAYS : ALWAYS}
          finder={<PortalFinder pages={PAGES} place={`${partner.partner_id} ${environment}`} getText={statusText} />}
          choice={
            <WorkplaceChoice
              {...{ partners, partner, environment }}
              onPartner={changePartner}
              onEnvironment={setEnvironment}
            />
          }
        >
          <FollowChanges environment={environment} />
          <Suspense fallback={<PageSkeleton />}>
            <EnvironmentStrip />
            <Routes />
          </Suspense>
        </WorkFrame>
      </WorkplaceContext>
    </TransportContext>
  )
}
