// What a settlement run would close now, without closing anything.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { SETTLEMENT_PREVIEW_PARTNERS_MAX } from '../../../kernel/limits.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { closingEnd, monthStart } from '../rules/periods.ts'
import { findWaitingBooks } from '../store/settlements.ts'
import { isDue, type OpenStatement, openStatements } from './settle.ts'

type Asked = { month: Date | null; environment: Environment | undefined }

/** `partnersLeft`: how many accounts are due beyond those that were looked at. */
export type Preview = { statements: OpenStatement[]; partnersLeft: number }

/** Reads account by account, each with a few statements; a run would close the same periods. */
export async function previewSettlement(deps: Pick<Deps, 'clock'>, db: Db, asked: Asked): Promise<Preview> {
  const now = deps.clock.now()
  const run = { owner: null, month: asked.month, cut: false }
  const books = (await findWaitingBooks(db, null)).filter(
    (book) => (asked.environment ?? book.environment) === book.environment && isDue(book, run, now),
  )
  const owners = new Map<string, Owner & { offsetSeconds: number }>()
  for (const { partnerId, environment, offsetSeconds } of books)
    owners.set(`${partnerId} ${environment}`, { partnerId, environment, offsetSeconds })
  const looked = [...owners.values()].slice(0, SETTLEMENT_PREVIEW_PARTNERS_MAX)
  const statements: OpenStatement[] = []
  for (const { offsetSeconds, ...owner } of looked) {
    const at = addSeconds(now, offsetSeconds)
    for (const statement of await openStatements(db, owner)) {
      const isAsked = asked.month === null || monthStart(statement.period.start).getTime() === asked.month.getTime()
      if (isAsked && closingEnd(statement.period, at, false) !== null) statements.push(statement)
    }
  }
  return { statements, partnersLeft: owners.size - looked.length }
}
