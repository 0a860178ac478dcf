// SQL of invitations to a partner's team.
import { type Db, joinConditions, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { MemberRole } from '../../kernel/owner.ts'

export type NewInvitation = {
  id: Id<'invitation'>
  partnerId: Id<'partner'>
  /** Normalized. */
  email: string
  role: MemberRole
  tokenHash: Buffer
  invitedBy: Id<'user'> | null
  byOperator: boolean
  createdAt: Date
  expiresAt: Date
}

/** `inviterEmail` is null for an operator's invitation, and after the inviter's account was deleted. */
export type Invitation = Omit<NewInvitation, 'tokenHash'> & { inviterEmail: string | null }

const INVITATION = sql`
  i.id, i.partner_id, i.email, i.role, i.invited_by, i.by_operator, i.created_at, i.expires_at,
  case when i.by_operator then null else u.email end as inviter_email`
const FROM = sql`partner_invitations i left join users u on u.id = i.invited_by`
const OPEN = sql`i.accepted_at is null and i.revoked_at is null`

/** An open invitation of the same address keeps its ID; its earlier link stops working. */
export async function saveInvitation(tx: Tx, given: NewInvitation): Promise<Id<'invitation'>> {
  const row = await tx.one<{ id: Id<'invitation'> }>(sql`
    insert into partner_invitations
      (id, partner_id, email, role, token_hash, invited_by, by_operator, created_at, expires_at)
    values (${given.id}, ${given.partnerId}, ${given.email}, ${given.role}, ${given.tokenHash}, ${given.invitedBy},
            ${given.byOperator}, ${given.createdAt}, ${given.expiresAt})
    on conflict (partner_id, email) where accepted_at is null and revoked_at is null do update set
      role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      by_operator = excluded.by_operator, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`)
  return row?.id ?? given.id
}

/** Invitations that can be accepted, besides that of the address. */
export async function countOpenInvitations(tx: Tx, partnerId: string, exceptEmail: string, now: Date): Promise<number> {
  const row = await tx.one<{ open: number }>(sql`
    select count(*)::int as open from partner_invitations i
    where i.partner_id = ${partnerId} and i.email <> ${exceptEmail} and ${OPEN} and i.expires_at > ${now}`)
  return row?.open ?? 0
}

export const findInvitation = (db: Db, id: string): Promise<Invitation | undefined> =>
  db.one<Invitation>(sql`select ${INVITATION} from ${FROM} where i.id = ${id}`)

/** Undefined when it was accepted, revoked or replaced, has expired or never existed. */
export const findInvitationByToken = (db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  db.one<Invitation>(sql`
    select ${INVITATION} from ${FROM} where i.token_hash = ${tokenHash} and ${OPEN} and i.expires_at > ${now}`)

/** Of two requests with the same link, one gets it. */
export const spendInvitation = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update partner_invitations i set accepted_at = ${now}
    where i.token_hash = ${tokenHash} and ${OPEN} and i.expires_at > ${now}`)) > 0

/** False when it is not open. */
export const revokeInvitation = async (tx: Tx, partnerId: string, id: string, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update partner_invitations i set revoked_at = ${now}
    where i.id = ${id} and i.partner_id = ${partnerId} and ${OPEN}`)) > 0

export async function revokeInvitationsBy(tx: Tx, partnerId: string, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update partner_invitations i set revoked_at = ${now}
    where i.partner_id = ${partnerId} and i.invited_by = ${userId} and not i.by_operator and ${OPEN}`)
}

/** Expired invitations are listed too: they can be sent again. */
export const listInvitations = (
  db: Db,
  partnerId: string,
  page: { before: string | undefined; limit: number },
): Promise<Invitation[]> =>
  db.many<Invitation>(sql`
    select ${INVITATION} from ${FROM}
    where ${joinConditions([
      sql`i.partner_id = ${partnerId}`,
      OPEN,
      page.before !== undefined && sql`i.id < ${page.before}::id_text`,
    ])}
    order by i.id desc limit ${page.limit}`)

export const purgeInvitations = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from partner_invitations where id in (
      select id from partner_invitations where expires_at <= ${before} order by expires_at limit ${limit}
      for update skip locked)`)

/** Before an account is deleted: the invitations that the person sent stop working. */
export async function forgetSentInvitations(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from partner_invitations where invited_by = ${userId}`)
}

/** Only for the owner of the address. */
export async function forgetReceivedInvitations(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from partner_invitations where email = ${email}`)
}

export const listReceivedInvitations = (db: Db, email: string): Promise<Invitation[]> =>
  db.many<Invitation>(sql`select ${INVITATION} from ${FROM} where i.email = ${email} order by i.id`)
