// SQL of what was sent to a system outside for one record, step by step: each line is written before it is sent, and gets its outcome
// afterwards. The owner of a table says which it is.
import type { StepOutcome } from '../kernel/step-outcomes.ts'
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

/** `key`: the column with the ID of the record. */
export const createStepLog = <Name extends string>(table: Sql, key: Sql) => ({
  list: (db: Db, id: string): Promise<LoggedStep<Name>[]> =>
    db.many<LoggedStep<Name>>(sql`
      select line, step, transaction, outcome, message, server_transaction, sent_at, finished_at
      from ${table} where ${key} = ${id} order by line`),

  async finish(tx: Tx, id: string, line: number, result: StepResult, now: Date): Promise<void> {
    await tx.run(sql`
      update ${table} set outcome = ${result.outcome}, message = ${result.message},
        server_transaction = ${result.serverTransaction}, finished_at = ${now}
      where ${key} = ${id} and line = ${line}`)
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
