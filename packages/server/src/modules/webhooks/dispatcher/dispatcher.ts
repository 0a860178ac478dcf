// The dispatcher: finds endpoints that have deliveries due, leases them, and sends. Each has its lane, so that a slow receiver
// delays no other. The state is in the rows; a process may end at any time.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../kernel/limits.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { CLOCK_SLACK_SECONDS } from '../rules/deliveries.ts'
import {
  batchMax,
  LANE_MAX,
  LANES_MAX,
  LINGER_MS,
  NUDGE_MS,
  NUDGE_RETRY_MS,
  NUDGE_TRIES,
  POLL_MS,
  PROBE_MS,
  READ_PAUSE_MS,
  SIBLINGS_MS,
  TIMER_MAX_MS,
  TIMER_STEP_MS,
  UNDER_WAY_MAX,
} from '../rules/pace.ts'
import { type SigningKeys, sealContext, signingKey } from '../rules/signing.ts'
import { type Nudge, onNudge } from '../service/wake.ts'
import type { Job, LeasedEndpoint } from '../store/dispatch.ts'
import * as store from '../store/dispatch.ts'
import { findPendingFrom } from '../store/pending.ts'
import { createAttempt } from './attempt.ts'
import { Lane, type LaneKey, Lanes, type OwnerKey, ProbeLine, toOwnerKey } from './lanes.ts'
import { createReceiverRecord } from './receiver-record.ts'
import { createResults } from './results.ts'
import { createTasks } from './tasks.ts'

