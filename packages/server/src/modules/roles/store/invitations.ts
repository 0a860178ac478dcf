// SQL of operators' invitations.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'

export type Invitation = {
  id: Id<'invitation'>
  email: string
  role: OperatorRole
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

const INVITATION = sql`id, email, role, invited_by, created_at, expires_at`
const OPEN = sql`accepted_at is null and revoked_at is null`

/** False when the address has an open invitation. One that has expired makes room. */
export async function insertInvitation(tx: Tx, invitation: Invitation, tokenHash: Buffer): Promise<boolean> {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation
  await tx.run(sql`
    update operator_invitations set revoked_at = ${createdAt} where email = ${email} and ${OPEN} and expires_at <= ${createdAt}`)
  const inserted = await tx.run(sql`
    insert into operator_invitations (id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${id}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, ${createdAt}, ${expiresAt})
    on conflict (email) where accepted_at is null and revoked_at is null do nothing`)
  return inserted > 0
}

export const listInvitations = (db: Db, now: Date): Promise<Invitation[]> =>
  db.many<Invitation>(sql`
    select ${INVITATION} from operator_invitations where ${OPEN} and expires_at > ${now} order by id`)

/** Undefined when it was accepted, revoked, has expired or never existed. */
export const findInvitation = (db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  db.one<Invitation>(sql`
    select ${INVITATION} from operator_invitations where token_hash = ${tokenHash} and ${OPEN} and expires_at > ${now}`)

/** As `findInvitation`, and accepted from now on: of two requests with the same link one gets it. */
export const acceptInvitation = (tx: Tx, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> =>
  tx.one<Invitation>(sql`
    update operator_invitations set accepted_at = ${now}
    where token_hash = ${tokenHash} and ${OPEN} and expires_at > ${now}
    returning ${INVITATION}`)

export const revokeInvitation = (tx: Tx, id: string, now: Date): Promise<Invitation | undefined> =>
  tx.one<Invitation>(sql`
    update operator_invitations set revoked_at = ${now} where id = ${id} and ${OPEN} and expires_at > ${now}
    returning ${INVITATION}`)

/** The open invitations that a person sent. */
export async function revokeInvitationsBy(tx: Tx, actor: string, now: Date): Promise<void> {
  await tx.run(sql`update operator_invitations set revoked_at = ${now} where invited_by = ${actor} and ${OPEN}`)
}

export const purgeInvitations = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from operator_invitations where id in (
      select id from operator_invitations where expires_at <= ${before} order by expires_at limit ${limit}
      for update skip locked)`)

/** Of a person whose account is deleted. Only for the owner of the address. */
export async function forgetInvited(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`delete from operator_invitations where email = ${email}`)
}

export async function forgetInviter(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`
    update operator_invitations set invited_by = 'user:deleted' where invited_by = ${`user:${email}`}`)
}
