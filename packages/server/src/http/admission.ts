// Nonces and rate limits, written together: requests that arrive while one write is under way share the next.
import type { RateLimit } from '../config.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { addSeconds } from '../kernel/clock.ts'
import { NONCE_MEMORY_SECONDS } from '../kernel/limits.ts'
import { listSlots, unlessInSlotBefore } from './nonce-slots.ts'

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

type Waiting = { asked: Asked; resolve(verdict: Verdict): void; reject(error: unknown): void }
type Row = { ord: number; fresh: boolean; granted: number | null; tokens: number | null; offsetSeconds: number | null }

/** More would make one statement long; the rest shares the write after. */
const BATCH_MAX = 200

const getAmount = (bucket: Asked['bucket']): number => bucket?.amount ?? 1

const computeRate = (bucket: Asked['bucket']): number => (bucket ? bucket.limit.capacity / bucket.limit.perSeconds : 0)

const commitMode = (durable: boolean): Sql => sql`
  mode as materialized (select set_config('synchronous_commit', ${durable ? 'on' : 'off'}, true))`

/** A nonce that nobody remembers any more may come again. */
const unlessRemembered = (now: Date): Sql => sql`
  on conflict (nonce, slot) do update set expires_at = excluded.expires_at where kept.expires_at <= ${now}::timestamptz
  returning nonce`

/** What the bucket would hold now if nobody took anything. */
const refilled = sql`
  least(excluded.capacity, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * excluded.per_second)`

/** As many as were asked for, and no more than there are. */
const spending = sql`
  on conflict (bucket) do update set
    capacity = excluded.capacity,
    per_second = excluded.per_second,
    granted = least(excluded.granted, floor(${refilled}))::int,
    tokens = ${refilled} - least(excluded.granted, floor(${refilled})),
    at = greatest(excluded.at, b.at)
  returning bucket, granted, tokens`

/** An expression that reads how far the clock of the partner with this ID runs ahead: whoever wires admission knows where it is kept. */
export type ClockOffset = (partnerId: Sql) => Sql

type Writing = { now: Date; durable: boolean; clockOffset: ClockOffset }

/** The slots that a nonce is kept in. */
const findSlots = ({ nonce, signedAt }: Asked, now: Date): number[] =>
  nonce === null ? [] : listSlots(signedAt ?? now.getTime() / 1000)

const listBefore = (slots: readonly number[][]): number[] => [...new Set(slots.flat().map((slot) => slot - 1))]

const admitMany = (asked: readonly Asked[], { now, durable, clockOffset }: Writing): Sql => {
  const slots = asked.map((one) => findSlots(one, now))
  return sql`
  with ${commitMode(durable)},
  asked as (
    select a.* from mode, unnest(
      ${asked.map((_, index) => index)}::int[],
      ${asked.map((one) => one.nonce)}::uuid[],
      ${slots.map((some) => some.length)}::int[],
      ${asked.map((one) => one.bucket?.key ?? null)}::text[],
      ${asked.map((one) => one.bucket?.limit.capacity ?? 0)}::int[],
      ${asked.map((one) => computeRate(one.bucket))}::float8[],
      ${asked.map((one) => getAmount(one.bucket))}::int[],
      ${asked.map((one) => one.partnerId)}::text[]
    ) as a(ord, nonce, slots, bucket, capacity, per_second, amount, partner_id)
  ),
  written as (
    insert into used_nonces as kept (nonce, slot, expires_at)
    select n.nonce, n.slot, ${addSeconds(now, NONCE_MEMORY_SECONDS)}::timestamptz
    from mode, unnest(
      ${asked.flatMap((one, index) => slots[index]!.map(() => one.nonce))}::uuid[], ${slots.flat()}::int[]
    ) as n(nonce, slot)
    where ${unlessInSlotBefore(sql`n.nonce`, sql`n.slot`, listBefore(slots), now)} order by n.nonce, n.slot
    ${unlessRemembered(now)}
  ),
  fresh as (
    select nonce from asked join (select nonce, count(*) as slots from written group by nonce) w using (nonce, slots)
  ),
  wanted as (
    select bucket, max(capacity) as capacity, max(per_second) as per_second, sum(amount)::int as wanted
    from asked
    where bucket is not null and (nonce is null or nonce in (select nonce from fresh))
    group by bucket order by bucket
  ),
  spent as (
    insert into rate_buckets as b (bucket, capacity, per_second, tokens, granted, at)
    select bucket, capacity, per_second, capacity - least(wanted, capacity), least(wanted, capacity), clock_timestamp()
    from wanted ${spending}
  )
  select asked.ord, (asked.nonce is null or fresh.nonce is not null) as fresh, spent.granted, spent.tokens,
         ${clockOffset(sql`asked.partner_id`)} as offset_seconds
  from asked left join fresh using (nonce) left join spent using (bucket)`
}

