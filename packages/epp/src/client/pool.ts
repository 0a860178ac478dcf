// A pool of sessions with one registry: opens them when needed, keeps them alive, and opens them again after a loss.
import { EppProtocolError } from '../errors.ts'
import { writeFrame } from '../frames/frame.ts'
import type { Command, Greeting, Response } from '../frames/types.ts'
import { isLoginRefusal } from '../results.ts'
import { systemTimers, type Timers } from '../timers.ts'
import type { EppSession, Opened } from './session.ts'

export type PoolOptions = {
  open: () => Promise<Opened>
  /** Sessions at most. */
  sessions: number
  timers?: Timers
  /** A number from 0 to 1, for the jitter of the backoff. */
  random?: () => number
  /** An idle session sends a hello after this time. */
  keepAliveMs?: number
  /** How long a command waits for a free session. */
  waitMs?: number
  backoffMs?: { first: number; most: number }
}

export type Sent =
  | { kind: 'response'; response: Response }
  /** The command did not reach the registry. `isTemporary`: the same command may be sent again. */
  | { kind: 'unsent'; message: string; isTemporary: boolean }
  /** The command may have been carried out. Ask the registry before sending it again. */
  | { kind: 'unknown'; message: string }

type Waiter = { give: (session: EppSession) => void; refuse: (reason: Unsent) => void }
type Unsent = Extract<Sent, { kind: 'unsent' }>

const KEEP_ALIVE_MS = 240_000
const WAIT_MS = 30_000
const BACKOFF_MS = { first: 500, most: 60_000 }
const SESSION_LIMIT = 2502
/** A command that was never written moves to another session this many times. */
const MOVES_MAX = 5

export class EppPool {
  readonly #options: PoolOptions
  readonly #timers: Timers
  readonly #idle: EppSession[] = []
  /** Idle sessions and how to cancel their next hello. */
  readonly #hellos = new Map<EppSession, () => void>()
  readonly #waiters: Waiter[] = []
  readonly #running = new Set<Promise<unknown>>()
  /** Sessions that are open, busy ones included. */
  #open = 0
  #opening = 0
  #limit: number
  #failures = 0
  #isPausing = false
  #isClosed = false
  #greeting: Greeting | null = null
  /** The registry does not accept the login; no session opens until the pause is over. */
  #refusal: Unsent | null = null
  #lastProblem = 'No session with the registry is free.'

  constructor(options: PoolOptions) {
    this.#options = options
    this.#timers = options.timers ?? systemTimers
    this.#limit = options.sessions
  }

  /** How many sessions are open. */
  get size(): number {
    return this.#open
  }

