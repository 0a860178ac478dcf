// Nonces and rate limits, written together: requests that arrive while two writes are under way share the next.
import type { RateLimit } from '../../config.ts'
import { type Companion, type Sql, sql } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { NONCE_MEMORY_SECONDS } from '../../kernel/limits.ts'
import { findSlotBefore, listSlots } from './nonce-slots.ts'

/** `isWhole`: all tokens or none. Otherwise a request that is refused uses up what there is. */
export type Bucket = { key: string; limit: RateLimit; amount?: number; isWhole?: boolean }

export type Asked = {
  /** A digest from `nonceDigest`, or null where the request is not signed. */
  nonce: string | null
  /** The timestamp that was signed, in Unix seconds. */
  signedAt?: number
  /** Whose bucket of which limit, and how many tokens of it, one unless given; null when limits are off. */
  bucket: Bucket | null
  /** Whose clock's offset to read on the way; null where there is none. */
  partnerId: string | null
  /** The nonce is flushed to disk before anything else is done. Where it is not, a crash of the database server within the second may
   * forget it; so with a read, and with a write under an idempotency key, whose own commit flushes the nonce too. */
  durable: boolean
}

export type Verdict = {
  fresh: boolean
  granted: boolean
  /** How far the partner's sandbox clock runs ahead: read with every request, since the partner may just have moved it. */
  sandboxOffsetSeconds: number
  remaining: number
  /** Whole seconds until the next token. */
  retryAfter: number
}

/** What the answer says about the limit that the request counted against. */
export function rateHeaders(bucket: Asked['bucket'], verdict: Verdict): Record<string, string> {
  if (!bucket) return {}
  const { name, capacity, perSeconds } = bucket.limit
  return {
    'ratelimit-policy': `"${name}";q=${capacity};w=${perSeconds}`,
    ratelimit: `"${name}";r=${verdict.granted ? verdict.remaining : 0};t=${verdict.granted ? 0 : verdict.retryAfter}`,
  }
}

type Waiting = {
  asked: Asked
  beside: Companion | undefined
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}
type Row = { ord: number; fresh: boolean; granted: number | null; tokens: number | null; offsetSeconds: number | null }

/** More would make one statement long; the rest shares the write after. */
const BATCH_MAX = 200
/** While the database works on one, the process prepares the next. Every statement locks in the same order, so that they do not deadlock. */
const WRITES_MAX = 2
/** There is one connection: a second write would get it before the callers of the first, and be shared by fewer. */
const WRITES_MAX_EMBEDDED = 1
/** A write waits no longer than this many turns of the event loop for others to share it. */
const GATHER_TURNS_MAX = 8

const getAmount = (bucket: Asked['bucket']): number => bucket?.amount ?? 1

const computeRate = (bucket: Asked['bucket']): number => (bucket ? bucket.limit.capacity / bucket.limit.perSeconds : 0)

/** An expression that reads how far the clock of the partner with this ID runs ahead: whoever wires admission knows where it is kept. */
export type ClockOffset = (partnerId: Sql) => Sql

type Writing = { now: Date; durable: boolean; clockOffset: ClockOffset }

const toSeconds = (at: Date): number => at.getTime() / 1000

/** The slots that a nonce is kept in. */
const findSlots = ({ nonce, signedAt }: Asked, now: Date): number[] =>
  nonce === null ? [] : listSlots(signedAt ?? toSeconds(now))

const findBefore = ({ nonce, signedAt }: Asked, now: Date): number | null =>
  nonce === null ? null : findSlotBefore(signedAt ?? toSeconds(now), toSeconds(now))

/** Until when a nonce is remembered, and whether the commit waits for the disk. */
const listTimes = (now: Date, durable: boolean): Sql =>
  sql`${toSeconds(now)}::float8, ${toSeconds(now) + NONCE_MEMORY_SECONDS}::float8, ${durable ? 'on' : 'off'}`

function admitMany(asked: readonly Asked[], { now, durable, clockOffset }: Writing): Sql {
  const slots = asked.map((one) => findSlots(one, now))
  const before = asked.map((one) => findBefore(one, now)).filter((slot) => slot !== null)
  return sql`
    select a.ord, a.fresh, a.granted, a.tokens,
           ${clockOffset(sql`(${asked.map((one) => one.partnerId)}::text[])[a.ord + 1]`)} as offset_seconds
    from admit_requests(
      ${asked.map((one) => one.nonce)}::uuid[], ${slots.map((some) => some.length)}::int[],
      ${asked.flatMap((one, index) => slots[index]!.map(() => one.nonce))}::uuid[], ${slots.flat()}::int[],
      ${[...new Set(before)]}::int[], ${listTimes(now, durable)},
      ${asked.map((one) => one.bucket?.key ?? null)}::text[],
      ${asked.map((one) => one.bucket?.limit.capacity ?? 0)}::int[],
      ${asked.map((one) => computeRate(one.bucket))}::float8[],
      ${asked.map((one) => getAmount(one.bucket))}::int[]
    ) a`
}

/** The same for one, with less around it. */
function admitOne(asked: Asked, { now, durable, clockOffset }: Writing): Sql {
  const { nonce, bucket, partnerId } = asked
  return sql`
    select 0 as ord, a.fresh, a.granted, a.tokens, ${clockOffset(sql`${partnerId}`)} as offset_seconds
    from admit_request(
      ${nonce}::uuid, ${findSlots(asked, now)}::int[], ${findBefore(asked, now)}::int, ${listTimes(now, durable)},
      ${bucket?.key ?? null}::text, ${bucket?.limit.capacity ?? 0}::int, ${computeRate(bucket)}::float8,
      ${getAmount(bucket)}::int
    ) a`
}

