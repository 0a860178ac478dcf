// SQL of the request log.
import { afterLast, inOrder, type Keyset } from '../../db/keyset.ts'
import type { Partitioned } from '../../db/partitions.ts'
import { type Db, joinConditions, sql } from '../../db/sql.ts'
import type { NotedRequest } from '../../kernel/contracts/noted-request.ts'
import { type Id, idBound } from '../../kernel/ids.ts'
import type { Environment } from '../../kernel/owner.ts'
import type { Outcome } from './rules.ts'

export type LoggedRequest = NotedRequest & { partnerId: Id<'partner'>; environment: Environment }

/** By ID, which begins with the time: so the ID stays unique, and finding one reads one partition. */
export const REQUEST_PARTITIONS: Partitioned = {
  table: 'request_log',
  column: 'request_id',
  length: 'day',
  ahead: 3,
  toValue: (at) => idBound('request', at),
}

/** One statement; a key id that nobody has drops out. */
export async function insertRequests(db: Db, rows: readonly NotedRequest[]): Promise<void> {
  const column = <Name extends keyof NotedRequest>(name: Name): NotedRequest[Name][] => rows.map((row) => row[name])
  await db.run(sql`
    insert into request_log (partner_id, environment, request_id, key_id, at, method, path, query, status, error_code,
                             error_reason, duration_ms, canonical_string, timestamp_header, nonce_header)
    select c.partner_id, c.environment, r.*
    from unnest(
      ${column('requestId')}::text[], ${column('keyId')}::text[], ${column('at')}::timestamptz[],
      ${column('method')}::text[], ${column('path')}::text[], ${column('query')}::text[], ${column('status')}::int[],
      ${column('errorCode')}::text[], ${column('errorReason')}::text[], ${column('durationMs')}::int[],
      ${column('canonicalString')}::text[], ${column('timestampHeader')}::text[], ${column('nonceHeader')}::text[]
    ) as r(request_id, key_id, at, method, path, query, status, error_code, error_reason, duration_ms,
           canonical_string, timestamp_header, nonce_header)
    join credentials c on c.key_id = r.key_id
    on conflict do nothing`)
}

/** Refused requests of one key in one minute that the log does not list. */
export type Skipped = { keyId: string; minute: Date; requests: number }

/** One statement, rows in one order for every process; a key ID that nobody has drops out. */
export async function addSkipped(db: Db, rows: readonly Skipped[]): Promise<void> {
  await db.run(sql`
    insert into request_log_skipped as s (partner_id, environment, key_id, minute, requests)
    select c.partner_id, c.environment, r.key_id, r.minute, r.requests
    from unnest(${rows.map(({ keyId }) => keyId)}::text[], ${rows.map(({ minute }) => minute)}::timestamptz[],
                ${rows.map(({ requests }) => requests)}::int[]) as r(key_id, minute, requests)
    join credentials c on c.key_id = r.key_id
    order by r.key_id, r.minute
    on conflict (key_id, minute) do update set requests = s.requests + excluded.requests`)
}

type SkippedFilter = Pick<RequestFilter, 'keyId' | 'environment' | 'from' | 'to'>

export async function countSkipped(db: Db, partnerId: string, filter: SkippedFilter): Promise<number> {
  const row = await db.one<{ requests: number }>(sql`
    select coalesce(sum(requests), 0)::int as requests from request_log_skipped
    where ${joinConditions([
      sql`partner_id = ${partnerId}`,
      filter.keyId !== undefined && sql`key_id = ${filter.keyId}`,
      filter.environment !== undefined && sql`environment = ${filter.environment}`,
      filter.from && sql`minute >= date_trunc('minute', ${filter.from}::timestamptz)`,
      filter.to && sql`minute < ${filter.to}`,
    ])}`)
  return row?.requests ?? 0
}

export const purgeSkipped = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from request_log_skipped where ctid in (
      select ctid from request_log_skipped where minute < ${before} order by minute limit ${limit} for update skip locked)`)

export type RequestFilter = {
  outcome?: Outcome | undefined
  keyId?: string | undefined
  environment?: Environment | undefined
  pathPrefix?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const BY_AGE = { created: null }

export const listRequests = (
  db: Db,
  partnerId: string,
  filter: RequestFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<LoggedRequest[]> =>
  db.many<LoggedRequest>(sql`
    select * from request_log
    where ${joinConditions([
      sql`partner_id = ${partnerId}`,
      filter.outcome === 'failed' && sql`status >= 400`,
      filter.outcome === 'succeeded' && sql`status < 400`,
      filter.keyId !== undefined && sql`key_id = ${filter.keyId}`,
      filter.environment !== undefined && sql`environment = ${filter.environment}`,
      filter.pathPrefix !== undefined && sql`starts_with(path, ${filter.pathPrefix})`,
      filter.from && sql`at >= ${filter.from}`,
      filter.to && sql`at < ${filter.to}`,
      afterLast(keyset, BY_AGE, sql`request_id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`request_id`)} limit ${limit}`)

export const findRequest = (db: Db, partnerId: string, requestId: string): Promise<LoggedRequest | undefined> =>
  db.one<LoggedRequest>(sql`select * from request_log where partner_id = ${partnerId} and request_id = ${requestId}`)
