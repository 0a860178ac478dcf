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
  /** Null: nobody signed in yet. */
  signedInAt: Date | null
}
export type NewUser = Omit<User, 'signedInAt'>

const USER = sql`id, email, password_hash, operator_role, email_confirmed_at, created_at, signed_in_at`

export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  await tx.run(sql`
    insert into users (id, email, password_hash, operator_role, email_confirmed_at, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.operatorRole}, ${user.emailConfirmedAt}, ${user.createdAt},
            ${user.createdAt})`)
}

/** False when the address has an account already, which stays as it is. */
export const insertUserIfNew = async (tx: Tx, user: NewUser): Promise<boolean> =>
  (await tx.run(sql`
    insert into users (id, email, password_hash, operator_role, email_confirmed_at, created_at, updated_at)
    values (${user.id}, ${user.email}, ${user.passwordHash}, ${user.operatorRole}, ${user.emailConfirmedAt}, ${user.createdAt},
            ${user.createdAt})
    on conflict (lower(email)) do nothing`)) > 0

export async function updatePassword(tx: Tx, userId: string, passwordHash: string | null, now: Date): Promise<void> {
  await tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId}`)
}

/**
 * Notes a sign-in. False when the password is not the one that was checked any more. The row is locked, so a password change
 * that comes next ends the session that this sign-in begins.
 */
export const noteSignIn = async (
  tx: Tx,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update users set signed_in_at = ${now} where id = ${id} and password_hash is not distinct from ${passwordHash}`)) >
  0

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

/** Held until the end of the transaction: changes of one account wait for each other. */
export const lockUser = (tx: Tx, id: string): Promise<User | undefined> =>
  tx.one<User>(sql`select ${USER} from users where id = ${id} for update`)

/** As `lockUser`, for those who only need it to stay as it is. */
export const holdUser = (tx: Tx, id: string): Promise<User | undefined> =>
  tx.one<User>(sql`select ${USER} from users where id = ${id} for share`)

/** A normalized address is ASCII in lower case, so that SQL and TypeScript agree on it in every locale. */
export const findUserByEmail = (db: Db, normalizedEmail: string): Promise<User | undefined> =>
  db.one<User>(sql`select ${USER} from users where lower(email) = ${normalizedEmail}`)

/** The account, locked: nobody confirms it or changes its password meanwhile. */
export const lockUserByEmail = (tx: Tx, normalizedEmail: string): Promise<User | undefined> =>
  tx.one<User>(sql`select ${USER} from users where lower(email) = ${normalizedEmail} for update`)
/** Does a sign-in with the password need a second step? */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one(sql`
    select 1 as found where exists (select from totp_secrets where user_id = ${userId} and enabled_at is not null)
      or exists (select from passkeys where user_id = ${userId})`)) !== undefined

/** Accounts from before addresses were normalized: with capitals, or a domain in Unicode. */
export const findUnusualEmails = (db: Db, after: string, limit: number): Promise<Pick<User, 'id' | 'email'>[]> =>
  db.many(sql`
    select id, email from users where id > ${after} and email ~ '[^ -@[-~]' order by id limit ${limit}`)

export async function changeEmail(db: Db, id: string, email: string): Promise<void> {
  await db.run(sql`update users set email = ${email} where id = ${id}`)
}

export async function confirmEmail(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users set email_confirmed_at = coalesce(email_confirmed_at, ${now}), updated_at = ${now} where id = ${id}`)
}

/** The new address was confirmed, too. Throws a violation of `users_email` when another account has it. */
export async function replaceEmail(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  await tx.run(sql`
    update users set email = ${email}, email_confirmed_at = ${now}, updated_at = ${now} where id = ${id}`)
}

/** Sessions, links and whatever else names the account with `on delete cascade` go with it. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from users where id = ${id}`)
}
