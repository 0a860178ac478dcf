// The feed of changes. One loop in each process reads what is new and hands it to the open streams, so a stream costs no
// database connection and no statement. The loop runs only while a page is open.
import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { ChangeBatch, ChangeCursor, ChangeFeed, Watcher } from '../../kernel/contracts/changes.ts'
import { ApiError } from '../../kernel/errors.ts'
import {
  CHANGE_STREAM_HEARTBEAT_SECONDS,
  CHANGE_STREAM_RIGHTS_SECONDS,
  CHANGE_STREAMS_MAX,
  CHANGE_STREAMS_PER_PERSON_MAX,
  CHANGE_STREAMS_RESERVED,
  CHANGES_BATCH_MAX,
  CHANGES_READ_MAX,
} from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'
import { listSignedIn } from '../accounts/index.ts'
import { listMemberships } from '../partners/index.ts'
import {
  formatBatch,
  formatHeartbeat,
  isLost,
  narrowBatch,
  placeAfter,
  STREAM_START,
  selectChanges,
  toBatch,
} from './rules.ts'
import { readChanges, readPlace } from './store.ts'

const POLL_MS = 250
/** After a failure, such as a database that is unavailable. */
const RETRY_MS = 2000
/** A client that reads so slowly is cut off; it reconnects and resumes. */
const UNREAD_BYTES_MAX = 256 * 1024

/** `isJoined`: it has everything up to the place of the loop. Before, it waits for what came after `since`. */
type Stream = { watcher: Watcher; since: ChangeCursor | null; out: Readable; isJoined: boolean }

const formatAudience = (owner: Owner | null): string => (owner ? `${owner.partnerId} ${owner.environment}` : 'console')

/** Runs its work at most once in a period. Time is in milliseconds, from a clock that only goes forward. */
function every(seconds: number) {
  let last = performance.now()
  return (): boolean => {
    const now = performance.now()
    if (now - last < seconds * 1000) return false
    last = now
    return true
  }
}

