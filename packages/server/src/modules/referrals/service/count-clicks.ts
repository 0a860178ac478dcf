// Counts clicks in memory and writes them behind the redirects, in batches: a crash loses less than a second, a stop nothing.
import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { RateLimit } from '../../../config.ts'
import type { Database, Tx } from '../../../db/sql.ts'
import { addSeconds, type Clock } from '../../../kernel/clock.ts'
import { formatDay } from '../rules.ts'
import { addClicks, type ClickCount, findSalt, type Visit } from '../store/clicks.ts'
import { findRedirect, type Link, type Redirect } from '../store/links.ts'
import { createNetworkBudget } from './limit-clicks.ts'

/** Half of the second that a crash may cost; the rest is for the write. */
const FLUSH_MS = 500
/** How long a process trusts what it read of a link, or that there is none. */
const LINK_TTL_MS = 2000
const LINKS_MAX = 50_000
/** While the database is away, counts go on; distinct visitors are remembered up to here. */
const VISITS_MAX = 200_000
/** Of today's visitors this many are known to be in the database; whoever comes again is not sent there again. */
const KNOWN_MAX = 50_000

type Remembered = { redirect: Redirect | null; until: number }
type Click = { network: string; person: boolean }
type Pending = { linkId: string; day: string; realDay: string; network: string }

/** 128 bits of the keyed hash, written as the database keeps them. */
function visitorHash(salt: Buffer, { linkId, day, network }: Pending): string {
  const hex = createHmac('sha256', salt).update(`${linkId}\n${day}\n${network}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

type Needed = { db: Database; clock: Clock; log: Logger; limit: RateLimit | null }

export function createClickCounter({ db, clock, log, limit }: Needed) {
  /** Clicks that count, and codes that do not exist: a stranger must neither make numbers nor queries. */
  const [counted, misses] = [createNetworkBudget(limit), createNetworkBudget(limit)]
  const links = new Map<string, Remembered>()
  const loading = new Map<string, Promise<Redirect | null>>()
  let counts = new Map<string, ClickCount>()
  let visits = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let salt: { day: string; key: Buffer } | undefined
  const known = new Set<string>()
  let closed = false
  /** The day of the last click, so that a date is formatted once a day and offset, not once a click. */
  const days = { until: 0, real: '' }

  async function load(code: string): Promise<Redirect | null> {
    const redirect = (await findRedirect(db, code)) ?? null
    if (links.size >= LINKS_MAX) links.delete(links.keys().next().value as string)
    links.set(code, { redirect, until: performance.now() + LINK_TTL_MS })
    return redirect
  }

  /**
   * At once when it is remembered; requests for one code that is not share one look. A network that asked for many codes that
   * do not exist is refused without a look.
   */
  function find(code: string, network: string): Redirect | null | 'refused' | Promise<Redirect | null> {
    const known = links.get(code)
    if (known !== undefined && known.until > performance.now()) return known.redirect
    if (!misses.take(network)) return 'refused'
    return look(code).then((redirect) => {
      if (redirect !== null) misses.giveBack(network)
      return redirect
    })
  }

  function look(code: string): Promise<Redirect | null> {
    let looking = loading.get(code)
    if (!looking) {
      links.delete(code)
      looking = load(code).finally(() => loading.delete(code))
      loading.set(code, looking)
    }
    return looking
  }

  function realDay(now: Date): string {
    const time = now.getTime()
    if (time >= days.until || time < days.until - 86_400_000) {
      days.real = formatDay(now)
      days.until = (Math.floor(time / 86_400_000) + 1) * 86_400_000
    }
    return days.real
  }

  /** A crawler or a prefetch is counted apart. False when the network has used up its clicks, so that this one does not count. */
  function count({ linkId, offsetSeconds }: Redirect, { network, person }: Click): boolean {
    if (!counted.take(network)) return false
    const now = clock.now()
    const real = realDay(now)
    const day = offsetSeconds === 0 ? real : formatDay(addSeconds(now, offsetSeconds))
    const key = linkId + day
    let sum = counts.get(key)
    if (sum === undefined) {
      sum = { linkId, day, clicks: 0, bots: 0 }
      counts.set(key, sum)
    }
    if (!person) sum.bots += 1
    else {
      sum.clicks += 1
      const who = key + network
      if (!visits.has(who) && visits.size < VISITS_MAX) visits.set(who, { linkId, day, realDay: real, network })
    }
    if (timer === undefined && !closed) timer = setTimeout(() => void flush().catch(() => {}), FLUSH_MS)
    return true
  }

  async function getSalt(day: string): Promise<Buffer> {
    if (salt?.day !== day) {
      salt = { day, key: await findSalt(db, day) }
      known.clear()
    }
    return salt.key
  }

  async function write(batch: typeof counts, who: typeof visits): Promise<void> {
    const hashed: Visit[] = []
    for (const pending of who.values()) {
      const { linkId, day, realDay: saltDay } = pending
      const key = salt?.day === saltDay ? salt.key : await getSalt(saltDay)
      const visitor = visitorHash(key, pending)
      if (!known.has(visitor)) hashed.push({ linkId, day, saltDay, visitor })
    }
    await addClicks(db, [...batch.values()], hashed)
    if (known.size + hashed.length > KNOWN_MAX) known.clear()
    for (const { visitor } of hashed) known.add(visitor)
  }

  /** What could not be written waits for the next time, together with what came since. */
  function putBack(batch: typeof counts, who: typeof visits): void {
    for (const [key, { clicks, bots, ...rest }] of batch) {
      const newer = counts.get(key)
      counts.set(key, { ...rest, clicks: clicks + (newer?.clicks ?? 0), bots: bots + (newer?.bots ?? 0) })
    }
    for (const [key, pending] of who) visits.set(key, pending)
  }

  /** Resolves when everything counted so far is in the database. */
  async function flush(): Promise<void> {
    while (writing) await writing.catch(() => {})
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const [batch, who] = [counts, visits]
    counts = new Map()
    visits = new Map()
    writing = write(batch, who)
    try {
      await writing
    } catch (error) {
      putBack(batch, who)
      log.warn({ err: error }, 'could not write clicks; will retry')
      if (!closed) timer ??= setTimeout(() => void flush().catch(() => {}), FLUSH_MS)
      throw error
    } finally {
      writing = undefined
    }
  }

  return {
    find,
    count,
    flush,
    /** A partner moved its clock, or changed a link: what is remembered of its links is read again. */
    forget(partnerId: string): void {
      for (const [code, { redirect }] of links) if (redirect?.partnerId === partnerId) links.delete(code)
    },
    async close(): Promise<void> {
      closed = true
      await flush()
    },
  }
}

/** A click that the sandbox made up: a visitor whom nobody has seen before. */
export async function sandboxClick(tx: Tx, link: Link, now: Date, real: Date): Promise<void> {
  const [linkId, day] = [link.id, formatDay(now)]
  await addClicks(
    tx,
    [{ linkId, day, clicks: 1, bots: 0 }],
    [{ linkId, day, saltDay: formatDay(real), visitor: randomUUID() }],
  )
}
