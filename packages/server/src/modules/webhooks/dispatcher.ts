// The delivery worker: finds receivers for which something is due, leases them, and sends. Every receiver has a lane of its
// own, so that a dead or slow one delays no other. Nothing here is the truth: the rows are, and a worker may die at any time.
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import type { Owner } from '../../kernel/owner.ts'
import { randomToken } from '../../kernel/secret-box.ts'
import { createCompletions } from './completions.ts'
import type { LeasedEndpoint } from './dispatch-store.ts'
import * as store from './dispatch-store.ts'
import { keyOf, LANE_MAX, Lane, type LaneKey } from './lane.ts'
import { createProbes } from './probes.ts'
import { CLOCK_SLACK_SECONDS } from './rules.ts'
import { createSender } from './sender.ts'
import { sealContext } from './service.ts'
import { type SigningKeys, signingKey } from './signing.ts'
import { type Nudge, onNudge } from './wake.ts'

export type Dispatcher = ReturnType<typeof createDispatcher>
type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'metrics' | 'outbound' | 'tracer'>

const POLL_MS = 1000
/** Nudges of one burst share a statement. */
const NUDGE_MS = 10
/** A nudged receiver may be held by another process that is about to let go of it. */
const NUDGE_TRIES = 3
const NUDGE_RETRY_MS = 250
/** How long an empty lane is kept before other processes may have it. */
const LINGER_MS = 100
const LANES_MAX = 2000
/** Deliveries under way in this process; lanes share them equally, but each may always have one. */
const UNDER_WAY_MAX = 512
/** A lane that found little waits a moment before it looks again, so that a burst shares a read. */
const READ_PAUSE_MS = 25
/** Retries nearer than this get a timer of their own; the others are found by the poll. */
const TIMER_MAX_MS = 60_000
const TIMER_STEP_MS = 50

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createDispatcher(deps: Needed) {
  const { db, clock, log } = deps
  const embedded = db.kind === 'embedded'
  // One connection serves everybody on the embedded database, so statements stay short there.
  const batchMax = embedded ? 50 : 1000
  const completions = createCompletions(deps, batchMax)
  const sender = createSender(deps, completions, { onDone, onDisabled: (lane) => lane.suspend() })
  const probes = createProbes((lane) => sendOne(lane))
  const worker = randomToken('wrk_', 8)
  const lanes = new Map<LaneKey, Lane>()
  const nudged = new Map<LaneKey, { owner: Owner; tries: number }>()
  const timers = new Map<string, NodeJS.Timeout>()
  const reads = new Set<Promise<void>>()
  const unreadable = new Set<LaneKey>()
  let running = false
  let polledAt = clock.now()
  let share = LANE_MAX
  let pollTimer: NodeJS.Timeout | undefined
  let nudgeTimer: NodeJS.Timeout | undefined
  let releaseTimer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  // Leasing and releasing take turns: a release must not undo the lease that was taken after it was decided.
  let turn: Promise<void> = Promise.resolve()
  function inTurn(what: string, work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => log.error({ err: error }, `receivers could not be ${what}`))
    return turn
  }

  function keysOf(endpoint: LeasedEndpoint): SigningKeys {
    const open = (sealed: string) => signingKey(deps.secrets.open(sealed, sealContext(endpoint)))
    const { secretSealed, previousSecretSealed } = endpoint
    return { current: open(secretSealed), previous: previousSecretSealed ? open(previousSecretSealed) : null }
  }

  /** A secret that does not open, sealed under another master key, is one receiver's misfortune and not everybody's. */
  function admit(endpoint: LeasedEndpoint): void {
    const key = keyOf(endpoint)
    try {
      const known = lanes.get(key)
      known?.resume(endpoint, keysOf)
      const lane = known ?? new Lane(endpoint, keysOf(endpoint))
      lanes.set(key, lane)
      look(lane)
    } catch (error) {
      if (!unreadable.has(key))
        log.error({ err: error, partner_id: endpoint.partnerId }, 'a webhook secret does not open')
      unreadable.add(key)
    }
  }

  /** There may be something new for this lane. */
  function look(lane: Lane): void {
    lane.more = true
    lane.idleSince = undefined
    if (lane.reading) lane.missed = true
    pump(lane)
  }

  function sendOne(lane: Lane): void {
    const job = lane.take()
    if (job) sender.send(lane, job)
    readAhead(lane)
  }

  /** Sends what may be sent and reads what may be read. Called whenever something changed for the lane. */
  function pump(lane: Lane): void {
    if (!running) return
    if (lane.troubled) probes.add(lane)
    else while (lane.waiting > 0 && lane.hasRoom(share) && !completions.isBehind()) sendOne(lane)
    readAhead(lane)
    if (!lane.idle) return
    lane.idleSince ??= performance.now()
    if (!embedded) releaseTimer ??= setTimeout(() => void inTurn('released', releaseIdle), LINGER_MS)
  }

  function readAhead(lane: Lane): void {
    if (!running || !lane.wantsToRead()) return
    const work = read(lane)
    reads.add(work)
    void work.finally(() => reads.delete(work))
  }

  async function read(lane: Lane): Promise<void> {
    lane.reading = true
    lane.missed = false
    try {
      const size = lane.readSize(performance.now(), batchMax)
      const { endpoint } = lane
      const jobs = await store.readDue(db, lane.owner, clock.now(), [...lane.inHand], size)
      // Registered anew, or lost, meanwhile: whoever has it then reads again.
      if (!lane.suspended && lane.isOf(endpoint)) lane.add(jobs)
      if (jobs.length < size) {
        lane.more = false
        pump(lane)
        if (running) await pause(READ_PAUSE_MS)
      }
    } catch (error) {
      lane.more = false
      log.error({ err: error }, 'due deliveries could not be read')
    }
    lane.reading = false
    lane.more ||= lane.missed && !lane.suspended
    pump(lane)
  }

  function onDone(lane: Lane, nextAttemptAt: Date | null): void {
    if (nextAttemptAt) wakeAt(lane.owner, nextAttemptAt)
    pump(lane)
  }

  /** A retry starts on time where it was decided. Retries of about the same moment share a timer. */
  function wakeAt(owner: Owner, at: Date): void {
    const wait = Math.ceil((at.getTime() - clock.now().getTime()) / TIMER_STEP_MS) * TIMER_STEP_MS
    const key = `${keyOf(owner)} ${Math.ceil(at.getTime() / TIMER_STEP_MS)}`
    if (!running || wait > TIMER_MAX_MS || timers.has(key)) return
    const fire = () => {
      timers.delete(key)
      nudge({ owner, changed: false })
    }
    timers.set(key, setTimeout(fire, Math.max(0, wait)))
  }

  function nudge({ owner, changed }: Nudge): void {
    if (!running) return
    const key = keyOf(owner)
    const lane = lanes.get(key)
    if (changed) lane?.suspend()
    if (lane && !lane.suspended) {
      look(lane)
      return
    }
    nudged.set(key, { owner, tries: NUDGE_TRIES })
    nudgeTimer ??= setTimeout(() => void inTurn('leased', leaseNudged), NUDGE_MS)
  }

  async function leaseNudged(): Promise<void> {
    nudgeTimer = undefined
    const asked = [...nudged.values()]
    nudged.clear()
    if (!running || asked.length === 0) return
    const only = asked.map(({ owner }) => owner)
    for (const endpoint of await store.leaseDue(db, worker, { now: clock.now(), only, limit: only.length }))
      admit(endpoint)
    if (embedded) return
    for (const { owner, tries } of asked) {
      const key = keyOf(owner)
      if (tries > 1 && !lanes.has(key) && !nudged.has(key)) nudged.set(key, { owner, tries: tries - 1 })
    }
    if (nudged.size > 0) nudgeTimer ??= setTimeout(() => void inTurn('leased', leaseNudged), NUDGE_RETRY_MS)
  }

  /** Finds what became due and keeps our leases. What has work and is not in the answer is ours no more. */
  async function poll(): Promise<void> {
    const now = clock.now()
    const wentBack = addSeconds(now, CLOCK_SLACK_SECONDS) < polledAt
    polledAt = now
    if (wentBack) await store.bringForward(db, now)
    const due = await store.leaseDue(db, worker, { now, limit: LANES_MAX })
    const ours = new Set(due.map(keyOf))
    for (const lane of lanes.values()) if (lane.waiting > 0 && !ours.has(lane.key)) lane.suspend()
    for (const endpoint of due) admit(endpoint)
    const busy = [...lanes.values()].filter((lane) => !lane.idle).length
    share = Math.max(1, Math.min(LANE_MAX, Math.floor(UNDER_WAY_MAX / Math.max(1, busy))))
  }

  async function releaseIdle(): Promise<void> {
    releaseTimer = undefined
    const idle = [...lanes.values()].filter((lane) => lane.idle)
    const old = idle.filter(({ idleSince }) => idleSince === undefined || idleSince <= performance.now() - LINGER_MS)
    for (const { key } of old) lanes.delete(key)
    if (old.length < idle.length && running)
      releaseTimer = setTimeout(() => void inTurn('released', releaseIdle), LINGER_MS)
    if (old.length > 0)
      await store.release(
        db,
        worker,
        old.map(({ owner }) => owner),
      )
  }

  async function pollOn(): Promise<void> {
    await inTurn('polled', poll)
    if (running) pollTimer = setTimeout(() => void pollOn(), POLL_MS)
  }

  return {
    worker,
    async start(): Promise<void> {
      running = true
      unsubscribe = onNudge(nudge)
      if (embedded) await store.releaseAll(db)
      await pollOn()
    },

    /** Ends what is under way, writes what came of it, and lets other workers go on. */
    async stop(): Promise<void> {
      if (!running) return
      running = false
      unsubscribe?.()
      probes.stop()
      for (const timer of [pollTimer, nudgeTimer, releaseTimer, ...timers.values()]) clearTimeout(timer)
      await turn
      clearTimeout(pollTimer)
      await Promise.all(reads)
      for (const lane of lanes.values()) lane.suspend()
      await sender.drain()
      const owners = [...lanes.values()].map(({ owner }) => owner)
      lanes.clear()
      try {
        await completions.drain()
        if (owners.length > 0) await store.release(db, worker, owners)
      } catch (error) {
        // Nothing is lost: what is not written is sent again, and the leases pass.
        log.error({ err: error }, 'the last webhook results could not be written')
      }
    },
  }
}
