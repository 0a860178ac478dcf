// SQL of passkeys.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type Passkey = {
  id: Id<'passkey'>
  userId: Id<'user'>
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  backedUp: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Changes of one account's factors wait for each other: the first one creates recovery codes, the last one removes them. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`select id from users where id = ${userId} for no key update`)
}

export async function insertPasskey(tx: Tx, passkey: Passkey): Promise<void> {
  await tx.run(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
    values (${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${JSON.stringify(passkey.transports)}::jsonb, ${passkey.backedUp}, ${passkey.name}, ${passkey.createdAt})`)
}

export const listPasskeys = (db: Db, userId: string): Promise<Passkey[]> =>
  db.many<Passkey>(sql`select * from passkeys where user_id = ${userId} order by id`)

export const findPasskey = (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  db.one<Passkey>(sql`select * from passkeys where credential_id = ${credentialId}`)

/** False when the counter did not go up: the passkey was copied, or another request used it. A counter of zero never counts. */
export const notePasskeyUse = async (
  tx: Tx,
  { id, counter, backedUp }: Pick<Passkey, 'id' | 'counter' | 'backedUp'>,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) > 0

export const renamePasskey = (tx: Tx, userId: string, id: string, name: string): Promise<Passkey | undefined> =>
  tx.one<Passkey>(sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning *`)

/** False when the account has no such passkey. */
export const deletePasskey = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (await tx.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)) > 0

export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where user_id = ${userId}`)
}
