// Receivers that only fail take turns, slowly, whoever they are: what is dead costs the living next to nothing.
import type { Lane } from './lane.ts'

/** All of them together: two attempts every 20 ms, and few at a time to each. */
const PROBE_MS = 20
const PROBES = 2
const PROBED_AT_ONCE = 4

export function createProbes(sendOne: (lane: Lane) => void) {
  let lanes = new Set<Lane>()
  let timer: NodeJS.Timeout | undefined

  function probe(): void {
    for (const lane of lanes) if (!lane.troubled || lane.suspended || (lane.waiting === 0 && !lane.reading)) lanes.delete(lane)
    if (lanes.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    const ready = [...lanes].filter((lane) => lane.waiting > 0 && lane.underWay < PROBED_AT_ONCE).slice(0, PROBES)
    for (const lane of ready) {
      // To the end of the line.
      lanes.delete(lane)
      lanes.add(lane)
      sendOne(lane)
    }
  }

  return {
    add(lane: Lane): void {
      if (lane.waiting === 0) return
      lanes.add(lane)
      timer ??= setInterval(probe, PROBE_MS)
    },
    stop(): void {
      clearInterval(timer)
      lanes = new Set()
    },
  }
}