export type Admission = {
  /** Reads that wait in `beside` are sent with the question, where the database answers it. */
  admit(asked: Asked, beside?: Companion): Promise<Verdict>
  /** An idempotent replay is free: what it was charged goes back. */
  giveBack(key: string): Promise<void>
  /** Tokens left in each bucket that was ever used. */
  remaining(keys: string[]): Promise<Map<string, number>>
  close(): Promise<void>
}

type Needed = Pick<Deps, 'db' | 'clock' | 'metrics'> & { clockOffset: ClockOffset }

export function createAdmission({ db, clock, metrics, clockOffset }: Needed): Admission {
  const writesMax = db.kind === 'embedded' ? WRITES_MAX_EMBEDDED : WRITES_MAX
  let waiting: Waiting[] = []
  let underWay = 0
  let isGathering = false

  function admit(asked: Asked, beside?: Companion): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      waiting.push({ asked, beside, resolve, reject })
      sendWaiting()
    })
  }

  function sendWaiting(): void {
    if (waiting.length > 0 && !isGathering && underWay < writesMax) void flush()
  }

  /**
   * Requests of one moment arrive over several turns of the event loop, and one write for all of them costs little more than one for the
   * first. So it waits as long as each turn brings another. Those who were let in last time ask for their connections meanwhile.
   */
  async function gather(): Promise<void> {
    let before = 0
    for (let turns = 0; turns < GATHER_TURNS_MAX && waiting.length > before; turns++) {
      before = waiting.length
      await new Promise(setImmediate)
    }
  }

  async function flush(): Promise<void> {
    underWay++
    isGathering = true
    await gather()
    let batch: Waiting[] | undefined
    try {
      // Whoever comes while all connections are busy shares this write, too.
      const rows = await db.manyWhenFree<Row>(
        () => {
          batch ??= takeBatch()
          isGathering = false
          return statementFor(batch)
        },
        () => (batch ?? []).flatMap(({ beside }) => beside?.board() ?? []),
      )
      metrics.admissionBatch.observe(rows.length)
      await settle(batch ?? [], rows)
    } catch (error) {
      for (const one of batch ?? waiting.splice(0)) one.reject(error)
    }
    if (batch === undefined) isGathering = false
    underWay--
    sendWaiting()
  }

  /** One nonce stands once in a statement: its twin waits for the next and finds it taken. */
  function takeBatch(): Waiting[] {
    const seen = new Set<string>()
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    for (const one of waiting) {
      const nonce = one.asked.nonce
      if (batch.length >= BATCH_MAX || (nonce !== null && seen.has(nonce))) {
        rest.push(one)
        continue
      }
      if (nonce !== null) seen.add(nonce)
      batch.push(one)
    }
    waiting = rest
    return batch
  }

  function statementFor(batch: readonly Waiting[]): Sql {
    const now = clock.now()
    const asked = batch.map((one) => one.asked)
    // The embedded database ends with the process, and nothing in it writes a late commit behind our back.
    const durable = db.kind === 'embedded' || asked.some((one) => one.durable)
    const writing = { now, durable, clockOffset }
    return asked.length === 1 ? admitOne(asked[0]!, writing) : admitMany(asked, writing)
  }

  async function settle(batch: Waiting[], rows: Row[]): Promise<void> {
    const left = new Map<string, number>()
    const verdicts = rows
      .sort((a, b) => a.ord - b.ord)
      .map((row) => [batch[row.ord]!, judge(batch[row.ord]!.asked, row, left)] as const)
    for (const [key, tokens] of left) if (tokens > 0) await giveBack(key, tokens)
    for (const [{ resolve }, verdict] of verdicts) resolve(verdict)
  }

  /** `left`: what the statement granted each bucket and nobody has used yet. */
  function judge({ bucket }: Asked, row: Row, left: Map<string, number>): Verdict {
    const sandboxOffsetSeconds = row.offsetSeconds ?? 0
    if (!row.fresh || !bucket)
      return { fresh: row.fresh, granted: true, sandboxOffsetSeconds, remaining: 0, retryAfter: 0 }
    const { key, limit, isWhole = false } = bucket
    const amount = getAmount(bucket)
    const grants = left.get(key) ?? row.granted ?? 0
    const granted = grants >= amount
    left.set(key, granted || !isWhole ? grants - amount : grants)
    const tokens = row.tokens ?? 0
    const missing = isWhole ? amount - grants - tokens : 1 - Math.min(tokens, 1)
    return {
      fresh: true,
      granted,
      sandboxOffsetSeconds,
      remaining: Math.max(0, Math.floor(tokens) + Math.max(0, grants - amount)),
      retryAfter: Math.max(1, Math.ceil((missing * limit.perSeconds) / limit.capacity)),
    }
  }

  async function giveBack(key: string, tokens: number): Promise<void> {
    await db.run(sql`update rate_buckets set tokens = least(capacity, tokens + ${tokens}) where bucket = ${key}`)
  }

  return {
    admit,
    giveBack: (key) => giveBack(key, 1),
    async remaining(keys) {
      const rows = await db.many<{ bucket: string; tokens: number }>(sql`
        select bucket, floor(least(b.capacity, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.at)) * b.per_second)) as tokens from rate_buckets b where bucket = any(${keys})`)
      return new Map(rows.map((row) => [row.bucket, row.tokens]))
    },
    close: async () => {},
  }
}
