// Who is calling, as each area establishes it.
import type { Id } from '../kernel/ids.ts'
import type { Owner, Scope } from '../kernel/owner.ts'

export type PartnerCaller = Owner & {
  keyId: string
  /** The credential's secret signs quote tokens; it never leaves the process. */
  secret: string
  scopes: readonly Scope[]
  partner: PartnerProfile
}

export type PartnerProfile = {
  name: string
  approved: boolean
  merchantOfRecord: boolean
  affiliate: boolean
  commissionBps: number
  brokerageBps: number
  referralBps: number
  sandboxOffsetSeconds: number
}

export type OperatorCaller = { actor: string; userId: Id<'user'> | null }

export type PublicCaller = { address: string }
