// SQL of the audit log: rows are only ever added.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type AuditRow = {
  id: Id<'audit'>
  at: Date
  actor: string
  route: string
  method: string
  path: string
  status: number
  requestId: string
  input: unknown
  reason: string | null
}

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db.run(sql`
    insert into audit_log (id, at, actor, route, method, path, status, request_id, input, reason)
    values (${row.id}, ${row.at}, ${row.actor}, ${row.route}, ${row.method}, ${row.path}, ${row.status},
            ${row.requestId}, ${JSON.stringify(row.input)}::jsonb, ${row.reason})`)
}

/** As `insertAudit`, unless the actor has as many rows of the same route and status since an ID. Ids begin with the time. */
export async function insertAuditWithin(
  db: Db,
  row: AuditRow,
  limit: { since: Id<'audit'>; most: number },
): Promise<void> {
  await db.run(sql`
    insert into audit_log (id, at, actor, route, method, path, status, request_id, input, reason)
    select ${row.id}, ${row.at}, ${row.actor}, ${row.route}, ${row.method}, ${row.path}, ${row.status},
           ${row.requestId}, ${JSON.stringify(row.input)}::jsonb, ${row.reason}
    where (select count(*) from (
             select 1 from audit_log
             where id > ${limit.since} and actor = ${row.actor} and route = ${row.route} and status = ${row.status}
             limit ${limit.most}) t) < ${limit.most}`)
}

export type AuditFilter = {
  actor: string | undefined
  route: string | undefined
  requestId: string | undefined
  /** Without the calls that only read. */
  changes: boolean
  from: Date | undefined
  to: Date | undefined
}

const BY_AGE = { created: null }

export const listAudit = (db: Db, filter: AuditFilter, keyset: Keyset<'created'>, limit: number): Promise<AuditRow[]> =>
  db.many<AuditRow>(sql`
    select * from audit_log
    where ${joinConditions([
      filter.actor !== undefined && sql`actor = ${filter.actor}`,
      filter.route !== undefined && sql`route = ${filter.route}`,
      filter.requestId !== undefined && sql`request_id = ${filter.requestId}`,
      filter.changes && sql`method not in ('GET', 'HEAD')`,
      filter.from !== undefined && sql`at >= ${filter.from}`,
      filter.to !== undefined && sql`at < ${filter.to}`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)
