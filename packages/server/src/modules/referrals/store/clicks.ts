// SQL of clicks: batches of counts go in, totals come out.
import { randomBytes } from 'node:crypto'
import type { Partitioned } from '../../../db/partitions.ts'
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { formatDay } from '../rules.ts'

/** The key of a real day's visitor hashes: made by whoever needs it first, the same for every process. */
export async function findSalt(db: Db, day: string): Promise<Buffer> {
  const fresh = randomBytes(32)
  const row = await db.one<{ salt: Uint8Array }>(sql`
    insert into referral_salts as s (day, salt) values (${day}::date, ${fresh})
    on conflict (day) do update set salt = s.salt returning s.salt`)
  return Buffer.from(row?.salt ?? fresh)
}

export type ClickCount = { linkId: string; day: string; clicks: number; bots: number }
/** `day` is the partner's, for the counts; `saltDay` is the real one, whose key made the hash. */
export type Visit = { linkId: string; day: string; saltDay: string; visitor: string }

/**
 * A batch in one statement. Rows are taken in one order by every process, so that two batches cannot wait for each other.
 * A visitor that is there already adds nothing to the unique clicks.
 */
export async function addClicks(db: Db, counts: readonly ClickCount[], visits: readonly Visit[]): Promise<void> {
  await db.run(sql`
    with visits as (
      select * from unnest(${visits.map(({ linkId }) => linkId)}::text[], ${visits.map(({ day }) => day)}::date[],
                           ${visits.map(({ saltDay }) => saltDay)}::date[], ${visits.map(({ visitor }) => visitor)}::uuid[])
        as v(link_id, day, salt_day, visitor)
    ), fresh as (
      insert into referral_visitors (day, visitor)
      select salt_day, visitor from visits order by salt_day, visitor
      on conflict do nothing returning day, visitor
    ), uniques as (
      select v.link_id, v.day, count(*)::bigint as uniques
      from visits v join fresh f on f.day = v.salt_day and f.visitor = v.visitor group by v.link_id, v.day
    )
    insert into referral_clicks as c (link_id, day, clicks, unique_clicks, bot_clicks)
    select b.link_id, b.day, b.clicks, coalesce(u.uniques, 0), b.bots
    from unnest(${counts.map(({ linkId }) => linkId)}::text[], ${counts.map(({ day }) => day)}::date[],
                ${counts.map(({ clicks }) => clicks)}::bigint[], ${counts.map(({ bots }) => bots)}::bigint[])
      as b(link_id, day, clicks, bots)
    left join uniques u on u.link_id = b.link_id and u.day = b.day
    order by b.link_id, b.day
    on conflict (link_id, day) do update set
      clicks = c.clicks + excluded.clicks,
      unique_clicks = c.unique_clicks + excluded.unique_clicks,
      bot_clicks = c.bot_clicks + excluded.bot_clicks`)
}

export const VISITOR_PARTITIONS: Partitioned = {
  table: 'referral_visitors',
  column: 'day',
  length: 'day',
  ahead: 3,
  toValue: formatDay,
}

/** Keys of days before `day` go; afterwards nobody can tell whom a hash stood for. */
export const purgeSalts = (db: Db, day: string): Promise<number> =>
  db.run(sql`delete from referral_salts where day < ${day}::date`)

export type Days = { from: string | null; before: string | null }
export type DayClicks = { day: string; clicks: number; uniqueClicks: number; botClicks: number }
export type LinkClicks = { linkId: string; clicks: number; uniqueClicks: number }

const inRange = (owner: Owner, days: Days) =>
  joinConditions([
    sql`l.partner_id = ${owner.partnerId} and l.environment = ${owner.environment}`,
    days.from !== null && sql`c.day >= ${days.from}::date`,
    days.before !== null && sql`c.day < ${days.before}::date`,
  ])

export const clicksByDay = (db: Db, owner: Owner, days: Days): Promise<DayClicks[]> =>
  db.many<DayClicks>(sql`
    select c.day, sum(c.clicks)::bigint as clicks, sum(c.unique_clicks)::bigint as unique_clicks, sum(c.bot_clicks)::bigint as bot_clicks
    from referral_clicks c join referral_links l on l.id = c.link_id
    where ${inRange(owner, days)} group by c.day order by c.day`)

export const clicksByLink = (db: Db, owner: Owner, days: Days): Promise<LinkClicks[]> =>
  db.many<LinkClicks>(sql`
    select c.link_id, sum(c.clicks)::bigint as clicks, sum(c.unique_clicks)::bigint as unique_clicks
    from referral_clicks c join referral_links l on l.id = c.link_id
    where ${inRange(owner, days)} group by c.link_id having sum(c.clicks) > 0 order by 2 desc, 1 desc`)
