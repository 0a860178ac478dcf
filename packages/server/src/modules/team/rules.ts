// Invitations to a partner's team: how long a link works, and what is shown of a role.
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError } from '../../kernel/errors.ts'
import { INVITATION_SECONDS, INVITATIONS_OPEN_MAX } from '../../kernel/limits.ts'
import type { MemberRole } from '../../kernel/owner.ts'

/** The start of every secret in a link. Logs recognize it and leave the secret out. */
export const INVITATION_PREFIX = 'fh_iv_'

export const invitationEnd = (now: Date): Date => addSeconds(now, INVITATION_SECONDS)

export const ROLE_TEXTS: Record<MemberRole, string> = {
  owner: 'Owner: full access',
  member: 'Member: read-only access',
}

/**
 * Who gets messages about the partner. Every team member sees the deliveries of an endpoint, and often a member built it, so webhook
 * messages go to all. Only owners decide about money.
 */
export const RECIPIENTS = {
  webhooks: ['owner', 'member'],
  money: ['owner'],
} as const satisfies Record<string, readonly MemberRole[]>
export type Topic = keyof typeof RECIPIENTS

/** How the recipient reads who sent the invitation. The account of an owner can be deleted meanwhile. */
export const describeInviter = (of: { inviterEmail: string | null; byOperator: boolean }): string =>
  of.byOperator ? 'The marketplace operator' : (of.inviterEmail ?? 'An owner')

/** `open` does not count an invitation of the same address, which is replaced. */
export function assertRoomForInvitation(open: number): void {
  if (open < INVITATIONS_OPEN_MAX) return
  throw new ApiError('conflict', {
    message: `A partner can have at most ${INVITATIONS_OPEN_MAX} open invitations. Revoke an invitation first.`,
    reason: 'too_many_invitations',
  })
}