export type Dispatcher = ReturnType<typeof createDispatcher>
type Needed = Pick<Deps, 'db' | 'clock' | 'log' | 'secrets' | 'metrics' | 'outbound' | 'tracer'>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createDispatcher(deps: Needed) {
  const { db, clock, log } = deps
  const embedded = db.kind === 'embedded'
  const tasks = createTasks(deps)
  const results = createResults(deps)
  const attempt = createAttempt(deps)
  const keepRecord = createReceiverRecord(deps, tasks)
  const troubled = new ProbeLine()
  const worker = randomToken('wrk_', 8)
  const lanes = new Lanes()
  const nudged = new Map<OwnerKey, { owner: Owner; tries: number }>()
  const siblings = new Map<OwnerKey, Owner>()
  const timers = new Map<string, NodeJS.Timeout>()
  const unreadable = new Set<LaneKey>()
  let running = false
  /** The latest time by which this process has planned anything since its last poll. */
  let latest = clock.now()
  let share = LANE_MAX
  /** As of the last poll: what is asked for again after months waits for the next one. */
  let from = { delivery: '', event: '' }
  let unsubscribe: (() => void) | undefined

  /** One timer of a name at a time. */
  function later(name: string, ms: number, fire: () => void): void {
    if (running && !timers.has(name)) timers.set(name, setTimeout(fire, ms))
  }

  // Leasing and releasing take turns: a release must not undo the lease that was taken after it was decided.
  let turn: Promise<void> = Promise.resolve()
  function inTurn(what: string, work: () => Promise<void>): Promise<void> {
    turn = turn
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, `webhook endpoints could not be ${what}`))
    return turn
  }
  function laterInTurn(what: string, ms: number, work: () => Promise<void>): void {
    later(what, ms, () => {
      void inTurn(what, () => {
        timers.delete(what)
        return work()
      })
    })
  }

  function openKeys(endpoint: LeasedEndpoint): SigningKeys {
    const open = (sealed: string) => signingKey(deps.secrets.open(sealed, sealContext(endpoint)))
    const { secretSealed, previousSecretSealed } = endpoint
    return { current: open(secretSealed), previous: previousSecretSealed ? open(previousSecretSealed) : null }
  }

  /** A secret that was sealed under another master key does not open. Only its endpoint gets nothing. */
  function admit(endpoint: LeasedEndpoint): void {
    const { id: key } = endpoint
    try {
      const known = lanes.get(key)
      known?.resume(endpoint, openKeys)
      const lane = known ?? new Lane(endpoint, openKeys(endpoint))
      lanes.add(lane)
      look(lane)
    } catch (error) {
      if (!unreadable.has(key))
        log.error({ err: error, partner_id: endpoint.partnerId }, 'could not decrypt a webhook secret')
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

  /** One attempt: its result is written, the receiver's record kept, and the lane continues. */
  async function deliver(lane: Lane, job: Job): Promise<void> {
    const { endpoint, keys } = lane
    lane.underWay++
    const { result, now } = await attempt(endpoint, keys, job)
    lane.underWay--
    results.add(result, () => {
      lane.inHand.delete(job.id)
      // It may have been planned by a clock that ran ahead and has gone back meanwhile: the next poll finds out.
      if (now > latest) latest = now
      if (result.nextAttemptAt) wakeAt(lane, result.nextAttemptAt)
      pump(lane)
    })
    // Another registration stands now: what its predecessor did says nothing of it.
    const kept = lane.isFor(endpoint) ? keepRecord(lane, result, now) : false
    pump(lane)
    if (kept && (await kept)) lane.suspend()
  }

  function sendOne(lane: Lane): void {
    const job = lane.take()
    if (job) tasks.run(deliver(lane, job), 'a webhook attempt failed unexpectedly')
    readAhead(lane)
  }

  /** The next of those that only fail, at the pace of them all. */
  function probe(): void {
    const lane = troubled.next()
    timers.delete('probe')
    if (!troubled.isEmpty) later('probe', PROBE_MS, probe)
    if (lane) sendOne(lane)
  }

  /** Sends what may be sent and reads what may be read. Called whenever something changed for the lane. */
  function pump(lane: Lane): void {
    if (!running) return
    if (lane.troubled) {
      troubled.add(lane)
      if (!troubled.isEmpty) later('probe', PROBE_MS, probe)
    } else while (lane.waiting > 0 && lane.hasRoom(share) && !results.isBehind()) sendOne(lane)
    readAhead(lane)
    if (!lane.idle) return
    lane.idleSince ??= performance.now()
    if (!embedded) laterInTurn('released', LINGER_MS, releaseIdle)
  }

  function readAhead(lane: Lane): void {
    if (running && lane.wantsToRead()) tasks.run(read(lane), 'could not read due deliveries')
  }

  async function read(lane: Lane): Promise<void> {
    lane.reading = true
    lane.missed = false
    try {
      const size = lane.readSize(performance.now(), batchMax(db.kind))
      const { endpoint } = lane
      const jobs = await store.readDue(db, endpoint, { now: clock.now(), from, inHand: [...lane.inHand], limit: size })
      // Registered again, or lost, meanwhile: the process that has it then reads again.
      if (!lane.suspended && lane.isFor(endpoint)) lane.add(jobs)
      if (jobs.length < size) {
        lane.more = false
        pump(lane)
        if (running) await pause(READ_PAUSE_MS)
      }
    } catch (error) {
      lane.more = false
      log.error({ err: error }, 'could not read due deliveries')
    }
    lane.reading = false
    lane.more ||= lane.missed && !lane.suspended
    pump(lane)
  }

  /** A retry starts on time where it was decided. Retries of about the same moment share a timer. */
  function wakeAt({ key: lane, owner }: Lane, at: Date): void {
    const wait = Math.ceil((at.getTime() - clock.now().getTime()) / TIMER_STEP_MS) * TIMER_STEP_MS
    const key = `${lane} ${Math.ceil(at.getTime() / TIMER_STEP_MS)}`
    if (wait > TIMER_MAX_MS) return
    later(key, Math.max(0, wait), () => {
      timers.delete(key)
      nudge({ owner, changed: false })
    })
  }

  function nudge({ owner, changed }: Nudge): void {
    if (!running) return
    const served = lanes.of(owner)
    if (changed) for (const lane of served) lane.suspend()
    const ready = served.filter((lane) => !lane.suspended)
    for (const lane of ready) look(lane)
    const key = toOwnerKey(owner)
    if (ready.length === 0) {
      nudged.set(key, { owner, tries: NUDGE_TRIES })
      laterInTurn('leased', NUDGE_MS, leaseNudged)
    } else if (ready.some(({ endpoint }) => endpoint.hasSiblings)) {
      siblings.set(key, owner)
      laterInTurn('leased with their siblings', SIBLINGS_MS, leaseSiblings)
    }
  }

  async function lease(only: readonly Owner[]): Promise<void> {
    const wanted = { now: clock.now(), from, only, limit: only.length * WEBHOOK_ENDPOINTS_MAX }
    for (const endpoint of await store.leaseDue(db, worker, wanted)) admit(endpoint)
  }

  /** Something may be due for an endpoint that is not served, of a partner whose other endpoint is. */
  async function leaseSiblings(): Promise<void> {
    const asked = [...siblings.values()]
    siblings.clear()
    if (running && asked.length > 0) await lease(asked)
  }

  async function leaseNudged(): Promise<void> {
    const asked = [...nudged.values()]
    nudged.clear()
    if (!running || asked.length === 0) return
    await lease(asked.map(({ owner }) => owner))
    if (embedded) return
    for (const { owner, tries } of asked) {
      const key = toOwnerKey(owner)
      if (tries > 1 && lanes.of(owner).length === 0 && !nudged.has(key)) nudged.set(key, { owner, tries: tries - 1 })
    }
    if (nudged.size > 0) laterInTurn('leased', NUDGE_RETRY_MS, leaseNudged)
  }

  /** Finds what became due and keeps our leases. A lane with work that is not in the answer was lost. */
  async function poll(): Promise<void> {
    const now = clock.now()
    const wentBack = addSeconds(now, CLOCK_SLACK_SECONDS) < latest
    latest = now
    if (wentBack) await store.bringForward(db, now)
    from = await findPendingFrom(db, now)
    const due = await store.leaseDue(db, worker, { now, from, limit: LANES_MAX })
    const ours = new Set(due.map(({ id }) => id as LaneKey))
    for (const lane of lanes.all()) if (lane.waiting > 0 && !ours.has(lane.key)) lane.suspend()
    for (const endpoint of due) admit(endpoint)
    const busy = lanes.all().filter((lane) => !lane.idle).length
    share = Math.max(1, Math.min(LANE_MAX, Math.floor(UNDER_WAY_MAX / Math.max(1, busy))))
  }

  async function releaseIdle(): Promise<void> {
    const idle = lanes.all().filter((lane) => lane.idle)
    const old = idle.filter(({ idleSince }) => idleSince === undefined || idleSince <= performance.now() - LINGER_MS)
    for (const lane of old) lanes.delete(lane)
    if (old.length < idle.length) laterInTurn('released', LINGER_MS, releaseIdle)
    if (old.length > 0) await store.release(db, worker, old)
  }

  const pollOn = (): Promise<void> => poll().finally(() => laterInTurn('polled', POLL_MS, pollOn))

  return {
    worker,
    async start(): Promise<void> {
      running = true
      unsubscribe = onNudge(nudge)
      if (embedded) await store.releaseAll(db)
      if (running) await inTurn('polled', pollOn)
    },

    /** Ends what is under way, writes what came of it, and lets other workers go on. */
    async stop(): Promise<void> {
      if (!running) return
      running = false
      unsubscribe?.()
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      await turn
      for (const lane of lanes.all()) lane.suspend()
      await tasks.drain()
      const held = lanes.all()
      lanes.clear()
      try {
        await results.drain()
        if (held.length > 0) await store.release(db, worker, held)
      } catch (error) {
        // Nothing is lost: what is not written is sent again, and the leases pass.
        log.error({ err: error }, 'could not write the last webhook results')
      }
    },
  }
}
