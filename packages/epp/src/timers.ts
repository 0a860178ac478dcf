// Time, as the client and the simulator are given it: tests give their own.

/** Runs `action` after a time; the returned function cancels it. */
export type Timers = { after(milliseconds: number, action: () => void): () => void }

/** They do not keep the process alive. */
export const systemTimers: Timers = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
