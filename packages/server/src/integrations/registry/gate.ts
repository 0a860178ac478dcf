// Manners towards registries: a few questions at once to each server, so many a second, and none while it asks for quiet.
import type { Clock } from '../../kernel/clock.ts'

export type GateRule = { atOnce: number; waiting: number; burst: number; perSecond: number }

export type Gate = {
  /** Undefined when the server must be left alone now. */
  pass<T>(host: string, work: () => Promise<T>): Promise<T | undefined>
  /** The server asked for quiet. */
  pause(host: string, seconds: number): void
}

type Lane = { active: number; queue: (() => void)[]; tokens: number; refilledAt: number; pausedUntil: number }

const LANES_MAX = 2000

export function createGate(clock: Clock, rule: GateRule): Gate {
  const lanes = new Map<string, Lane>()
  const now = () => clock.now().getTime()

  function getLane(host: string): Lane {
    let lane = lanes.get(host)
    if (!lane) {
      if (lanes.size >= LANES_MAX)
        for (const [name, { active, pausedUntil }] of lanes)
          if (active === 0 && pausedUntil <= now()) lanes.delete(name)
      lane = { active: 0, queue: [], tokens: rule.burst, refilledAt: now(), pausedUntil: 0 }
      lanes.set(host, lane)
    }
    return lane
  }

  function takeToken(lane: Lane): boolean {
    const seconds = Math.max(0, now() - lane.refilledAt) / 1000
    lane.tokens = Math.min(rule.burst, lane.tokens + seconds * rule.perSecond)
    lane.refilledAt = now()
    if (lane.tokens < 1) return false
    lane.tokens -= 1
    return true
  }

  /** A place is handed over from whoever leaves to whoever waits, so `active` never dips in between. */
  async function takePlace(lane: Lane): Promise<boolean> {
    if (lane.active < rule.atOnce) {
      lane.active += 1
      return true
    }
    if (lane.queue.length >= rule.waiting) return false
    await new Promise<void>((go) => lane.queue.push(go))
    return true
  }

  function leavePlace(lane: Lane): void {
    const next = lane.queue.shift()
    if (next) next()
    else lane.active -= 1
  }

  return {
    async pass(host, work) {
      const lane = getLane(host)
      if (lane.pausedUntil > now() || !takeToken(lane) || !(await takePlace(lane))) return undefined
      try {
        // Whoever waited may have waited into a pause.
        return lane.pausedUntil > now() ? undefined : await work()
      } finally {
        leavePlace(lane)
      }
    },
    pause(host, seconds) {
      const lane = getLane(host)
      lane.pausedUntil = Math.max(lane.pausedUntil, now() + seconds * 1000)
    },
  }
}
