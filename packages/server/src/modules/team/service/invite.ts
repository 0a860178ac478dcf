// Invites people to a partner's team by email. Nothing here depends on whether the address has an account.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import type { MemberRole } from '../../../kernel/owner.ts'
import { randomToken, tokenHash } from '../../../kernel/secret-box.ts'
import { parseEmail } from '../../../kernel/text/email-address.ts'
import { queueMail } from '../../mail/index.ts'
import { createPartner, hasMember, lockPartner, type NewPartner, type Partner } from '../../partners/index.ts'
import { assertRoomForInvitation, describeInviter, INVITATION_PREFIX, invitationEnd, ROLE_TEXTS } from '../rules.ts'
import * as store from '../store.ts'

/** Who sends an invitation; an operator's token has no user. */
export type Inviter = { userId: Id<'user'> | null; byOperator: boolean }

/** `isMailed: false`: the address had too many invitations. The invitation is there, and nobody learns that it was not sent. */
type NewInvitation = { email: string; role: MemberRole; inviter: Inviter; isMailed?: boolean }

export function normalizeInvited(email: string, field = 'email'): string {
  const normalized = parseEmail(email)
  if (normalized === null) throw invalidField(field, 'must be an email address')
  return normalized
}

/** An earlier invitation of the same address is replaced: its link stops working. */
export async function inviteMember(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  { partnerId, email, role, inviter, isMailed = true }: NewInvitation & { partnerId: string },
  now: Date,
): Promise<store.Invitation> {
  const normalized = normalizeInvited(email)
  // The lock: changes of a team happen one after the other.
  const partner = await lockPartner(tx, partnerId)
  if (await hasMember(tx, partner.id, normalized))
    throw new ApiError('conflict', {
      message: 'This person is already a team member. Change their role instead.',
      reason: 'already_a_member',
    })
  assertRoomForInvitation(await store.countOpenInvitations(tx, partner.id, normalized, now))
  return sendInvitation(deps, tx, { partner, email: normalized, role, inviter, isMailed }, now)
}

async function sendInvitation(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  { partner, email, role, inviter, isMailed = true }: NewInvitation & { partner: Partner },
  now: Date,
): Promise<store.Invitation> {
  const secret = randomToken(INVITATION_PREFIX, 32)
  const id = await store.saveInvitation(tx, {
    id: newId('invitation', now),
    partnerId: partner.id,
    email,
    role,
    tokenHash: tokenHash(secret),
    invitedBy: inviter.userId,
    byOperator: inviter.byOperator,
    createdAt: now,
    expiresAt: invitationEnd(now),
  })
  const invitation = await store.findInvitation(tx, id)
  invariant(invitation, 'an invitation that was just written is there')
  if (!isMailed) return invitation
  const data = {
    invitedBy: describeInviter(invitation),
    role: ROLE_TEXTS[role],
    partner: partner.name,
    expiresAt: invitation.expiresAt,
  }
  // No owner: a team member who could read this message could accept it in place of its recipient.
  await queueMail(deps, tx, { to: email, template: 'team_invitation', data, secret }, now)
  return invitation
}

/** A partner that an operator creates. Its first owner is invited: nobody becomes an owner by their address. */
export async function createPartnerWithOwner(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  { partner: input, ownerEmail, inviter }: { partner: NewPartner; ownerEmail: string; inviter: Inviter },
  now: Date,
): Promise<Partner> {
  const partner = await createPartner(tx, input, now)
  await sendInvitation(deps, tx, { partner, email: ownerEmail, role: 'owner', inviter }, now)
  return partner
}

export async function revokeInvitation(
  tx: Tx,
  partnerId: Id<'partner'>,
  invitationId: string,
  now: Date,
): Promise<store.Invitation> {
  await lockPartner(tx, partnerId)
  const invitation = isId('invitation', invitationId) ? await store.findInvitation(tx, invitationId) : undefined
  if (!invitation || !(await store.revokeInvitation(tx, partnerId, invitation.id, now)))
    throw notFound('Open invitation not found.')
  return invitation
}
