// SQL of partners' keys.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment, Scope } from '../../../kernel/owner.ts'
import type { Partner } from './partners.ts'

export type Credential = {
  keyId: string
  /** Chosen by its people, to tell keys apart. */
  name: string | null
  partnerId: Id<'partner'>
  environment: Environment
  scopes: Scope[]
  secretSealed: string
  rotatedFrom: string | null
  retiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  createdAt: Date
}

export type CredentialWithPartner = Omit<Credential, 'name'> &
  Omit<Partner, 'id' | 'createdAt' | 'updatedAt' | 'email' | 'liveRequestedAt' | 'liveRequestNote'>

const credentialColumns = sql`
  key_id, name, partner_id, environment, scopes, secret_sealed, rotated_from, retires_at, revoked_at, last_used_at, created_at`

export async function insertCredential(tx: Tx, credential: Credential): Promise<void> {
  await tx.run(sql`
    insert into credentials (key_id, name, partner_id, environment, scopes, secret_sealed, rotated_from, created_at)
    values (${credential.keyId}, ${credential.name}, ${credential.partnerId}, ${credential.environment}, ${credential.scopes},
            ${credential.secretSealed}, ${credential.rotatedFrom}, ${credential.createdAt})`)
}

export const lockCredential = (tx: Tx, keyId: string): Promise<Credential | undefined> =>
  tx.one<Credential>(sql`select ${credentialColumns} from credentials where key_id = ${keyId} for update`)

export const credentialExists = async (db: Db, keyId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from credentials where key_id = ${keyId}`)) !== undefined

export const findCredential = (tx: Tx, keyId: string): Promise<Credential | undefined> =>
  tx.one<Credential>(sql`select ${credentialColumns} from credentials where key_id = ${keyId}`)

/** Keys that work now, those that retire later among them. */
export async function countActiveCredentials(tx: Tx, partnerId: string, now: Date): Promise<number> {
  const row = await tx.one<{ active: number }>(sql`
    select count(*)::int as active from credentials
    where partner_id = ${partnerId} and revoked_at is null and (retires_at is null or retires_at > ${now})`)
  return row?.active ?? 0
}

export async function renameCredential(tx: Tx, keyId: string, name: string | null): Promise<void> {
  await tx.run(sql`update credentials set name = ${name} where key_id = ${keyId}`)
}

/** The earlier end wins: rotating twice, or revoking during an overlap, never prolongs a key. */
export async function retireCredential(tx: Tx, keyId: string, at: Date): Promise<void> {
  await tx.run(
    sql`update credentials set retires_at = least(coalesce(retires_at, ${at}), ${at}) where key_id = ${keyId}`,
  )
}

export async function revokeCredential(tx: Tx, keyId: string, at: Date): Promise<void> {
  await tx.run(sql`update credentials set revoked_at = coalesce(revoked_at, ${at}) where key_id = ${keyId}`)
}

export const listCredentials = (
  db: Db,
  partnerId: string,
  page: { before: { createdAt: Date; keyId: string } | undefined; limit: number },
): Promise<Credential[]> =>
  db.many<Credential>(sql`
    select ${credentialColumns} from credentials
    where ${joinConditions([
      sql`partner_id = ${partnerId}`,
      page.before !== undefined && sql`(created_at, key_id) < (${page.before.createdAt}, ${page.before.keyId})`,
    ])}
    order by created_at desc, key_id desc limit ${page.limit}`)

/** For an unknown key the row of any other: finding nothing would be quicker, and that could be measured. The caller compares the IDs. */
export const findCredentialOrAnother = (db: Db, keyId: string): Promise<CredentialWithPartner | undefined> =>
  db.one<CredentialWithPartner>(sql`
    select c.key_id, c.partner_id, c.environment, c.scopes, c.secret_sealed, c.rotated_from, c.retires_at, c.revoked_at,
           c.last_used_at, c.created_at, p.name, p.merchant_of_record, p.sandbox_merchant_of_record, p.affiliate,
           p.commission_bps, p.brokerage_bps, p.referral_bps, p.sandbox_offset_seconds, p.approved_at, p.suspended_at
    from credentials c join partners p on p.id = c.partner_id
    where c.key_id = coalesce((select key_id from credentials where key_id = ${keyId}),
                              (select min(key_id) from credentials))`)

export async function touchCredential(db: Db, keyId: string, at: Date): Promise<void> {
  await db.run(sql`update credentials set last_used_at = greatest(last_used_at, ${at}) where key_id = ${keyId}`)
}

// ---------------------------------------------------------------- people
