// The portal's current partner, environment and permissions.
import type { OwnPartner } from '@freehold/sdk/types'
import { createContext, useContext } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Environment } from './environment.ts'

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

/** Live first, for partners that can use it. The sandbox tools are of the sandbox. */
export const firstEnvironment = ({ status }: Pick<OwnPartner, 'status'>, path: string): Environment =>
  status === 'approved' && !path.startsWith('/portal/sandbox') ? 'live' : 'sandbox'

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
