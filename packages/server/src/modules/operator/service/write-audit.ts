// Writes audit rows for the other modules, which get it with their dependencies and need not know this one.
import type { Logger } from 'pino'
import type { Database, Db } from '../../../db/sql.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { AuditEvent, AuditLog } from '../../../kernel/contracts/audit-log.ts'
import { newId } from '../../../kernel/ids.ts'
import { withoutSecrets } from '../../../kernel/secret-box.ts'
import { redact } from '../rules/audit.ts'
import { type AuditRow, insertAudit, insertAuditWithin } from '../store/audit.ts'

const HOUR_SECONDS = 3600

export function createAuditLog({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): AuditLog<Db> {
  const waiting = new Set<Promise<void>>()

  function toRow({ actor, route, method, path, status, requestId, input, reason = null }: AuditEvent): AuditRow {
    const at = clock.now()
    const id = newId('audit', at)
    return { id, at, actor, route, method, path: withoutSecrets(path), status, requestId, input: redact(input), reason }
  }

  return {
    write: (tx, event) => insertAudit(tx, toRow(event)),
    note(event, mostPerHour) {
      const row = toRow(event)
      const since = newId('audit', addSeconds(row.at, -HOUR_SECONDS))
      const written = insertAuditWithin(db, row, { since, most: mostPerHour })
        .catch((error: unknown) => log.error({ err: error, route: row.route }, 'could not write an audit row'))
        .finally(() => waiting.delete(written))
      waiting.add(written)
    },
    async settled() {
      await Promise.all(waiting)
    },
  }
}
