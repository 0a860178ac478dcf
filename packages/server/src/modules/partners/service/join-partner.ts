// Use cases of a partner's team members: who they are, and how a person starts a partner.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { PARTNERS_OWNED_MAX } from '../../../kernel/limits.ts'
import { type MemberRole, SCOPES } from '../../../kernel/owner.ts'
import * as memberStore from '../store/members.ts'
import * as partnerStore from '../store/partners.ts'
import { createPartner } from './change-partner.ts'
import { type IssuedCredential, issueCredential } from './issue-credential.ts'

export type Started = IssuedCredential & { partner: memberStore.OwnPartner }

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
  const user = await memberStore.lockUser(tx, userId)
  invariant(user, 'the user who creates a partner has an account')
  if ((await memberStore.countOwned(tx, userId)) >= PARTNERS_OWNED_MAX)
    throw new ApiError('conflict', {
      message: `You can own at most ${PARTNERS_OWNED_MAX} partners. Contact the operator for more.`,
      reason: 'too_many_partners',
    })
  const terms = { merchantOfRecord: false, sandboxMerchantOfRecord: true, affiliate: true }
  const partner = await createPartner(tx, { name, email: user.email, ...terms }, now)
  await memberStore.insertMember(tx, partner.id, { userId, role: 'owner', createdAt: now })
  const issued = await issueCredential(deps, tx, partner.id, { environment: 'sandbox', scopes: SCOPES }, now)
  return { ...issued, partner: { ...partner, role: 'owner', memberSince: now } }
}

/**
 * The partner that a person acts for: the one named, or their only one. Undefined when they are not on its team, or on none. A
 * person on several teams must name one: a default would sooner or later act for the wrong company.
 */
export async function findOwnPartner(
  db: Db,
  userId: Id<'user'>,
  partnerId: string | undefined,
): Promise<memberStore.OwnPartner | undefined> {
  if (partnerId !== undefined && !isId('partner', partnerId)) return undefined
  const [partner, another] = await memberStore.listOwnPartners(db, userId, { partnerId, limit: 2 })
  if (another) throw invalidField('X-Partner-Id', 'is required because you are on the team of several partners')
  return partner
}

/** False when the person is on the team already; their role stays. */
export const joinPartner = (
  tx: Tx,
  partnerId: string,
  { userId, role }: { userId: Id<'user'>; role: MemberRole },
  now: Date,
): Promise<boolean> => memberStore.insertMember(tx, partnerId, { userId, role, createdAt: now })

/** Before an account is deleted: the person leaves every team, unless a partner would be left without an owner. */
export async function leavePartners(tx: Tx, user: { id: Id<'user'>; email: string }, now: Date): Promise<void> {
  for (const partner of await memberStore.listOwnPartners(tx, user.id, { limit: LEAVE_MAX })) {
    const members = await memberStore.lockMembers(tx, partner.id)
    const successor = members.find(({ userId, role }) => userId !== user.id && role === 'owner')
    if (!successor)
      throw new ApiError('conflict', {
        message: `You are the last owner of the partner ${partner.name}. Make another team member its owner first, or ask the operator to close it.`,
        reason: 'last_owner',
      })
    await partnerStore.replaceContact(tx, partner.id, user.email, successor.email, now)
    await memberStore.deleteMember(tx, partner.id, user.id)
  }
}
/** More memberships than anyone has. */
const LEAVE_MAX = 1000

/** The member, locked with all others, who must stay an owner if they are the last. */
async function lockMember(tx: Tx, partnerId: Id<'partner'>, userId: string, staysOwner: boolean) {
  const members = await memberStore.lockMembers(tx, partnerId)
  const member = members.find((one) => one.userId === userId)
  if (!member) throw notFound('Team member not found.')
  const owners = members.filter(({ role }) => role === 'owner')
  if (!staysOwner && member.role === 'owner' && owners.length === 1)
    throw new ApiError('conflict', {
      message: 'A partner needs at least one owner. Make another team member an owner first.',
      reason: 'last_owner',
    })
  return { member, members }
}

/** Someone who left is not the partner's contact any more. */
export async function removeMember(
  tx: Tx,
  partnerId: Id<'partner'>,
  userId: string,
  now: Date,
): Promise<memberStore.Member> {
  const { member, members } = await lockMember(tx, partnerId, userId, false)
  const successor = members.find((one) => one.userId !== userId && one.role === 'owner')
  if (successor) await partnerStore.replaceContact(tx, partnerId, member.email, successor.email, now)
  await memberStore.deleteMember(tx, partnerId, userId)
  return member
}

export async function changeRole(
  tx: Tx,
  partnerId: Id<'partner'>,
  userId: string,
  role: MemberRole,
): Promise<memberStore.Member> {
  const { member } = await lockMember(tx, partnerId, userId, role === 'owner')
  await memberStore.updateRole(tx, partnerId, userId, role)
  return { ...member, role }
}
