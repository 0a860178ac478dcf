// SQL of the messages that the registry sent.
import { type Db, sql } from '../../../db/sql.ts'

export const purgeMessages = (db: Db, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from registry_messages where (message_id, at) in (
      select message_id, at from registry_messages where received_at < ${before} limit ${limit})`)
