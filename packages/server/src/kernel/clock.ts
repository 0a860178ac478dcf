// The only place that asks the machine what time it is; everything else is told.

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

export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
