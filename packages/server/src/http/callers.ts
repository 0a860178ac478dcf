// Who is calling, as each area establishes it.
import type { Id } from '../kernel/ids.ts'
import type { OAuthScope } from '../kernel/oauth-scopes.ts'
import type { Owner, Scope } from '../kernel/owner.ts'

export { OAUTH_SCOPES, type OAuthScope } from '../kernel/oauth-scopes.ts'

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

/** Anybody; `user` is there for whoever signed in, by the browser's session or by an application's token. */
export type PublicCaller = {
  address: string
  user: { id: Id<'user'>; via: 'session' | 'token' } | null
  /** A person in the browser may do everything; a token what its scopes say. */
  scopes: readonly OAuthScope[]
}
