// Nonces and rate limits in Redis or Valkey: one round trip for both. If the server is unavailable, or may have lost nonces, signed
// requests get 503. Limits of unsigned requests are then counted in PostgreSQL.
import { type Db, sql } from '../../db/sql.ts'
import type { AdmissionServer } from '../../integrations/admission-server.ts'
import {
  ADMIT,
  ADMITTED,
  AdmissionServerError,
  GIVE_BACK,
  REMAINING,
  REPLAYED,
  UNKNOWN,
  UNSETTLED,
} from '../../kernel/admission-scripts.ts'
import { NONCE_LOSS_SECONDS, NONCE_MEMORY_SECONDS, NONCE_SETTLE_SECONDS } from '../../kernel/limits.ts'
import type { Admission, Asked, ClockOffset, Verdict } from './admission.ts'
import { refuseUnchecked } from './place.ts'

type Needed = { db: Db; server: AdmissionServer; fallback: Admission; clockOffset: ClockOffset }

type Reply = [code: number, granted: number, tokens: string, wait: number, seq: string]

/** A bucket that nobody touches for this long beyond its window is full, which is what no bucket means. */
const IDLE_MS = 60_000

function toArguments({ nonce, bucket, signedAt }: Asked): { keys: string[]; args: string[] } {
  const limit = bucket?.limit
  const perMs = limit ? limit.capacity / limit.perSeconds / 1000 : 0
  return {
    keys: [`n:${nonce ?? ''}`, `b:${bucket?.key ?? ''}`],
    args: [
      nonce === null ? '' : String(NONCE_MEMORY_SECONDS * 1000),
      String((signedAt ?? 0) * 1000),
      String(NONCE_LOSS_SECONDS * 1000),
      String(NONCE_SETTLE_SECONDS * 1000),
      limit ? String(limit.capacity) : '',
      String(perMs),
      String(bucket?.amount ?? 1),
      bucket?.isWhole ? '1' : '0',
      String((limit?.perSeconds ?? 0) * 1000 + IDLE_MS),
    ],
  }
}

export function createRedisAdmission({ db, server, fallback, clockOffset }: Needed): Admission {
  async function readOffset(partnerId: string | null): Promise<number> {
    if (partnerId === null) return 0
    const row = await db.one<{ offsetSeconds: number | null }>(
      sql`select ${clockOffset(sql`${partnerId}`)} as offset_seconds`,
    )
    return row?.offsetSeconds ?? 0
  }

  async function ask(asked: Asked): Promise<Reply> {
    const { keys, args } = toArguments(asked)
    const send = async () => (await server.evaluateSigned(ADMIT, keys, args)) as Reply
    const reply = await send()
    if (reply[0] !== UNKNOWN) return reply
    await server.rejoin()
    return send()
  }

  async function admitSigned(asked: Asked): Promise<Verdict> {
    const [[code, granted, tokens, wait, seq], sandboxOffsetSeconds] = await Promise.all([
      ask(asked),
      readOffset(asked.partnerId),
    ])
    if (code === UNSETTLED || code === UNKNOWN) throw refuseUnchecked(wait)
    server.noteSeen(Number(seq))
    const fresh = code !== REPLAYED
    if (!fresh || !asked.bucket) return { fresh, granted: true, sandboxOffsetSeconds, remaining: 0, retryAfter: 0 }
    return {
      fresh: code === ADMITTED,
      granted: granted === 1,
      sandboxOffsetSeconds,
      remaining: Number(tokens),
      retryAfter: wait,
    }
  }

  /** Runs on the server; if that fails, on PostgreSQL. */
  async function orFallback<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AdmissionServerError) return otherwise()
      throw error
    }
  }

  return {
    async admit(asked, beside) {
      // The question goes to another server.
      beside?.leave()
      if (asked.nonce === null)
        return orFallback(
          () => admitSigned(asked),
          () => fallback.admit(asked),
        )
      try {
        return await admitSigned(asked)
      } catch (error) {
        if (error instanceof AdmissionServerError) throw refuseUnchecked(1)
        throw error
      }
    },
    giveBack: (key) =>
      orFallback(
        async () => void (await server.evaluate(GIVE_BACK, [`b:${key}`], ['1'])),
        () => fallback.giveBack(key),
      ),
    remaining: (keys) =>
      orFallback(
        async () => {
          const left = (await server.evaluate(
            REMAINING,
            keys.map((key) => `b:${key}`),
            [],
          )) as number[]
          return new Map(keys.flatMap((key, index) => ((left[index] ?? -1) < 0 ? [] : [[key, left[index] as number]])))
        },
        () => fallback.remaining(keys),
      ),
    close: () => server.close(),
  }
}
