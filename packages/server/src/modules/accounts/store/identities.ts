// SQL of operators' accounts at an identity provider.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { User } from './users.ts'

export type Identity = { issuer: string; subject: string }

export const findUserByIdentity = (db: Db, { issuer, subject }: Identity): Promise<User | undefined> =>
  db.one<User>(sql`
    select u.id, u.email, u.password_hash, u.operator_role, u.email_confirmed_at, u.created_at, u.signed_in_at
    from operator_identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`)

/** False when the provider's account, or the user, is linked already. */
export const insertIdentity = async (
  tx: Tx,
  userId: Id<'user'>,
  { issuer, subject }: Identity,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into operator_identities (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${userId}, ${now}) on conflict do nothing`)) > 0

export const isLinked = async (db: Db, userId: string, issuer: string): Promise<boolean> =>
  (await db.one(sql`select 1 from operator_identities where user_id = ${userId} and issuer = ${issuer}`)) !== undefined

export const listIdentities = (db: Db, userId: string): Promise<(Identity & { createdAt: Date })[]> =>
  db.many(
    sql`select issuer, subject, created_at from operator_identities where user_id = ${userId} order by created_at`,
  )

export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from operator_identities where user_id = ${userId}`)
}
