// The condition in the catalog's statements that leaves out reserved listings.
import { type Sql, sql } from '../../../db/sql.ts'

/** No reservation of the listing `l` counts any more: the opposite of isReserved() in rules.ts. */
export const isUnreserved = (now: Date): Sql => sql`(l.reserved_until is null or l.reserved_until <= ${now})`
