// SQL of authenticator apps.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type TotpSecret = {
  userId: Id<'user'>
  /** Encrypted. */
  secret: string
  /** Null: not confirmed by a code yet. */
  enabledAt: Date | null
}

/** Replaces one that was never confirmed. False when an app is set up already. */
export const insertTotp = async (
  tx: Tx,
  { userId, secret }: Pick<TotpSecret, 'userId' | 'secret'>,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into totp_secrets (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where totp_secrets.enabled_at is null`)) > 0

export const findTotp = (db: Db, userId: string): Promise<TotpSecret | undefined> =>
  db.one<TotpSecret>(sql`select user_id, secret, enabled_at from totp_secrets where user_id = ${userId}`)

/** False when another request was faster, or the secret is not the one that was checked. */
export const enableTotp = async (tx: Tx, { userId, secret }: TotpSecret, step: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update totp_secrets set enabled_at = ${now}, last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and enabled_at is null`)) > 0

/** Accepts the code of a step once: false when this code or a later one was used. */
export const spendStep = async (tx: Tx, { userId, secret }: TotpSecret, step: number): Promise<boolean> =>
  (await tx.run(sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and enabled_at is not null and last_step < ${step}`)) > 0

/** False when there was none. */
export const deleteTotp = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.run(sql`delete from totp_secrets where user_id = ${userId} and enabled_at is not null`)) > 0
