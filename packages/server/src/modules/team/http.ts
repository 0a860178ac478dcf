// What the portal's and the operators' routes of teams share: pages of members and invitations, and limits on messages.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { assertWithinBucket } from '../../http/admission/rate-limit.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { EmailText, Named, OneOf, pageFields, Strict, Type } from '../../http/schema.ts'
import {
  INVITATION_MAILS_PER_ADDRESS_HOUR,
  INVITATIONS_PER_ADDRESS_HOUR,
  INVITATIONS_PER_HOUR,
} from '../../kernel/limits.ts'
import { MEMBER_ROLES, type MemberRole } from '../../kernel/owner.ts'
import { accountDigest } from '../accounts/index.ts'
import { listMembers } from '../partners/index.ts'
import { normalizeInvited } from './service/invite.ts'
import { listInvitations } from './store.ts'
import { InvitationView, invitationView, MemberView, memberView } from './views.ts'

type PageQuery = { limit?: number; cursor?: string }

export const InvitationInput = (defaultRole: MemberRole) =>
  Strict({
    email: EmailText(),
    role: Type.Optional(OneOf(MEMBER_ROLES, { description: `Default \`${defaultRole}\`.` })),
  })

const HOUR_SECONDS = 3600

type Limiting = Pick<Deps, 'config' | 'admission'>
const perHour = (name: string, capacity: number) => ({ name, capacity, perSeconds: HOUR_SECONDS })

async function limitPerAddress(deps: Limiting, partnerId: string, email: string): Promise<void> {
  await assertWithinBucket(deps, {
    key: `invitations_to:${partnerId}:${accountDigest(email)}`,
    limit: perHour('invitations_to', INVITATIONS_PER_ADDRESS_HOUR),
  })
}

/** An operator's invitations are few, and no partner's can keep their messages back. */
export async function limitOperatorInvitations(deps: Limiting, partnerId: string, email: string): Promise<void> {
  const normalized = normalizeInvited(email)
  if (deps.config.rateLimits !== 'off') await limitPerAddress(deps, partnerId, normalized)
}

/**
 * A partner has its own limits, which others cannot use up. All partners together share the messages to an address: beyond those
 * the invitation is created and not mailed, and the response does not show it.
 */
export async function limitInvitations(
  deps: Limiting,
  partnerId: string,
  email: string,
): Promise<{ isMailed: boolean }> {
  const normalized = normalizeInvited(email)
  if (deps.config.rateLimits === 'off') return { isMailed: true }
  const limit = perHour('invitations', INVITATIONS_PER_HOUR)
  await assertWithinBucket(deps, { key: `invitations:${partnerId}`, limit })
  await limitPerAddress(deps, partnerId, normalized)
  const bucket = {
    key: `invitation_mails:${accountDigest(normalized)}`,
    limit: perHour('invitation_mails', INVITATION_MAILS_PER_ADDRESS_HOUR),
  }
  const { granted } = await deps.admission.admit({ nonce: null, bucket, partnerId: null, durable: false })
  return { isMailed: granted }
}

export const MemberPage = Named('MemberPage', { members: Type.Array(MemberView), ...pageFields })

/** `list` keeps the cursors of one route from another. */
export async function memberPage(db: Db, list: 'members' | 'portal.members', partnerId: string, query: PageQuery) {
  const filters = { list, partner: partnerId }
  const limit = pageLimit(query.limit)
  const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
  const rows = await listMembers(db, partnerId, key && { at: new Date(key[0]), id: key[1] }, limit + 1)
  const page = toPage(rows, limit, filters, (row) => [row.createdAt.getTime(), row.userId])
  return { members: page.rows.map(memberView), next_cursor: page.nextCursor, has_more: page.hasMore }
}

export const InvitationPage = Named('InvitationPage', { invitations: Type.Array(InvitationView), ...pageFields })

export async function invitationPage(
  db: Db,
  list: 'invitations' | 'portal.invitations',
  partnerId: string,
  query: PageQuery,
) {
  const filters = { list, partner: partnerId }
  const limit = pageLimit(query.limit)
  const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
  const rows = await listInvitations(db, partnerId, { before, limit: limit + 1 })
  const page = toPage(rows, limit, filters, (row) => [row.id])
  return { invitations: page.rows.map(invitationView), next_cursor: page.nextCursor, has_more: page.hasMore }
}
