// Accepts an invitation: the link works once, for a person who has proven the invited address.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import { proveAddress, type SignInVisit, startSession, type User } from '../../accounts/index.ts'
import { findPartner, joinPartner, lockPartner, type Partner } from '../../partners/index.ts'
import * as store from '../store.ts'

export type OpenInvitation = store.Invitation & { partner: Partner }
/** For the audit log; the path has no secret. */
export type AcceptCall = Omit<AuditedCall, 'actor'> & { ipAddress: string }
type Needed = Pick<Deps, 'db' | 'clock' | 'audit' | 'secrets' | 'accountEvents'>

/** Undefined when the link was used, revoked or replaced, has expired or never existed. */
export async function readInvitation(db: Db, secret: string, now: Date): Promise<OpenInvitation | undefined> {
  const invitation = await store.findInvitationByToken(db, tokenHash(secret), now)
  const partner = invitation && (await findPartner(db, invitation.partnerId))
  return invitation && partner && { ...invitation, partner }
}

/** Locks the team first, as every other change of it does. */
async function spend(tx: Tx, secret: string, now: Date): Promise<store.Invitation> {
  const hash = tokenHash(secret)
  const invitation = await store.findInvitationByToken(tx, hash, now)
  if (!invitation) throw notFound()
  await lockPartner(tx, invitation.partnerId)
  if (!(await store.spendInvitation(tx, hash, now))) throw notFound()
  return invitation
}

type Joining = { userId: Id<'user'>; account: 'existing' | 'created' | 'recovered' }

async function join(
  { audit }: Pick<Deps, 'audit'>,
  tx: Tx,
  invitation: store.Invitation,
  { userId, account }: Joining,
  { ipAddress, ...call }: AcceptCall,
  now: Date,
): Promise<void> {
  const { id, partnerId, email, role } = invitation
  await joinPartner(tx, partnerId, { userId, role }, now)
  await audit.write(tx, {
    ...call,
    actor: `user:${email}`,
    route: 'team.accept_invitation',
    status: 303,
    input: { partner_id: partnerId, invitation_id: id, user_id: userId, role, account, ip_address: ipAddress },
  })
}

/** For a person who is signed in with the invited address, which is confirmed: the caller has checked that. */
export function acceptInvitation(
  deps: Needed,
  { secret, userId, call }: { secret: string; userId: Id<'user'>; call: AcceptCall },
): Promise<void> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const invitation = await spend(tx, secret, now)
    await join(deps, tx, invitation, { userId, account: 'existing' }, call, now)
  })
}

/** For a person without a confirmed account: the link proves the address, and signs them in. The result has the session's secret. */
export function acceptWithNewPassword(
  deps: Needed,
  { secret, passwordHash, call, visit }: { secret: string; passwordHash: string; call: AcceptCall; visit: SignInVisit },
): Promise<{ token: string; user: User }> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const invitation = await spend(tx, secret, now)
    const proven = await proveAddress(deps, tx, { email: invitation.email, passwordHash }, now)
    if (!proven)
      throw new ApiError('conflict', {
        message: 'This email address already has an account. Sign in to join the team.',
      })
    const { user, account } = proven
    await join(deps, tx, invitation, { userId: user.id, account }, call, now)
    const token = await startSession(deps, tx, { user, visit, secondFactorAt: null, method: 'invitation' }, now)
    invariant(token, 'nobody changed the password in this transaction')
    return { token, user }
  })
}
