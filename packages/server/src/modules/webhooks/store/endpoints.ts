// SQL of registrations as operators see them: every partner's, with how deliveries to them go.
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import type { EventType } from '../rules/deliveries.ts'

/** How far back it is looked: deliveries are many. */
export const RECENT_DELIVERIES = 200

export type EndpointInContext = Owner & {
  partnerName: string
  url: string
  eventTypes: EventType[]
  active: boolean
  disabledReason: string | null
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
  lastSuccessAt: Date | null
  pending: number
}

export type EndpointFilter = {
  partnerId: string | undefined
  environment: Environment
  active: boolean | undefined
  before: string | undefined
  limit: number
}

/** Those of one environment, of the newest partner first. */
export const listEndpoints = (db: Db, filter: EndpointFilter): Promise<EndpointInContext[]> =>
  db.many<EndpointInContext>(sql`
    select e.partner_id, p.name as partner_name, e.environment, e.url, e.event_types, e.active, e.disabled_reason, e.failing_since,
           e.created_at, e.updated_at, r.last_success_at, r.pending
    from (
      select * from webhook_endpoints e
      where ${joinConditions([
        filter.partnerId !== undefined && sql`e.partner_id = ${filter.partnerId}`,
        sql`e.environment = ${filter.environment}`,
        filter.active !== undefined && sql`e.active = ${filter.active}`,
        filter.before !== undefined && sql`e.partner_id < ${filter.before}`,
      ])}
      order by e.partner_id desc limit ${filter.limit}
    ) e
    join partners p on p.id = e.partner_id
    cross join lateral (
      select max(d.finished_at) filter (where d.status = 'succeeded') as last_success_at,
             count(*) filter (where d.status = 'pending')::int as pending
      from (
        select d.status, d.finished_at from webhook_deliveries d
        where d.partner_id = e.partner_id and d.environment = e.environment order by d.id desc limit ${RECENT_DELIVERIES}
      ) d
    ) r
    order by e.partner_id desc`)
