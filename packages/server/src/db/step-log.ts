// SQL of what was sent to a system outside for one record, step by step: each line is written before it is sent, and gets its outcome
// afterwards. The owner of a table says which it is.
import type { StepOutcome } from '../kernel/contracts/step-outcomes.ts'
import { type Db, joinConditions, type Sql, sql, type Tx } from './sql.ts'

export type LoggedStep<Name extends string> = {
  line: number
  step: Name
  transaction: string
  outcome: StepOutcome
  message: string | null
  serverTransaction: string | null
  sentAt: Date
  finishedAt: Date | null
}

export type StepResult = Pick<LoggedStep<string>, 'outcome' | 'message' | 'serverTransaction'>

/** `id`: of the record. */
export type FinishedStep = StepResult & { id: string; line: number }

/** `key`: the column with the ID of the record. */
export const createStepLog = <Name extends string>(table: Sql, key: Sql) => ({
  list: (db: Db, id: string): Promise<LoggedStep<Name>[]> =>
    db.many<LoggedStep<Name>>(sql`
      select line, step, transaction, outcome, message, server_transaction, sent_at, finished_at
      from ${table} where ${key} = ${id} order by line`),

  /**
   * A line that was settled meanwhile keeps its outcome: the next attempt asked the other side later. Only the attempt that
   * wrote a line knows its number, so it is never another's.
   */
  async finish(tx: Tx, finished: readonly FinishedStep[], now: Date): Promise<void> {
    if (finished.length === 0) return
    await tx.run(sql`
      update ${table} set outcome = f.outcome, message = f.message, server_transaction = f.server_transaction, finished_at = ${now}
      from unnest(
        ${finished.map(({ id }) => id)}::text[], ${finished.map(({ line }) => line)}::int[],
        ${finished.map(({ outcome }) => outcome)}::text[], ${finished.map(({ message }) => message)}::text[],
        ${finished.map(({ serverTransaction }) => serverTransaction)}::text[]
      ) as f(id, number, outcome, message, server_transaction)
      where ${key} = f.id and line = f.number and ${table}.outcome in ('sent', 'unknown', 'pending')`)
  },

  /** What the other side says about commands whose end was not known; of all steps, or of one. `unknown`: it does not say. */
  async settle(
    tx: Tx,
    id: string,
    outcome: 'done' | 'refused' | 'unknown',
    now: Date,
    step: Name | null = null,
  ): Promise<void> {
    await tx.run(sql`
      update ${table} set outcome = ${outcome}, finished_at = ${now}
      where ${joinConditions([
        sql`${key} = ${id}`,
        step !== null && sql`step = ${step}`,
        outcome === 'unknown' ? sql`outcome = 'sent'` : sql`outcome in ('sent', 'unknown', 'pending')`,
      ])}`)
  },
})
