// Where nonces are kept: in PostgreSQL, or in Redis or Valkey. A new place does not know the nonces of the one before, so requests
// that could have been used there are refused until their timestamps are too old.
import type { Database, Db } from '../../db/sql.ts'
import { sql } from '../../db/sql.ts'
import { readState, writeState } from '../../db/state.ts'
import { ApiError } from '../../kernel/errors.ts'
import { NONCE_LOSS_SECONDS, NONCE_MEMORY_SECONDS } from '../../kernel/limits.ts'
import type { Admission } from './admission.ts'

/** No row: PostgreSQL since the first start. `leftAt`: when another place was left, in milliseconds. */
type Place = { kind: 'postgres' | 'redis'; leftAt: number }

const KEY = 'nonces_kept_in'

/** What a Redis server has to know that remembers nothing. */
export type Arrival = { isFirst: boolean; lostAt: number }

const getLastUse = async (db: Db): Promise<number> => {
  const row = await db.one<{ at: Date | null }>(sql`select max(expires_at) as at from used_nonces`)
  return row?.at ? row.at.getTime() - NONCE_MEMORY_SECONDS * 1000 : 0
}

/** The nonces in PostgreSQL up to now are unknown in Redis, unless they were there last time. */
export async function readArrival(db: Db): Promise<Arrival> {
  const place = await readState<Place>(db, KEY)
  return place?.kind === 'redis' ? { isFirst: false, lostAt: 0 } : { isFirst: true, lostAt: await getLastUse(db) }
}

export const noteArrival = (db: Db): Promise<void> => writeState(db, KEY, { kind: 'redis', leftAt: 0 } satisfies Place)

/** For a start without ADMISSION_URL: when Redis was left, or 0. */
export async function leaveRedis(db: Database, now: Date): Promise<number> {
  return db.tx(async (tx) => {
    const place = await readState<Place>(tx, KEY)
    if (place?.kind !== 'redis') return place?.leftAt ?? 0
    const left: Place = { kind: 'postgres', leftAt: now.getTime() }
    await writeState(tx, KEY, left)
    return left.leftAt
  })
}

export const refuseUnchecked = (seconds: number): ApiError =>
  new ApiError('upstream_unavailable', {
    message: 'Signed requests cannot be checked for replays at the moment. Retry later with a new nonce.',
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  })

/** Refuses signed requests that may have been used before nonces were lost. */
export function withLoss(admission: Admission, lostAt: number): Admission {
  if (lostAt === 0) return admission
  const free = lostAt / 1000 + NONCE_LOSS_SECONDS
  return {
    ...admission,
    admit: async (asked, beside) => {
      if (asked.nonce !== null && asked.signedAt !== undefined && asked.signedAt <= free)
        throw refuseUnchecked(Math.ceil(free - asked.signedAt) + 1)
      return admission.admit(asked, beside)
    },
  }
}
