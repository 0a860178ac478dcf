// SQL of the operator's search: each question reads one index, or a bounded number of rows, and stops after a few hits.
import { type Db, type Sql, sql } from '../../../db/sql.ts'
import { SEARCH_MIDDLE_ROWS_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { FoundKind } from '../rules/search.ts'

export type Hit = {
  kind: FoundKind
  id: string
  title: string
  subtitle: string
  environment: Environment | null
  /** What it is looked at with: the partner of a key, the event of a delivery. */
  partOf: string | null
  at: Date
}

/** Of one question. Where both environments are found, `live` sorts before `sandbox`, as in every list of an operator. */
const FOUND_BY_ONE = 10

/** What a row of each kind is shown as, and where it comes from. */
const SHOWN: Record<FoundKind, Sql> = {
  partner: sql`
    select p.id, p.name as title, p.email as subtitle, null as environment, p.created_at as at from partners p`,
  credential: sql`
    select c.key_id as id, p.name as title, array_to_string(c.scopes, ', ') as subtitle, c.environment, c.partner_id as part_of,
           c.created_at as at
    from credentials c join partners p on p.id = c.partner_id`,
  order: sql`
    select o.id, o.domain_unicode as title, concat_ws(' · ', o.status, p.name) as subtitle, o.environment, o.created_at as at
    from orders o join partners p on p.id = o.partner_id`,
  listing: sql`
    select l.id, l.domain_unicode as title, l.status as subtitle, l.environment, l.listed_at as at from listings l`,
  registry_command: sql`
    select k.id, k.domain as title, concat_ws(' · ', k.state, k.kind) as subtitle, 'live' as environment, k.created_at as at
    from registry_commands k`,
  brokerage_case: sql`
    select c.id, c.domain_unicode as title, concat_ws(' · ', c.status, p.name) as subtitle, c.environment, c.created_at as at
    from brokerage_cases c join partners p on p.id = c.partner_id`,
  checkout_session: sql`
    select s.id, s.domain_unicode as title, concat_ws(' · ', s.status, p.name) as subtitle, s.environment, s.order_id as part_of,
           s.created_at as at
    from checkout_sessions s join partners p on p.id = s.partner_id`,
  settlement: sql`
    select s.id, p.name as title,
           concat_ws(' · ', to_char(s.period_start at time zone 'UTC', 'YYYY-MM'), s.currency, s.status) as subtitle,
           s.environment, s.created_at as at
    from settlements s join partners p on p.id = s.partner_id`,
  payout: sql`
    select y.id, p.name as title, concat_ws(' · ', y.kind, y.currency, y.status) as subtitle, y.environment, y.partner_id as part_of,
           y.created_at as at
    from payouts y join partners p on p.id = y.partner_id`,
  user: sql`select u.id, u.email as title, coalesce(u.operator_role, 'user') as subtitle, null as environment, u.created_at as at from users u`,
  event: sql`
    select e.id, e.type as title, p.name as subtitle, e.environment, e.created_at as at
    from events e join partners p on p.id = e.partner_id`,
  delivery: sql`
    select d.id, d.event_type as title, concat_ws(' · ', d.status, p.name) as subtitle, d.environment, d.event_id as part_of,
           d.created_at as at
    from webhook_deliveries d join partners p on p.id = d.partner_id`,
  request: sql`
    select r.* from (
      select a.request_id as id, a.method || ' ' || a.path as title, concat_ws(' · ', a.status, a.actor) as subtitle,
             null as environment, a.at
      from audit_log a
      union all
      select q.request_id, q.method || ' ' || q.path, concat_ws(' · ', q.status, p.name), q.environment, q.at
      from request_log q join partners p on p.id = q.partner_id
    ) r`,
}

const find = async (db: Db, kind: FoundKind, where: Sql): Promise<Hit[]> => {
  const rows = await db.many<Omit<Hit, 'kind' | 'partOf'> & { partOf?: string | null }>(
    sql`${SHOWN[kind]} ${where} limit ${FOUND_BY_ONE}`,
  )
  return rows.map((row) => ({ kind, ...row, partOf: row.partOf ?? null }))
}

const ID_COLUMN: Record<FoundKind, Sql> = {
  partner: sql`p.id`,
  credential: sql`c.key_id`,
  order: sql`o.id`,
  listing: sql`l.id`,
  registry_command: sql`k.id`,
  brokerage_case: sql`c.id`,
  checkout_session: sql`s.id`,
  settlement: sql`s.id`,
  payout: sql`y.id`,
  user: sql`u.id`,
  event: sql`e.id`,
  delivery: sql`d.id`,
  request: sql`r.id`,
}

/** A purchase is shown by the commands that it pays for. */
export const findById = (db: Db, kind: FoundKind, id: string): Promise<Hit[]> =>
  find(
    db,
    kind,
    kind === 'registry_command'
      ? sql`where k.id = ${id} or k.purchase_id = ${id} order by k.position`
      : sql`where ${ID_COLUMN[kind]} = ${id}`,
  )

export const findByDomain = async (db: Db, domain: string): Promise<Hit[]> => [
  ...(await find(
    db,
    'listing',
    sql`where l.environment in ('live', 'sandbox') and l.domain = ${domain} and l.status <> 'withdrawn'
        order by l.environment`,
  )),
  ...(await find(db, 'order', sql`where o.domain = ${domain} order by o.environment, o.id desc`)),
  ...(await find(db, 'registry_command', sql`where k.domain = ${domain} order by k.id desc`)),
  ...(await find(db, 'brokerage_case', sql`where c.domain = ${domain} order by c.environment, c.id desc`)),
]

/** By every spelling of one address, all in lower case. */
export const findByEmail = async (db: Db, spellings: readonly string[]): Promise<Hit[]> => [
  ...(await find(db, 'user', sql`where lower(u.email) = any(${spellings})`)),
  ...(await find(db, 'partner', sql`where lower(p.email) collate "C" = any(${spellings})`)),
  ...(await find(
    db,
    'order',
    sql`where o.buyer is not null and lower(o.buyer ->> 'email') = any(${spellings}) order by o.environment, o.id desc`,
  )),
]

export const findByPaymentRef = (db: Db, reference: string): Promise<Hit[]> =>
  find(db, 'order', sql`where o.external_payment_ref = ${reference} order by o.environment, o.id desc`)

/** Everything that begins so, as a stretch of an index; the last letter there is stands for its end. */
const startsWith = (column: Sql, start: string): Sql =>
  sql`${column} >= lower(${start}) collate "C" and ${column} < lower(${start}) collate "C" || chr(1114111)`

export const findPartnersByStart = async (db: Db, start: string): Promise<Hit[]> => [
  ...(await find(
    db,
    'partner',
    sql`where ${startsWith(sql`lower(p.name) collate "C"`, start)} order by lower(p.name) collate "C"`,
  )),
  ...(await find(
    db,
    'partner',
    sql`where ${startsWith(sql`lower(p.email) collate "C"`, start)} order by lower(p.email) collate "C"`,
  )),
]

export const findListingsByStart = async (db: Db, environment: Environment, start: string): Promise<Hit[]> =>
  find(
    db,
    'listing',
    sql`where l.environment = ${environment} and l.status <> 'withdrawn' and ${startsWith(sql`l.domain`, start)} order by l.domain`,
  )

/** Characters that have a meaning in a LIKE pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

/** The text anywhere in a column, in any case. */
const contains = (column: Sql, text: string): Sql => sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`}`

/**
 * The text in the middle of a name or an email address. No index helps, so each kind reads its newest rows only: the cost
 * stays the same however many there are.
 */
export const findByMiddle = async (db: Db, text: string): Promise<Hit[]> => {
  const newest = (table: Sql, columns: Sql): Sql =>
    sql`(select ${columns} from ${table} order by id desc limit ${SEARCH_MIDDLE_ROWS_MAX})`
  const ids = (table: Sql, columns: Sql, where: Sql): Sql =>
    sql`(select n.id from ${newest(table, columns)} n where ${where} order by n.id desc limit ${FOUND_BY_ONE})`
  return [
    ...(await find(
      db,
      'partner',
      sql`where p.id in ${ids(sql`partners`, sql`id, name, email`, sql`(${contains(sql`n.name`, text)} or ${contains(sql`n.email`, text)})`)}
          order by p.id desc`,
    )),
    ...(await find(
      db,
      'user',
      sql`where u.id in ${ids(sql`users`, sql`id, email`, contains(sql`n.email`, text))} order by u.id desc`,
    )),
    ...(await find(
      db,
      'order',
      sql`where o.id in ${ids(sql`orders`, sql`id, domain_unicode, buyer ->> 'email' as email`, sql`(${contains(sql`n.domain_unicode`, text)} or ${contains(sql`n.email`, text)})`)}
          order by o.environment, o.id desc`,
    )),
    ...(await find(
      db,
      'listing',
      sql`where l.id in ${ids(sql`listings`, sql`id, domain_unicode, status`, sql`n.status <> 'withdrawn' and ${contains(sql`n.domain_unicode`, text)}`)}
          order by l.environment, l.id desc`,
    )),
  ]
}
