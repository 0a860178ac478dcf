// SQL of users.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { OperatorRole } from '../../../kernel/operator-roles.ts'

export type User = {
  id: Id<'user'>
  email: string
  /** Null: no password was ever chosen. */
  passwordHash: string | null
  /** Null: not an operator. */
  operatorRole: OperatorRole | null
  /** Null: nobody has proven that the address is theirs. */
  emailConfirmedAt: Date | null
  createdAt: Date
}

const USER = sql`id, email, password_hash, operator_role, email_confirmed_at, created_at`

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.run(sql`
    insert into users (id, email, password_hash, operator_role, email_confirmed_at, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.operatorRole}, ${user.emailConfirmedAt}, ${user.createdAt},
            ${user.createdAt})`)
}

/** False when the address has an account already, which stays as it is. */
export const insertUserIfNew = async (tx: Tx, user: User): Promise<boolean> =>
  (await tx.run(sql`
    insert into users (id, email, password_hash, operator_role, email_confirmed_at, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.operatorRole}, ${user.emailConfirmedAt}, ${user.createdAt},
            ${user.createdAt})
    on conflict (lower(email)) do nothing`)) > 0

export async function updatePassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`)
}

/** False when the password is not the one that was checked any more: somebody else changed it meanwhile. */
export const replacePassword = async (
  tx: Tx,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  newHash: string,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update users set password_hash = ${newHash}, updated_at = ${now} where id = ${id} and password_hash = ${passwordHash}`)) >
  0

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  db.one<User>(sql`select ${USER} from users where id = ${id}`)

/** A normalized address is ASCII in lower case, so that SQL and TypeScript agree on it in every locale. */
export const findUserByEmail = (db: Db, normalizedEmail: string): Promise<User | undefined> =>
  db.one<User>(sql`select ${USER} from users where lower(email) = ${normalizedEmail}`)

/** Accounts from before addresses were normalized: with capitals, or a domain in Unicode. */
export const findUnusualEmails = (db: Db, after: string, limit: number): Promise<Pick<User, 'id' | 'email'>[]> =>
  db.many(sql`
    select id, email from users where id > ${after} and email ~ '[^ -@[-~]' order by id limit ${limit}`)

export async function changeEmail(db: Db, id: string, email: string): Promise<void> {
  await db.run(sql`update users set email = ${email} where id = ${id}`)
}
