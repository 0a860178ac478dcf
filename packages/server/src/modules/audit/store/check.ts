// The form of a check: one statement that finds what breaks a promise.
import { type Sql, sql } from '../../../db/sql.ts'

export type Check = { name: string; promise: string; statement: Sql }

/** How many findings of one kind are shown: the first tells, the rest only count. */
export const most = sql`limit 20`

/** Compares what should be with what is, per environment, subject and currency. */
export const equal = (rows: Sql): Sql => sql`
  select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found
  from (${rows}) t group by environment, subject, currency having sum(expected) <> sum(found) ${most}`
