// Throws away what has expired, a little at a time, so that no statement is long.
import type { Deps } from '../deps.ts'
import type { Job } from './schedule.ts'

const BATCH = 2000

/** `purge` throws away at most a batch and says how many went; it is asked again until fewer do. */
export const purgeJob = (
  minutes: number,
  name: string,
  purge: (deps: Deps, batch: number) => Promise<number>,
): Job => ({
  name,
  everySeconds: minutes * 60,
  async run(deps, signal) {
    while (!signal.aborted) if ((await purge(deps, BATCH)) < BATCH) return
  },
})
