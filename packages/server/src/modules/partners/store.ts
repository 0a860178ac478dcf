// SQL of partners, their credentials and their people.
import { afterLast, inOrder, type Keyset } from '../../db/keyset.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Environment, MemberRole, Scope } from '../../kernel/owner.ts'
import type { PartnerFilterName } from './rules.ts'

export type Partner = {
  id: Id<'partner'>
  name: string
  email: string
  merchantOfRecord: boolean
  /** May record sales in the sandbox although it is not merchant of record: a partner that a person started. */
  sandboxMerchantOfRecord: boolean
  affiliate: boolean
  commissionBps: number
  brokerageBps: number
  referralBps: number
  sandboxOffsetSeconds: number
  approvedAt: Date | null
  suspendedAt: Date | null
  /** When it applied for live access, and what it said; kept after the approval. */
  liveRequestedAt: Date | null
  liveRequestNote: string | null
  createdAt: Date
  updatedAt: Date
}

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

const partnerColumns = sql`
  id, name, email, merchant_of_record, sandbox_merchant_of_record, affiliate, commission_bps, brokerage_bps, referral_bps,
  sandbox_offset_seconds, approved_at, suspended_at, live_requested_at, live_request_note, created_at, updated_at`

export async function insertPartner(tx: Tx, partner: Partner): Promise<void> {
  await tx.run(sql`
    insert into partners (id, name, email, merchant_of_record, sandbox_merchant_of_record, affiliate, commission_bps,
                          brokerage_bps, referral_bps, approved_at, created_at, updated_at)
    values (${partner.id}, ${partner.name}, ${partner.email}, ${partner.merchantOfRecord},
            ${partner.sandboxMerchantOfRecord}, ${partner.affiliate}, ${partner.commissionBps}, ${partner.brokerageBps}, ${partner.referralBps},
            ${partner.approvedAt}, ${partner.createdAt}, ${partner.updatedAt})`)
}

export const findPartner = (db: Db, id: string): Promise<Partner | undefined> =>
  db.one<Partner>(sql`select ${partnerColumns} from partners where id = ${id}`)

/** An expression for statements that read it on the way. */
export const sandboxOffset = (partnerId: Sql): Sql =>
  sql`(select sandbox_offset_seconds from partners where id = ${partnerId})`

export const lockPartner = (tx: Tx, id: string): Promise<Partner | undefined> =>
  tx.one<Partner>(sql`select ${partnerColumns} from partners where id = ${id} for update`)

export async function updatePartner(tx: Tx, partner: Partner): Promise<void> {
  await tx.run(sql`
    update partners set
      name = ${partner.name}, email = ${partner.email}, merchant_of_record = ${partner.merchantOfRecord},
      affiliate = ${partner.affiliate}, commission_bps = ${partner.commissionBps},
      brokerage_bps = ${partner.brokerageBps}, referral_bps = ${partner.referralBps},
      approved_at = ${partner.approvedAt}, suspended_at = ${partner.suspendedAt},
      live_requested_at = ${partner.liveRequestedAt}, live_request_note = ${partner.liveRequestNote},
      updated_at = ${partner.updatedAt}
    where id = ${partner.id}`)
}

const inStatus: Record<PartnerFilterName, ReturnType<typeof sql>> = {
  pending: sql`(suspended_at is null and approved_at is null)`,
  approved: sql`(suspended_at is null and approved_at is not null)`,
  suspended: sql`(suspended_at is not null)`,
  applied: sql`(suspended_at is null and approved_at is null and live_requested_at is not null)`,
}

export type PartnerFilter = {
  /** A part of the name or the email address, or the ID. */
  text?: string | undefined
  statuses?: readonly PartnerFilterName[] | undefined
}

/** `position` has no pattern characters to escape. */
const matchText = (text: string): Sql =>
  sql`(position(lower(${text}) in lower(name)) > 0 or position(lower(${text}) in lower(email)) > 0 or id = lower(${text}))`

export const PARTNER_SORTS = ['created', 'name'] as const
export type PartnerSort = (typeof PARTNER_SORTS)[number]
/** As the index on names has them. */
const SORTED = {
  created: null,
  name: { column: sql`lower(name) collate "C"`, wrap: (value: Sql) => sql`lower(${value}::text) collate "C"` },
}

export function listPartners(
  db: Db,
  filter: PartnerFilter,
  keyset: Keyset<PartnerSort>,
  limit: number,
): Promise<Partner[]> {
  const statuses = filter.statuses?.map((status) => inStatus[status]).reduce((all, next) => sql`${all} or ${next}`)
  return db.many<Partner>(sql`
    select ${partnerColumns} from partners
    where ${joinConditions([
      afterLast(keyset, SORTED, sql`id`),
      statuses && sql`(${statuses})`,
      filter.text !== undefined && matchText(filter.text),
    ])}
    order by ${inOrder(keyset, SORTED, sql`id`)} limit ${limit}`)
}

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

/** For an unknown key the row of any other: to find nothing would be quicker, and that could be measured. Whoever asks compares. */
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

export type Member = { userId: Id<'user'>; email: string; role: MemberRole; createdAt: Date }

/** A partner as one of its people sees it. */
export type OwnPartner = Partner & { role: MemberRole; memberSince: Date }

type Page = { at: Date; id: string }

/** The account, locked: two partners started at once are counted one after the other. */
export const lockUser = (tx: Tx, userId: string): Promise<{ email: string } | undefined> =>
  tx.one(sql`select email from users where id = ${userId} for update`)

