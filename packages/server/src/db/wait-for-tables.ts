// Changes of tables wait for their locks in short turns: requests queue behind a lock that waits, so they pass between the turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCK_NOT_AVAILABLE, sqlState } from './sql.ts'

/**
 * How long the first turn waits; later ones wait longer. First less than PostgreSQL waits until it looks for a deadlock, so that no
 * writer is its victim; later more, which also ends an automatic vacuum that holds the table.
 */
const LOCK_MS = 500
const LOCK_MS_MAX = 2000
const PAUSE_MS = 500
const TURNS_MAX = 40
const DEADLOCK = '40P01'

/** Another session holds a table. The caller may have wrapped the error of the database. */
export function isTableBusy(error: unknown): boolean {
  const codes = [sqlState(error), error instanceof Error ? sqlState(error.cause) : undefined]
  return codes.includes(LOCK_NOT_AVAILABLE) || codes.includes(DEADLOCK)
}

/** `change` is one transaction, which waits for locks for at most `lockMs`. After about 90 seconds, its error is final. */
export async function changeInTurns(change: (lockMs: number) => Promise<void>): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await change(Math.min(turn * LOCK_MS, LOCK_MS_MAX))
    } catch (error) {
      if (!isTableBusy(error) || turn === TURNS_MAX) throw error
      await sleep(PAUSE_MS)
    }
  }
}
