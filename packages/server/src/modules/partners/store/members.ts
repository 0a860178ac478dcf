// SQL of the people of a partner.
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { MemberRole } from '../../../kernel/owner.ts'
import { type Partner, partnerColumns } from './partners.ts'

export type Member = { userId: Id<'user'>; email: string; role: MemberRole; createdAt: Date }

/** A partner as one of its people sees it. */
export type OwnPartner = Partner & { role: MemberRole; memberSince: Date }

type Page = { at: Date; id: string }

/** The account, locked: two partners started at the same time are counted one after the other. */
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
