// Work that nobody waits for while the dispatcher runs, and everybody when it stops. What fails is logged and ends nothing else.
import type { Deps } from '../../../deps.ts'

export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ log }: Pick<Deps, 'log'>) {
  const underWay = new Set<Promise<void>>()
  return {
    run(work: Promise<void>, failure: string): void {
      const watched: Promise<void> = work.then(
        () => void underWay.delete(watched),
        (error: unknown) => {
          underWay.delete(watched)
          log.error({ err: error }, failure)
        },
      )
      underWay.add(watched)
    },
    /** A task that ends may begin another. */
    async drain(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
