// Changes who is on a partner's team. A person who is no longer an owner leaves no open invitations behind.
import type { Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { MemberRole } from '../../../kernel/owner.ts'
import { changeRole, lockPartner, type Member, removeMember } from '../../partners/index.ts'
import { revokeInvitationsBy } from '../store.ts'

/** Removes a person, or lets them leave; the last owner stays. */
export async function endMembership(tx: Tx, partnerId: Id<'partner'>, userId: string, now: Date): Promise<Member> {
  await lockPartner(tx, partnerId)
  const member = await removeMember(tx, partnerId, userId, now)
  await revokeInvitationsBy(tx, partnerId, member.userId, now)
  return member
}

export async function changeMemberRole(
  tx: Tx,
  partnerId: Id<'partner'>,
  { userId, role }: { userId: string; role: MemberRole },
  now: Date,
): Promise<Member> {
  await lockPartner(tx, partnerId)
  const member = await changeRole(tx, partnerId, userId, role)
  if (role !== 'owner') await revokeInvitationsBy(tx, partnerId, member.userId, now)
  return member
}