  /** What the registry offered at the last login; opens a session to find out. Null: it cannot be reached. */
  async readGreeting(signal?: AbortSignal): Promise<Greeting | Unsent> {
    if (this.#greeting) return this.#greeting
    const session = await this.#acquire(signal)
    if ('kind' in session) return session
    this.#release(session)
    return session.greeting ?? { kind: 'unsent', message: this.#lastProblem, isTemporary: true }
  }

  /** Sends one command with `transaction` as its clTRID. Never sends it twice. */
  run(command: Command, transaction: string, signal?: AbortSignal): Promise<Sent> {
    const running = this.#run(command, transaction, signal)
    this.#running.add(running)
    return running.finally(() => this.#running.delete(running))
  }

  async #run(command: Command, transaction: string, signal?: AbortSignal): Promise<Sent> {
    let xml: string
    try {
      xml = writeFrame({ kind: 'command', command, clientTransaction: transaction })
    } catch (error) {
      if (!(error instanceof EppProtocolError)) throw error
      return { kind: 'unsent', message: error.message, isTemporary: false }
    }
    for (let move = 0; move < MOVES_MAX; move++) {
      const session = await this.#acquire(signal)
      if ('kind' in session) return session
      const exchange = await session.send(xml, transaction, signal)
      this.#release(session)
      if (exchange.kind === 'response') return exchange
      this.#lastProblem = exchange.message
      if (exchange.wasSent) return { kind: 'unknown', message: exchange.message }
      if (signal?.aborted) break
    }
    return { kind: 'unsent', message: this.#lastProblem, isTemporary: true }
  }

  async #acquire(signal?: AbortSignal): Promise<EppSession | Unsent> {
    if (this.#isClosed)
      return { kind: 'unsent', message: 'The connection to the registry is closed.', isTemporary: true }
    if (signal?.aborted) return { kind: 'unsent', message: 'The command was canceled.', isTemporary: true }
    for (let session = this.#idle.pop(); session !== undefined; session = this.#idle.pop()) {
      this.#hellos.get(session)?.()
      this.#hellos.delete(session)
      if (session.isOpen) return session
    }
    if (this.#refusal && this.#open === 0) return this.#refusal
    return new Promise((resolve) => {
      const end = (result: EppSession | Unsent): void => {
        cancel()
        signal?.removeEventListener('abort', abort)
        const at = this.#waiters.indexOf(waiter)
        if (at >= 0) this.#waiters.splice(at, 1)
        resolve(result)
      }
      const giveUp = (message: string): void => end({ kind: 'unsent', message, isTemporary: true })
      const abort = (): void => giveUp('The command was canceled.')
      const cancel = this.#timers.after(this.#options.waitMs ?? WAIT_MS, () => giveUp(this.#lastProblem))
      const waiter: Waiter = { give: end, refuse: end }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiters.push(waiter)
      this.#openMore()
    })
  }

  #release(session: EppSession): void {
    if (!session.isOpen) {
      this.#openMore()
      return
    }
    const [waiter] = this.#waiters
    if (waiter) {
      waiter.give(session)
      return
    }
    this.#idle.push(session)
    const cancel = this.#timers.after(this.#options.keepAliveMs ?? KEEP_ALIVE_MS, () => void this.#keepAlive(session))
    this.#hellos.set(session, cancel)
  }

  async #keepAlive(session: EppSession): Promise<void> {
    this.#hellos.delete(session)
    const at = this.#idle.indexOf(session)
    if (at < 0) return
    this.#idle.splice(at, 1)
    await session.hello()
    if (this.#isClosed) session.close()
    else this.#release(session)
  }

  /** As many as wait, within the limit, and none while a failure is being waited out. */
  #openMore(): void {
    if (this.#isClosed || this.#isPausing) return
    while (this.#opening < this.#waiters.length && this.#open + this.#opening < this.#limit) {
      this.#opening++
      void this.#openOne()
    }
  }

  async #openOne(): Promise<void> {
    const opened = await this.#options.open()
    this.#opening--
    if (opened.kind !== 'open') {
      this.#handleFailure(opened)
      return
    }
    const { session } = opened
    if (this.#isClosed) {
      await session.logOut()
      return
    }
    this.#failures = 0
    this.#open++
    this.#greeting = session.greeting
    session.onClose = () => this.#forget(session)
    if (session.isOpen) this.#release(session)
    else this.#forget(session)
  }

  #forget(session: EppSession): void {
    session.onClose = () => undefined
    this.#open--
    const at = this.#idle.indexOf(session)
    if (at >= 0) this.#idle.splice(at, 1)
    this.#hellos.get(session)?.()
    this.#hellos.delete(session)
    this.#openMore()
  }

  #handleFailure(failure: Exclude<Opened, { kind: 'open' }>): void {
    const isRefused = failure.kind === 'refused'
    this.#lastProblem = isRefused
      ? `The registry refused the login: ${failure.message} (${failure.code}).`
      : `No connection to the registry: ${failure.message}`
    // Others may use the same account. The sessions that are open serve everyone until the pause is over.
    if (isRefused && failure.code === SESSION_LIMIT) this.#limit = Math.max(1, this.#open)
    if (isRefused && isLoginRefusal(failure.code)) {
      this.#refusal = { kind: 'unsent', message: this.#lastProblem, isTemporary: false }
      for (const waiter of [...this.#waiters]) waiter.refuse(this.#refusal)
    }
    if (this.#isPausing) return
    this.#isPausing = true
    const { first, most } = this.#options.backoffMs ?? BACKOFF_MS
    const jitter = 0.5 + (this.#options.random ?? Math.random)() / 2
    const pause = Math.min(most, first * 2 ** Math.min(this.#failures, 20)) * jitter
    this.#failures++
    this.#timers.after(pause, () => {
      this.#isPausing = false
      this.#refusal = null
      this.#limit = this.#options.sessions
      this.#openMore()
    })
  }

  /** Waits for the commands under way, then logs out. Commands that wait for a session are not sent. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const refusal = { kind: 'unsent', message: 'The connection to the registry is closed.', isTemporary: true } as const
    for (const waiter of [...this.#waiters]) waiter.refuse(refusal)
    await Promise.allSettled(this.#running)
    for (const cancel of this.#hellos.values()) cancel()
    this.#hellos.clear()
    await Promise.all(this.#idle.splice(0).map((session) => session.logOut()))
  }
}