export function createChangeFeed({
  db,
  clock,
  log,
  metrics,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>): ChangeFeed {
  const streams = new Set<Stream>()
  /** Everything up to here was sent to the streams that have joined. */
  let place: ChangeCursor | null = null
  let running: Promise<void> | null = null
  let wake: (() => void) | null = null
  let isClosed = false

  /** Between two places, or up to now. */
  async function readBetween(
    owner: Owner | null,
    since: ChangeCursor,
    until: ChangeCursor | null,
    most = CHANGES_BATCH_MAX,
  ): Promise<ChangeBatch> {
    const found = await readChanges(db, { owner, since, until, limit: most + 1 })
    const cursor = until ?? placeAfter(found.generation, found.snapshot, clock.now())
    if (isLost(since, cursor)) return { changes: [], isReset: true, cursor }
    const batch = toBatch(found.noted, cursor, most)
    return { ...batch, changes: selectChanges(batch.changes, owner) }
  }

  async function readNow(): Promise<ChangeCursor> {
    const { generation, snapshot } = await readPlace(db)
    return placeAfter(generation, snapshot, clock.now())
  }

  function countStreams(): void {
    const consoles = [...streams].filter(({ watcher }) => watcher.owner === null).length
    metrics.changeStreams.set({ workplace: 'console' }, consoles)
    metrics.changeStreams.set({ workplace: 'portal' }, streams.size - consoles)
  }

  /** False when it is gone already. */
  function drop(stream: Stream): boolean {
    const isOpen = streams.delete(stream)
    if (isOpen) countStreams()
    return isOpen
  }

  function end(stream: Stream): void {
    if (drop(stream)) stream.out.push(null)
  }

  function send(stream: Stream, text: string): void {
    if (!streams.has(stream)) return
    stream.out.push(text)
    if (stream.out.readableLength <= UNREAD_BYTES_MAX) return
    drop(stream)
    stream.out.destroy()
  }

  /** Streams with the same rights get the same text. */
  function sendAll(batch: ChangeBatch): void {
    if (batch.changes.length === 0 && !batch.isReset) return
    const texts = new Map<string, string | null>()
    for (const stream of streams) {
      if (!stream.isJoined) continue
      const { owner } = stream.watcher
      const audience = formatAudience(owner)
      let text = texts.get(audience)
      if (text === undefined) {
        const own = narrowBatch(batch, owner)
        text = own.changes.length === 0 && !own.isReset ? null : formatBatch(own)
        texts.set(audience, text)
      }
      if (text !== null) send(stream, text)
    }
  }

  /** New streams get what they missed up to the same place. After a restart many resume from the same one. */
  async function joinAll(waiting: readonly Stream[], now: ChangeCursor): Promise<void> {
    const missed = new Map<string, string>()
    for (const stream of waiting) {
      const { since, watcher } = stream
      const key = since === null ? '' : `${formatAudience(watcher.owner)} ${since.generation} ${since.snapshot}`
      let text = missed.get(key)
      if (text === undefined) {
        const batch = since && (await readBetween(watcher.owner, since, now))
        text = batch && (batch.isReset || batch.changes.length > 0) ? formatBatch(batch) : formatHeartbeat(now)
        missed.set(key, text)
      }
      stream.isJoined = true
      send(stream, text)
    }
  }

  async function follow(): Promise<void> {
    const waiting = [...streams].filter(({ isJoined }) => !isJoined)
    if (place !== null && waiting.length < streams.size) {
      const batch = await readBetween(null, place, null, CHANGES_READ_MAX)
      // Before anything else is awaited: a stream that joins now must not get this batch, nor miss the next.
      sendAll(batch)
      place = batch.cursor
    } else place = await readNow()
    if (waiting.length > 0) await joinAll(waiting, place)
  }

  /** Ends the streams of people who signed out, or lost their role or membership. */
  async function checkRights(): Promise<void> {
    const watched = [...streams]
    const watchers = watched.map(({ watcher }) => watcher)
    const sessions = await listSignedIn(
      db,
      watchers.map(({ sessionId }) => sessionId),
      clock.now(),
    )
    const signedIn = new Map(sessions.map((session) => [session.id, session]))
    const members = watchers.flatMap(({ userId, owner }) => (owner ? [{ userId, partnerId: owner.partnerId }] : []))
    const memberships = members.length === 0 ? [] : await listMemberships(db, members)
    const isMember = new Set(memberships.map(({ userId, partnerId }) => `${userId} ${partnerId}`))
    for (const stream of watched) {
      const { owner, userId, sessionId } = stream.watcher
      const session = signedIn.get(sessionId)
      const may = owner ? isMember.has(`${userId} ${owner.partnerId}`) : session?.operatorRole != null
      if (!session || !may) end(stream)
    }
  }

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    const isHeartbeatDue = every(CHANGE_STREAM_HEARTBEAT_SECONDS)
    const isCheckDue = every(CHANGE_STREAM_RIGHTS_SECONDS)
    let isFailing = false
    while (streams.size > 0 && !isClosed) {
      try {
        await follow()
        if (isCheckDue()) await checkRights()
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'changes were not read; will retry')
        isFailing = true
      }
      if (place !== null && isHeartbeatDue())
        for (const stream of streams) if (stream.isJoined) send(stream, formatHeartbeat(place))
      await pause(isFailing ? RETRY_MS : POLL_MS)
    }
    // Streams that come later start from the present, or from their own cursor.
    place = null
    running = null
  }

  function assertRoom({ userId, owner }: Watcher): void {
    const most = owner === null ? CHANGE_STREAMS_MAX : CHANGE_STREAMS_MAX - CHANGE_STREAMS_RESERVED
    if (isClosed || streams.size >= most)
      throw new ApiError('upstream_unavailable', {
        message: 'The service cannot open another event stream now. Retry later, or send requests without a stream.',
        headers: { 'retry-after': '10' },
      })
    let own = 0
    for (const { watcher } of streams) if (watcher.userId === userId) own++
    if (own >= CHANGE_STREAMS_PER_PERSON_MAX)
      throw new ApiError('rate_limited', {
        message: `You have ${CHANGE_STREAMS_PER_PERSON_MAX} open event streams. Close a page of the console or portal, then retry.`,
        headers: { 'retry-after': '30' },
      })
  }

  function endStreams(): void {
    isClosed = true
    for (const stream of streams) end(stream)
    wake?.()
  }

  return {
    async read(owner, since) {
      if (since) return readBetween(owner, since, null)
      return { changes: [], isReset: false, cursor: await readNow() }
    },
    open(watcher, since) {
      assertRoom(watcher)
      const out = new Readable({ read: () => {} })
      const stream: Stream = { watcher, since, out, isJoined: false }
      streams.add(stream)
      countStreams()
      out.once('close', () => drop(stream))
      out.push(STREAM_START)
      wake?.()
      running ??= run()
      return out
    },
    endStreams,
    async close() {
      endStreams()
      await running
    },
  }
}
