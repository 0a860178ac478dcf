// What a check finds, and how the periodic one ended last.
import type { Db } from '../../../db/sql.ts'
import { readState, writeState } from '../../../db/state.ts'

export type Finding = {
  invariant: string
  environment: string
  subject: string
  currency: string
  expected: number
  found: number
}

export type CheckOutcome = { at: Date; findings: number }

const KEY = 'ledger_check'

export const saveCheck = (db: Db, { at, findings }: CheckOutcome): Promise<void> =>
  writeState(db, KEY, { at, findings })

export async function lastCheck(db: Db): Promise<CheckOutcome | undefined> {
  const kept = await readState<{ at: string; findings: number }>(db, KEY)
  return kept && { at: new Date(kept.at), findings: kept.findings }
}