/** The same for one, without the joins: a caller who is alone waits a fifth less. */
const admitOne = (asked: Asked, { now, durable, clockOffset }: Writing): Sql => {
  const { nonce, bucket, partnerId } = asked
  const slots = findSlots(asked, now)
  return sql`
  with ${commitMode(durable)},
  written as (
    insert into used_nonces as kept (nonce, slot, expires_at)
    select ${nonce}::uuid, s.slot, ${addSeconds(now, NONCE_MEMORY_SECONDS)}::timestamptz
    from mode, unnest(${slots}::int[]) as s(slot)
    where ${unlessInSlotBefore(sql`${nonce}::uuid`, sql`s.slot`, listBefore([slots]), now)} order by s.slot
    ${unlessRemembered(now)}
  ),
  admitted as (select from mode where (select count(*) from written) = ${slots.length}::int),
  spent as (
    insert into rate_buckets as b (bucket, capacity, per_second, tokens, granted, at)
    select ${bucket?.key ?? null}::text, c.capacity, ${computeRate(bucket)}::float8, c.capacity - least(c.amount, c.capacity),
           least(c.amount, c.capacity), clock_timestamp()
    from admitted, (select ${bucket?.limit.capacity ?? 0}::int as capacity, ${getAmount(bucket)}::int as amount) c
    where ${bucket?.key ?? null}::text is not null ${spending}
  )
  select 0 as ord, exists (select from admitted) as fresh, (select granted from spent) as granted,
         (select tokens from spent) as tokens,
         ${clockOffset(sql`${partnerId}`)} as offset_seconds`
}

export type Admission = {
  admit(asked: Asked): Promise<Verdict>
  /** An idempotent replay is free: what it was charged goes back. */
  giveBack(key: string): Promise<void>
  /** Tokens left in each bucket that was ever used. */
  remaining(keys: string[]): Promise<Map<string, number>>
  close(): Promise<void>
}

type Needed = Pick<Deps, 'db' | 'clock' | 'metrics'> & { clockOffset: ClockOffset }

export function createAdmission({ db, clock, metrics, clockOffset }: Needed): Admission {
  let waiting: Waiting[] = []
  let inFlight = false

  function admit(asked: Asked): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (!inFlight) void flush()
    })
  }

  async function flush(): Promise<void> {
    inFlight = true
    while (waiting.length > 0) {
      let batch: Waiting[] | undefined
      try {
        // Whoever comes while all connections are busy shares this write, too.
        const rows = await db.manyWhenFree<Row>(() => {
          batch ??= takeBatch()
          return statementFor(batch)
        })
        metrics.admissionBatch.observe(rows.length)
        await settle(batch ?? [], rows)
      } catch (error) {
        for (const one of batch ?? waiting.splice(0)) one.reject(error)
      }
      // Those who were let in ask for their connection before the next write does: it comes after them, and is shared by more.
      await new Promise(setImmediate)
    }
    inFlight = false
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
