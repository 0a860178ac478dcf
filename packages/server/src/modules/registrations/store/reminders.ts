// SQL of reminders to renew: which domains expire soon, and which reminders were sent.
import { type Db, type Sql, sql, type Tx } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { Id } from '../../../kernel/ids.ts'

const DAY_SECONDS = 86_400
/** The longest kept reminder is of a domain that expired in the meantime. */
const KEEP_SECONDS = 90 * DAY_SECONDS

/**
 * Domains of people whose reminder is due. We renew only what is in our account at the registry: what was registered or renewed here. A
 * renewal under way needs no reminder.
 */
const due = (now: Date): Sql => {
  const inDays = (days: number) => addSeconds(now, days * DAY_SECONDS)
  return sql`
    select o.domain, o.owner_id, o.expires_at,
           case when o.expires_at <= ${inDays(1)} then 1 when o.expires_at <= ${inDays(7)} then 7 else 30 end as days
    from owned_domains o
    where o.auto_renew and o.owner_id is not null and o.expires_at > ${now} and o.expires_at <= ${inDays(30)}
      and exists (select from registry_commands c where c.domain = o.domain and c.owner_id = o.owner_id
                  and c.kind in ('register', 'renew') and c.state = 'done')
      and not exists (select from registry_commands c where c.domain = o.domain and c.kind = 'renew'
                      and c.state in ('queued', 'needs_operator'))`
}

export const listOwnersToRemind = async (db: Db, now: Date, limit: number): Promise<Id<'user'>[]> =>
  (
    await db.many<{ ownerId: Id<'user'> }>(sql`
      select distinct d.owner_id from (${due(now)}) d
      where not exists (select from renewal_reminders r
                        where r.domain = d.domain and r.expires_at = d.expires_at and r.days <= d.days)
      limit ${limit}`)
  ).map(({ ownerId }) => ownerId)

export type Expiring = { domain: string; expiresAt: Date }

/** Notes the reminders of one person that are due now, and returns what they are about. A second process gets nothing. */
export const takeReminders = async (tx: Tx, ownerId: string, now: Date): Promise<Expiring[]> => {
  const taken = await tx.many<Expiring>(sql`
    insert into renewal_reminders (domain, expires_at, days, sent_at)
    select d.domain, d.expires_at, d.days, ${now} from (${due(now)}) d
    where d.owner_id = ${ownerId} and not exists (
      select from renewal_reminders r where r.domain = d.domain and r.expires_at = d.expires_at and r.days <= d.days)
    on conflict do nothing returning domain, expires_at`)
  return taken.sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
}

export const purgeReminders = (db: Db, now: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from renewal_reminders where (domain, expires_at, days) in (
      select domain, expires_at, days from renewal_reminders
      where sent_at < ${addSeconds(now, -KEEP_SECONDS)} limit ${limit})`)
