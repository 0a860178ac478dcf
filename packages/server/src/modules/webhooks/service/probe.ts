// The line of receivers that only fail: they take turns, slowly, whoever they are, so that what is dead costs the living next
// to nothing.

import { PROBED_AT_ONCE } from '../rules/pace.ts'
import type { Lane } from './keep-lane.ts'

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
