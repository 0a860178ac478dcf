// Receivers that only fail take turns, slowly, whoever they are: what is dead costs the living next to nothing.
import type { Lane } from './lane.ts'

/** All of them together: twenty-five attempts a second, and few at a time to each. A refused connection costs more than a delivery. */
const PROBE_MS = 40
const PROBED_AT_ONCE = 4

export function createProbes(sendOne: (lane: Lane) => void) {
  let lanes = new Set<Lane>()
  let timer: NodeJS.Timeout | undefined

  function probe(): void {
    for (const lane of lanes)
      if (!lane.troubled || lane.suspended || (lane.waiting === 0 && !lane.reading)) lanes.delete(lane)
    if (lanes.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    const ready = [...lanes].find((lane) => lane.waiting > 0 && lane.underWay < PROBED_AT_ONCE)
    if (!ready) return
    // To the end of the line.
    lanes.delete(ready)
    lanes.add(ready)
    sendOne(ready)
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