/** Is a person with this address on the team? */
export const hasMember = async (db: Db, partnerId: string, normalizedEmail: string): Promise<boolean> =>
  (await db.one(sql`
    select 1 as one from partner_members m join users u on u.id = m.user_id
    where m.partner_id = ${partnerId} and lower(u.email) = ${normalizedEmail}`)) !== undefined

/** Is the person on any team? */
export const isTeamMember = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from partner_members where user_id = ${userId} limit 1`)) !== undefined

export async function countOwned(tx: Tx, userId: string): Promise<number> {
  const row = await tx.one<{ owned: number }>(
    sql`select count(*)::int as owned from partner_members where user_id = ${userId} and role = 'owner'`,
  )
  return row?.owned ?? 0
}

/** False when the person is a member already, whose role stays. */
export const insertMember = async (tx: Tx, partnerId: string, member: Omit<Member, 'email'>): Promise<boolean> =>
  (await tx.run(sql`
    insert into partner_members (partner_id, user_id, role, created_at)
    values (${partnerId}, ${member.userId}, ${member.role}, ${member.createdAt}) on conflict do nothing`)) > 0

/** Its members stay as they are until the transaction ends. */
export const lockMembers = (tx: Tx, partnerId: string): Promise<Member[]> =>
  tx.many<Member>(sql`
    select m.user_id, u.email, m.role, m.created_at from partner_members m join users u on u.id = m.user_id
    where m.partner_id = ${partnerId} order by m.user_id for update of m`)

export async function updateRole(tx: Tx, partnerId: string, userId: string, role: MemberRole): Promise<void> {
  await tx.run(sql`update partner_members set role = ${role} where partner_id = ${partnerId} and user_id = ${userId}`)
}

export async function deleteMember(tx: Tx, partnerId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from partner_members where partner_id = ${partnerId} and user_id = ${userId}`)
}

/** Of these people and partners, the pairs in which the person is on the team. */
export const listMemberships = (
  db: Db,
  pairs: readonly { userId: string; partnerId: string }[],
): Promise<{ userId: string; partnerId: string }[]> =>
  db.many(sql`
    select user_id, partner_id from partner_members where (user_id, partner_id) in (
      select * from unnest(${pairs.map(({ userId }) => userId)}::text[], ${pairs.map(({ partnerId }) => partnerId)}::text[]))`)

export const listMembers = (db: Db, partnerId: string, after: Page | undefined, limit: number): Promise<Member[]> =>
  db.many<Member>(sql`
    select m.user_id, u.email, m.role, m.created_at from partner_members m join users u on u.id = m.user_id
    where ${joinConditions([
      sql`m.partner_id = ${partnerId}`,
      after && sql`(m.created_at, m.user_id) < (${after.at}, ${after.id}::id_text)`,
    ])}
    order by m.created_at desc, m.user_id desc limit ${limit}`)

/** Confirmed addresses of the team members who have one of the roles. */
export async function listAddresses(db: Db, partnerId: string, roles: readonly MemberRole[]): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select u.email from partner_members m join users u on u.id = m.user_id
    where m.partner_id = ${partnerId} and m.role = any(${[...roles]}::text[]) and u.email_confirmed_at is not null
    order by m.created_at, m.user_id`)
  return rows.map(({ email }) => email)
}

/** The person's partners, the oldest membership first. */
export const listOwnPartners = (
  db: Db,
  userId: string,
  filter: { partnerId?: string | undefined; after?: Page | undefined; limit: number },
): Promise<OwnPartner[]> =>
  db.many<OwnPartner>(sql`
    select ${partnerColumns}, m.role, m.member_since
    from (select partner_id, role, created_at as member_since from partner_members where user_id = ${userId}) m
    join partners on id = m.partner_id
    where ${joinConditions([
      filter.partnerId !== undefined && sql`id = ${filter.partnerId}`,
      filter.after && sql`(m.member_since, id) > (${filter.after.at}, ${filter.after.id}::id_text)`,
    ])}
    order by m.member_since, id limit ${filter.limit}`)

/** The contact address of the partner moves to another owner when its person leaves. */
export async function replaceContact(tx: Tx, partnerId: string, from: string, to: string, now: Date): Promise<void> {
  await tx.run(sql`
    update partners set email = ${to}, updated_at = ${now} where id = ${partnerId} and lower(email) = ${from}`)
}

/** Moves a partner's sandbox clock and returns how far ahead it runs now. */
export async function advanceSandboxClock(tx: Tx, partnerId: string, seconds: number): Promise<number> {
  const row = await tx.one<{ offset: number }>(sql`
    update partners set sandbox_offset_seconds = sandbox_offset_seconds + ${seconds}
    where id = ${partnerId} returning sandbox_offset_seconds as offset`)
  return row?.offset ?? 0
}

/** Shows rows with their partners' names, which operators read in place of ids; one question for all of them. */
export async function withPartnerNames<Row extends { partnerId: string }, View>(
  db: Db,
  rows: readonly Row[],
  view: (row: Row, partnerName: string) => View,
): Promise<View[]> {
  const ids = [...new Set(rows.map(({ partnerId }) => partnerId))]
  const found = await db.many<{ id: string; name: string }>(
    sql`select id, name from partners where id = any(${ids}::text[])`,
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => view(row, names.get(row.partnerId) ?? ''))
}
