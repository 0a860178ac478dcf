// Idempotency keys: the stored answer commits with the write it belongs to, and replays byte for byte.
import { createHash } from 'node:crypto'
import type { Database, Tx } from '../db/sql.ts'
import { LOCK_NOT_AVAILABLE, sql, sqlState } from '../db/sql.ts'
import { addSeconds } from '../kernel/clock.ts'
import { ApiError, invalidField, invariant } from '../kernel/errors.ts'
import { IDEMPOTENCY_KEEP_SECONDS, IDEMPOTENCY_KEY_LENGTH_MAX, IDEMPOTENCY_WAIT_SECONDS } from '../kernel/limits.ts'
import type { Owner } from '../kernel/owner.ts'

export type IdempotentCall = { owner: Owner; key: string; fingerprint: Buffer; keepForever: boolean; now: Date }
export type HttpResponse = { status: number; body: string }
export type IdempotentResponse = HttpResponse & { replayed: boolean }

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_LENGTH_MAX}}$`)

export const isIdempotencyKey = (header: string | undefined): header is string =>
  header !== undefined && KEY.test(header)

export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  if (!isIdempotencyKey(header))
    throw invalidField('Idempotency-Key', `must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII characters`)
  return header
}

/** What makes two requests the same: method, path and the exact bytes. */
export const computeFingerprint = (method: string, path: string, body: Buffer | undefined): Buffer =>
  createHash('sha256')
    .update(`${method}\n${path}\n`)
    .update(body ?? Buffer.alloc(0))
    .digest()

const inProgress = () =>
  new ApiError('conflict', {
    message:
      'Another request with this Idempotency-Key is still in progress. Retry in one second with the same Idempotency-Key.',
    reason: 'idempotency_in_progress',
    headers: { 'retry-after': '1' },
  })

type Stored = { fingerprint: Buffer; status: number | null; body: string | null }

export function replayStored(row: Stored, fingerprint: Buffer): IdempotentResponse {
  if (!row.fingerprint.equals(fingerprint))
    throw new ApiError('conflict', {
      message:
        'This Idempotency-Key was already used for a different request. Use a new Idempotency-Key for a new request.',
      reason: 'idempotency_key_reused',
    })
  invariant(row.status !== null && row.body !== null, 'a committed idempotency key has its response')
  return { status: row.status, body: row.body, replayed: true }
}

export const findStored = (
  db: Pick<Database, 'one'>,
  { owner, key, now }: IdempotentCall,
): Promise<Stored | undefined> =>
  db.one<Stored>(sql`
    select fingerprint, status, body from idempotency_keys
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and key = ${key}
      and (expires_at is null or expires_at > ${now})`)

/** Takes the key: null. Or waits for whoever holds it, and returns what is stored. */
async function claim(tx: Tx, call: IdempotentCall, waitMilliseconds: number): Promise<Stored | null> {
  const { owner, key, fingerprint, keepForever, now } = call
  const expiresAt = keepForever ? null : addSeconds(now, IDEMPOTENCY_KEEP_SECONDS)
  try {
    const row = await tx.one<Stored & { claimed: boolean }>(sql`
      select claimed, fingerprint, status, body from claim_idempotency_key(
        ${owner.partnerId}, ${owner.environment}, ${key}, ${fingerprint}, ${now}, ${expiresAt}, ${`${waitMilliseconds}ms`})`)
    invariant(row, 'a claim has an outcome')
    return row.claimed ? null : row
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) throw inProgress()
    throw error
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>

/** The lock timeout of the claim holds for the whole transaction, so it never gets shorter than this. */
const LOCK_WAIT_MILLISECONDS_MIN = 1000

/** The end of the twin, however it ended, or `idempotency_in_progress` once the patience is used up. */
function waitForEnd(running: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(inProgress()), Math.max(0, milliseconds))
    const ended = () => {
      clearTimeout(timer)
      resolve()
    }
    running.then(ended, ended)
  })
}

export function createIdempotency(db: Database, { waitSeconds = IDEMPOTENCY_WAIT_SECONDS } = {}) {
  // Twins in this process wait here, so that they do not hold a connection each while they do.
  const running = new Map<string, Promise<unknown>>()

  async function runOnce(
    call: IdempotentCall,
    work: (tx: Tx) => Promise<HttpResponse>,
    waitMilliseconds: number,
  ): Promise<IdempotentResponse> {
    return db.tx(async (tx) => {
      const stored = await claim(tx, call, waitMilliseconds)
      if (stored) return replayStored(stored, call.fingerprint)
      const response = await work(tx)
      const { owner, key } = call
      await tx.run(sql`
        select keep_idempotent_answer(${owner.partnerId}, ${owner.environment}, ${key}, ${response.status}, ${response.body})`)
      return { ...response, replayed: false }
    })
  }

  /** A failed attempt rolls back its claim and leaves the key free. */
  return async function run(
    call: IdempotentCall,
    work: (tx: Tx) => Promise<HttpResponse>,
  ): Promise<IdempotentResponse> {
    const id = `${call.owner.partnerId} ${call.owner.environment} ${call.key}`
    const deadline = performance.now() + waitSeconds * 1000
    const left = () => Math.ceil(deadline - performance.now())
    for (let concurrent = running.get(id); concurrent; concurrent = running.get(id))
      await waitForEnd(concurrent, left())
    // Nothing may be awaited from the last look to the entry: requests admitted together arrive here in the same tick.
    const attempt = runOnce(call, work, Math.max(LOCK_WAIT_MILLISECONDS_MIN, left()))
    running.set(id, attempt)
    try {
      return await attempt
    } finally {
      running.delete(id)
    }
  }
}

/** Stored responses of a sandbox that is reset. The key of the request under way has no response yet, and stays. */
export async function forgetIdempotencyKeys(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(sql`
    delete from idempotency_keys
    where partner_id = ${owner.partnerId} and environment = ${owner.environment} and status is not null`)
}
