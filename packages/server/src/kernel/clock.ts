// The only place that asks the machine what time it is; everything else is told.
import type { Environment } from './owner.ts'

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that tests and the sandbox move by hand. */
export function manualClock(start: Date): Clock & { advance(milliseconds: number): void; set(to: Date): void } {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    advance: (milliseconds) => {
      current += milliseconds
    },
    set: (to) => {
      current = to.getTime()
    },
  }
}

/** A clock that runs a fixed distance ahead of another: a partner's sandbox clock. */
export function offsetClock(base: Clock, offsetSeconds: number): Clock {
  if (offsetSeconds === 0) return base
  return { now: () => new Date(base.now().getTime() + offsetSeconds * 1000) }
}

/** How far a partner's clock runs ahead: live mode is on real time. clock_offset() of modules/partners/sandbox-clock.sql says the same. */
export const computeClockOffset = (environment: Environment, sandboxOffsetSeconds: number): number =>
  environment === 'sandbox' ? sandboxOffsetSeconds : 0

export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
