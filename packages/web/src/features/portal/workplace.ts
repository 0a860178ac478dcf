// The portal's current partner, environment and permissions.
import type { OwnPartner } from '@freehold/sdk/types'
import { createContext, useContext, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { type Environment, environmentFrom, getSection } from './environment.ts'

export type Workplace = { partner: OwnPartner; environment: Environment }

export const WorkplaceContext = createContext<Workplace | null>(null)

export function useWorkplace(): Workplace & { isOwner: boolean; isSandbox: boolean } {
  const workplace = useContext(WorkplaceContext)
  if (!workplace) throw new Error('outside the portal')
  return {
    ...workplace,
    isOwner: workplace.partner.role === 'owner',
    isSandbox: workplace.environment === 'sandbox',
  }
}

/** The environment, kept in the address and remembered in this browser. */
export function useEnvironment(): [Environment, (next: Environment) => void] {
  const [path, goTo] = useLocation()
  const [search, setSearch] = useSearchParams()
  const [environment, setEnvironment] = useState(() => environmentFrom(search, localStorage.getItem('environment')))
  const named = search.get('environment')
  useEffect(() => {
    const wanted = environment === 'live' ? 'live' : null
    if (named === wanted) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (wanted) next.set('environment', wanted)
        else next.delete('environment')
        return next
      },
      { replace: true },
    )
  }, [environment, named, setSearch])
  function change(next: Environment): void {
    localStorage.setItem('environment', next)
    setEnvironment(next)
    goTo(getSection(path))
  }
  return [environment, change]
}

/** The time that stamps the partner's records: in the sandbox its own clock's, which may run ahead. */
export function useNow(): { now: string; offsetSeconds: number } | null {
  const { isSandbox, partner } = useWorkplace()
  const clock = useRead(
    'GET /api/partner/v1/sandbox/clock',
    {},
    { enabled: isSandbox && partner.status !== 'suspended', every: 60 },
  )
  if (!isSandbox) return { now: new Date().toISOString(), offsetSeconds: 0 }
  return clock.data ? { now: clock.data.now, offsetSeconds: clock.data.offset_seconds } : null
}
