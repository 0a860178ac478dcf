// SQL of responses that the processor does not have yet.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Dispute } from './disputes.ts'

export const listUnsent = (db: Db, now: Date, limit: number): Promise<Dispute[]> =>
  db.many<Dispute>(sql`
    select * from disputes
    where response is not null and response_sent_at is null and next_attempt_at <= ${now}
      and is_open_dispute(status)
    order by next_attempt_at limit ${limit}`)

export async function markSent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update disputes set response_sent_at = ${at}, response_error = null where id = ${id} and response_sent_at is null`)
}

export async function markFailed(tx: Tx, id: string, error: string, nextAt: Date): Promise<void> {
  await tx.run(sql`
    update disputes set response_failures = response_failures + 1, response_error = ${error}, next_attempt_at = ${nextAt}
    where id = ${id} and response_sent_at is null`)
}
