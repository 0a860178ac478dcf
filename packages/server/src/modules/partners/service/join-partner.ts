// Use cases of a partner's people: who they are, and how a person starts a partner.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { parseEmail } from '../../../kernel/email-address.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { PARTNERS_OWNED_MAX } from '../../../kernel/limits.ts'
import { type MemberRole, SCOPES } from '../../../kernel/owner.ts'
import * as store from '../store.ts'
import { createPartner } from './change-partner.ts'
import { type IssuedCredential, issueCredential } from './issue-credential.ts'

export type Started = IssuedCredential & { partner: store.OwnPartner }

/**
 * A person's own partner, ready for the sandbox: its credential's secret is in the answer once and never again. Whether it
 * may collect buyers' money in live mode is for an operator to say.
 */
export async function startPartner(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  { userId, name }: { userId: Id<'user'>; name: string },
  now: Date,
): Promise<Started> {
  const user = await store.lockUser(tx, userId)
  invariant(user, 'the user who creates a partner has an account')
  if ((await store.countOwned(tx, userId)) >= PARTNERS_OWNED_MAX)
    throw new ApiError('conflict', {
      message: `You can own at most ${PARTNERS_OWNED_MAX} partners. Contact the operator for more.`,
      reason: 'too_many_partners',
    })
  const terms = { merchantOfRecord: false, sandboxMerchantOfRecord: true, affiliate: true }
  const partner = await createPartner(tx, { name, email: user.email, ...terms }, now)
  await store.insertMember(tx, partner.id, { userId, role: 'owner', createdAt: now })
  const issued = await issueCredential(deps, tx, partner.id, { environment: 'sandbox', scopes: SCOPES }, now)
  return { ...issued, partner: { ...partner, role: 'owner', memberSince: now } }
}

/** The partner that a person means: the one named, or the first of theirs. Undefined when it is none of theirs. */
export async function findOwnPartner(
  db: Db,
  userId: Id<'user'>,
  partnerId: string | undefined,
): Promise<store.OwnPartner | undefined> {
  if (partnerId !== undefined && !isId('partner', partnerId)) return undefined
  const [partner] = await store.listOwnPartners(db, userId, { partnerId, limit: 1 })
  return partner
}

/** An owner who did not start the partner: the first of one that an operator made. */
export const joinPartner = (tx: Tx, partnerId: string, userId: Id<'user'>, now: Date): Promise<boolean> =>
  store.insertMember(tx, partnerId, { userId, role: 'owner', createdAt: now })

/** The person must have an account; nobody is invited by email. */
export async function addMember(
  tx: Tx,
  partnerId: Id<'partner'>,
  { email, role }: { email: string; role: MemberRole },
  now: Date,
): Promise<store.Member> {
  const normalized = parseEmail(email)
  const user = normalized === null ? undefined : await store.findUserByEmail(tx, normalized)
  if (!user) throw notFound('No account has this email address. Ask the person to sign up, then add them.')
  const member = { ...user, role, createdAt: now }
  if (!(await store.insertMember(tx, partnerId, member)))
    throw new ApiError('conflict', { message: 'This person is already a team member.', reason: 'already_a_member' })
  return member
}

/** Before an account is deleted: the person leaves every team, unless a partner would be left without an owner. */
export async function leavePartners(tx: Tx, user: { id: Id<'user'>; email: string }, now: Date): Promise<void> {
  for (const partner of await store.listOwnPartners(tx, user.id, { limit: LEAVE_MAX })) {
    const members = await store.lockMembers(tx, partner.id)
    const successor = members.find(({ userId, role }) => userId !== user.id && role === 'owner')
    if (!successor)
      throw new ApiError('conflict', {
        message: `You are the last owner of the partner ${partner.name}. Make another team member its owner first, or ask the operator to close it.`,
        reason: 'last_owner',
      })
    await store.replaceContact(tx, partner.id, user.email, successor.email, now)
    await store.deleteMember(tx, partner.id, user.id)
  }
}
/** More memberships than anyone has. */
const LEAVE_MAX = 1000

/** A partner without an owner could be run by nobody. */
export async function removeMember(tx: Tx, partnerId: Id<'partner'>, userId: string): Promise<store.Member> {
  const members = await store.lockMembers(tx, partnerId)
  const member = members.find((one) => one.userId === userId)
  if (!member) throw notFound('Team member not found.')
  if (member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1)
    throw new ApiError('conflict', {
      message: 'A partner needs at least one owner. Add another owner first.',
      reason: 'last_owner',
    })
  await store.deleteMember(tx, partnerId, userId)
  return member
}
