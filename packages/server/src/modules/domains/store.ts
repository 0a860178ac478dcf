// SQL of owned domains: always the whole set in one statement.
import { type Db, joinConditions, sql, type Tx } from '../../db/sql.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OwnedDomain } from './rules.ts'

const OWNED_BY = (userId: string) => sql`owner_id = ${userId}`

export type Held = OwnedDomain & { acquiredAt: Date }
/** Where a page starts: after this name, which came at that time. */
export type After = { acquiredAt: Date; domain: string }

/** The newest first. */
export type OwnedFilter = { after?: After | undefined; expiresBefore?: Date | undefined }

export const listOwned = (
  db: Db,
  userId: string,
  { after, expiresBefore }: OwnedFilter,
  limit: number,
): Promise<Held[]> =>
  db.many<Held>(sql`
    select * from owned_domains
    where ${joinConditions([OWNED_BY(userId), expiresBefore !== undefined && sql`expires_at < ${expiresBefore}`, after !== undefined && sql`(acquired_at, domain) < (${after.acquiredAt}, ${after.domain})`])}
    order by acquired_at desc, domain desc limit ${limit}`)

/** Held until the end of the transaction, in one order: two bulk operations on the same names wait, they do not lock each other. */
export const lockOwned = (tx: Tx, userId: string, domains: readonly string[]): Promise<OwnedDomain[]> =>
  tx.many<OwnedDomain>(sql`
    select * from owned_domains where ${OWNED_BY(userId)} and domain = any(${domains}) order by domain for update`)

export async function saveOwned(tx: Tx, domains: readonly OwnedDomain[], now: Date): Promise<void> {
  if (domains.length === 0) return
  await tx.run(sql`
    update owned_domains d set expires_at = c."expiresAt", auto_renew = c."autoRenew", locked = c.locked,
      privacy = c.privacy, nameservers = c.nameservers, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(domains)}::jsonb) as c(
      domain text, "expiresAt" timestamptz, "autoRenew" boolean, locked boolean, privacy boolean, nameservers text[])
    where d.domain = c.domain`)
}

export type DomainState = Partial<Pick<OwnedDomain, 'expiresAt' | 'locked' | 'privacy' | 'nameservers'>>

/** What the registry has now. A domain that left the marketplace meanwhile has no row. */
export async function changeDomain(tx: Tx, domain: string, state: DomainState, now: Date): Promise<void> {
  await tx.run(sql`
    update owned_domains set expires_at = coalesce(${state.expiresAt ?? null}::timestamptz, expires_at),
      locked = coalesce(${state.locked ?? null}::boolean, locked),
      privacy = coalesce(${state.privacy ?? null}::boolean, privacy),
      nameservers = coalesce(${state.nameservers ?? null}::text[], nameservers), updated_at = ${now}
    where domain = ${domain}`)
}

/** Whose a domain is: an account's, or, until the purchase is claimed, the buyer's with this normalized email address. */
export type DomainOwner = { accountId: string; email: null } | { accountId: null; email: string }

/** New owners of names, whoever had them before. */
export async function giveDomains(
  tx: Tx,
  owner: DomainOwner,
  domains: readonly OwnedDomain[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into owned_domains (domain, domain_unicode, tld, owner_id, owner_email, acquired_at, expires_at, auto_renew, locked,
                               privacy, nameservers, updated_at)
    select c.domain, c."domainUnicode", c.tld, ${owner.accountId}, lower(${owner.email}), ${now}, c."expiresAt",
           c."autoRenew", c.locked, c.privacy, c.nameservers, ${now}
    from jsonb_to_recordset(${JSON.stringify(domains)}::jsonb) as c(
      domain text, "domainUnicode" text, tld text, "expiresAt" timestamptz, "autoRenew" boolean, locked boolean,
      privacy boolean, nameservers text[])
    on conflict (domain) do update set owner_id = excluded.owner_id, owner_email = excluded.owner_email,
      acquired_at = excluded.acquired_at,
      expires_at = greatest(owned_domains.expires_at, excluded.expires_at), auto_renew = excluded.auto_renew,
      locked = excluded.locked, privacy = excluded.privacy, nameservers = excluded.nameservers, updated_at = excluded.updated_at`)
}

/** Unclaimed domains of a buyer come to an account: all of them, or the one that is named. */
export async function attachDomains(
  tx: Tx,
  accountId: string,
  { emails, domain }: { emails: readonly string[]; domain: string | null },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update owned_domains set owner_id = ${accountId}, owner_email = null, updated_at = ${now}
    where ${joinConditions([
      sql`owner_id is null and owner_email = any(${emails})`,
      domain !== null && sql`domain = ${domain}`,
    ])}`)
}

/** Owners whose address is not ASCII: it was stored before addresses were normalized. */
export async function findUnusualOwners(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ ownerEmail: string }>(sql`
    select distinct owner_email from owned_domains
    where owner_email > ${after} and owner_email ~ '[^ -~]' order by owner_email limit ${limit}`)
  return rows.map(({ ownerEmail }) => ownerEmail)
}

export async function renameOwner(db: Db, from: string, to: string): Promise<void> {
  await db.run(sql`update owned_domains set owner_email = ${to} where owner_email = ${from}`)
}

export async function removeDomains(tx: Tx, domains: readonly string[]): Promise<void> {
  if (domains.length > 0) await tx.run(sql`delete from owned_domains where domain = any(${domains})`)
}

export type BulkRun = {
  id: Id<'bulkRun'>
  userId: string
  op: string
  params: unknown
  total: number
  succeeded: number
  at: Date
}

export async function insertRun(tx: Tx, run: BulkRun): Promise<void> {
  await tx.run(sql`
    insert into bulk_runs (id, user_id, op, params, total, succeeded, at)
    values (${run.id}, ${run.userId}, ${run.op}, ${JSON.stringify(run.params)}::jsonb, ${run.total}, ${run.succeeded}, ${run.at})`)
}

export const findRun = (db: Db, userId: string, id: string): Promise<BulkRun | undefined> =>
  db.one<BulkRun>(sql`select * from bulk_runs where user_id = ${userId} and id = ${id}`)

/** The newest first. */
export const listRuns = (
  db: Db,
  userId: string,
  page: { before: string | undefined; limit: number },
): Promise<BulkRun[]> =>
  db.many<BulkRun>(sql`
    select * from bulk_runs
    where ${joinConditions([sql`user_id = ${userId}`, page.before !== undefined && sql`id < ${page.before}`])}
    order by id desc limit ${page.limit}`)
