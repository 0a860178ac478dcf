// Lanes: for each endpoint what is in hand, how much of that is under way, and how its receiver has been doing.
import type { Owner } from '../../../kernel/owner.ts'
import {
  LANE_FAILING,
  LANE_MAX,
  LANE_START,
  PROBED_AT_ONCE,
  READ_AHEAD_MS,
  READ_MIN,
  TROUBLED_AFTER,
} from '../rules/pace.ts'
import type { SigningKeys } from '../rules/signing.ts'
import type { Job, LeasedEndpoint } from '../store/dispatch.ts'

/** The ID of the endpoint. */
export type LaneKey = string

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

export class Lane {
  readonly key: LaneKey
  readonly owner: Owner
  endpoint: LeasedEndpoint
  keys: SigningKeys
  /** In hand: waiting here, on their way, or done but not written. They must not be read again. */
  readonly inHand = new Set<string>()
  underWay = 0
  /** There may be more in the database than what is in hand. */
  more = true
  reading = false
  /** A reason to look again came while a read was under way. */
  missed = false
  /** The registration changed or ended, or the lease is lost: nothing is sent until the receiver is leased again. */
  suspended = false
  idleSince: number | undefined
  /** Since when nothing has succeeded, as seen here; `endpoint.failingSince` is what is written. */
  failingSince: Date | null
  recording = false
  /** What `failing_since` was before the write that is under way. */
  replaced: Date | null = null
  #waiting: Job[] = []
  #next = 0
  #limit = LANE_START
  #failuresInARow = 0
  #readSize = READ_MIN * 2
  #readAt = 0

  constructor(endpoint: LeasedEndpoint, keys: SigningKeys) {
    this.owner = { partnerId: endpoint.partnerId, environment: endpoint.environment }
    this.key = endpoint.id
    this.endpoint = endpoint
    this.keys = keys
    this.failingSince = endpoint.failingSince
  }

  get waiting(): number {
    return this.#waiting.length - this.#next
  }

  get troubled(): boolean {
    return this.#failuresInARow >= TROUBLED_AFTER
  }

  get idle(): boolean {
    return this.inHand.size === 0 && !this.reading && !this.more
  }

  hasRoom(fairShare: number): boolean {
    return this.underWay < Math.min(this.#limit, fairShare)
  }

  take(): Job | undefined {
    const job = this.#waiting[this.#next]
    if (job) this.#next++
    return job
  }

  /** Read again before it runs dry, so that the receiver does not wait for the database. */
  wantsToRead(): boolean {
    return this.more && !this.reading && !this.suspended && this.waiting <= this.#readSize / 2
  }

  /** How many to read: about as many as the receiver took lately in a second. */
  readSize(at: number, most: number): number {
    const quick = at - this.#readAt < READ_AHEAD_MS
    this.#readAt = at
    this.#readSize = Math.max(READ_MIN, Math.min(quick ? this.#readSize * 2 : this.#readSize / 2, most))
    return this.#readSize
  }

  add(jobs: readonly Job[]): void {
    this.#waiting = this.#waiting.slice(this.#next).concat(jobs)
    this.#next = 0
    for (const job of jobs) this.inHand.add(job.id)
  }

  /** What waits here goes back to the database, where it never left. What is under way stays in hand until it ends. */
  suspend(): void {
    for (const job of this.#waiting.slice(this.#next)) this.inHand.delete(job.id)
    this.#waiting = []
    this.#next = 0
    this.more = false
    this.suspended = true
  }

  succeeded(): void {
    this.#failuresInARow = 0
    this.#limit = Math.min(LANE_MAX, this.#limit + 1)
  }

  failed(): void {
    this.#failuresInARow++
    this.#limit = Math.max(LANE_FAILING, this.#limit >> 1)
  }

  isFor(endpoint: LeasedEndpoint): boolean {
    return this.endpoint.updatedAt.getTime() === endpoint.updatedAt.getTime()
  }

  /** Leased again. Another registration is another receiver, which starts with a clean record. */
  resume(endpoint: LeasedEndpoint, openKeys: (endpoint: LeasedEndpoint) => SigningKeys): void {
    const same = this.isFor(endpoint)
    if (!same) {
      this.suspend()
      this.keys = openKeys(endpoint)
      this.#failuresInARow = 0
      this.#limit = LANE_START
    }
    // Read before a write that is under way, the lease has what that write replaces. Anything else is news.
    const isStale = same && this.recording && isSameTime(endpoint.failingSince, this.replaced)
    const known = isStale ? { ...endpoint, failingSince: this.endpoint.failingSince } : endpoint
    const isUnwritten = same && !isSameTime(this.failingSince, this.endpoint.failingSince)
    if (!isUnwritten) this.failingSince = known.failingSince
    this.endpoint = known
    this.suspended = false
  }
}

export type OwnerKey = string
export const toOwnerKey = (owner: Owner): OwnerKey => `${owner.partnerId} ${owner.environment}`

/** The lanes of this process, by endpoint and by partner, who may have several endpoints in an environment. */
export class Lanes {
  readonly #byEndpoint = new Map<LaneKey, Lane>()
  readonly #byOwner = new Map<OwnerKey, Set<Lane>>()

  get(key: LaneKey): Lane | undefined {
    return this.#byEndpoint.get(key)
  }

  of(owner: Owner): Lane[] {
    return [...(this.#byOwner.get(toOwnerKey(owner)) ?? [])]
  }

  all(): Lane[] {
    return [...this.#byEndpoint.values()]
  }

  add(lane: Lane): void {
    this.#byEndpoint.set(lane.key, lane)
    const key = toOwnerKey(lane.owner)
    const lanes = this.#byOwner.get(key) ?? new Set()
    this.#byOwner.set(key, lanes.add(lane))
  }

  delete(lane: Lane): void {
    this.#byEndpoint.delete(lane.key)
    const key = toOwnerKey(lane.owner)
    const lanes = this.#byOwner.get(key)
    lanes?.delete(lane)
    if (lanes?.size === 0) this.#byOwner.delete(key)
  }

  clear(): void {
    this.#byEndpoint.clear()
    this.#byOwner.clear()
  }
}

/** Receivers that only fail take turns at a common slow pace, so that they cost the others next to nothing. */
export class ProbeLine {
  readonly #lanes = new Set<Lane>()

  get isEmpty(): boolean {
    return this.#lanes.size === 0
  }

  add(lane: Lane): void {
    if (lane.waiting > 0) this.#lanes.add(lane)
  }

  /** Whose turn it is. Who has recovered, or has nothing left to send, leaves the line. */
  next(): Lane | undefined {
    for (const lane of this.#lanes)
      if (!lane.troubled || lane.suspended || (lane.waiting === 0 && !lane.reading)) this.#lanes.delete(lane)
    const ready = [...this.#lanes].find((lane) => lane.waiting > 0 && lane.underWay < PROBED_AT_ONCE)
    if (ready) {
      // To the end of the line.
      this.#lanes.delete(ready)
      this.#lanes.add(ready)
    }
    return ready
  }
}
