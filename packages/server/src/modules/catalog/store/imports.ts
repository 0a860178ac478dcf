// SQL of imports: their progress and their reports.
import { type Db, sql } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Environment } from '../../../kernel/owner.ts'

export type ImportReport = {
  id: Id<'import'>
  environment: Environment
  status: 'running' | 'completed' | 'failed'
  lines: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  rejections: { line: number; domain: string | null; message: string }[]
  startedAt: Date
  finishedAt: Date | null
}

export async function insertImport(db: Db, report: ImportReport, actor: string): Promise<void> {
  await db.run(sql`
    insert into listing_imports (id, environment, actor, status, started_at)
    values (${report.id}, ${report.environment}, ${actor}, ${report.status}, ${report.startedAt})`)
}

/** For whoever watches; the refused lines are written once, at the end. */
export async function saveImport(db: Db, report: ImportReport): Promise<void> {
  const rejections = report.finishedAt ? report.rejections : []
  await db.run(sql`
    update listing_imports set status = ${report.status}, lines = ${report.lines}, created = ${report.created},
      updated = ${report.updated}, unchanged = ${report.unchanged}, rejected = ${report.rejected},
      rejections = ${JSON.stringify(rejections)}::jsonb, finished_at = ${report.finishedAt}
    where id = ${report.id}`)
}

export const findImport = (db: Db, id: string): Promise<ImportReport | undefined> =>
  db.one<ImportReport>(sql`select * from listing_imports where id = ${id}`)
