// Who is calling, as each area establishes it.

import type { PartnerProfile } from '../kernel/contracts/partner-profile.ts'
import { invariant } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import type { OAuthScope } from '../kernel/oauth-scopes.ts'
import type { OperatorRole } from '../kernel/operator-roles.ts'
import type { MemberRole, Owner, Scope } from '../kernel/owner.ts'
import type { CheckedSession } from './session-checks.ts'

export { OAUTH_SCOPES, type OAuthScope } from '../kernel/oauth-scopes.ts'

export type PartnerCaller = Owner & {
  /** What signed the request; null in the portal, where a person calls. The secret never leaves the process. */
  credential: { keyId: string; secret: string } | null
  scopes: readonly Scope[]
  partner: PartnerProfile
}

/** For routes that only a credential can call: they are not in the portal. */
export function requireCredential({ credential }: PartnerCaller): { keyId: string; secret: string } {
  invariant(credential, 'this route is called with a credential')
  return credential
}

/** A person for a partner: which one, as what, and how the partner stands. */
export type Membership = {
  partnerId: Id<'partner'>
  role: MemberRole
  partner: PartnerProfile
}

/** Somebody who signed in; `membership` is null only on routes that ask for none. */
export type PortalCaller = {
  userId: Id<'user'>
  sessionId: Id<'session'>
  email: string
  membership: Membership | null
}

export function requireMembership({ membership }: PortalCaller): Membership {
  invariant(membership, 'this route is for the people of a partner')
  return membership
}

export type OperatorCaller = {
  actor: string
  /** The person who is signed in, or who is responsible for the token; null: nobody in particular. */
  userId: Id<'user'> | null
  role: OperatorRole
  /** Null for a token. */
  session: CheckedSession | null
}

/** Anybody; `user` is there for whoever signed in, by the browser's session or by an application's token. */
export type PublicCaller = {
  address: string
  user: { id: Id<'user'>; via: 'session' | 'token'; isConfirmed: boolean } | null
  /** A person in the browser may do everything; a token what its scopes say. */
  scopes: readonly OAuthScope[]
}
