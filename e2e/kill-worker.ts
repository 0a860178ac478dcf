// Workers that tests kill: on a filled database, each started as a process, ended by SIGKILL at a random moment.
import { inject } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import type { Database } from '../packages/server/src/db/sql.ts'
import { until } from '../packages/server/test/receiver.ts'
import { type Env, type Running, run, START, usedDatabase } from './process.ts'

/** From 1 to `most`. */
export const random = (most: number): number => 1 + Math.floor(Math.random() * most)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type KillPlace = {
  db: Database
  dataDir: string
  /** A worker that is ready. */
  work(): Promise<Running>
  /** A few milliseconds from now, without a chance to end its work. */
  kill(worker: Running): Promise<void>
  /** As an operator stops it. Resolves to the exit code. */
  stop(worker: Running): Promise<number | null>
}

export async function openKillPlace(env: Env = {}): Promise<KillPlace> {
  const used = await usedDatabase(inject('postgresUrl'))
  return {
    db: openPostgres({ url: used.DATABASE_URL, poolSize: 4 }),
    dataDir: used.DATA_DIR,
    async work() {
      const worker = run([...START, 'worker'], { ...used, ...env, LOG_LEVEL: 'error' })
      await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))
      return worker
    },
    async kill(worker) {
      await pause(random(30))
      worker.child.kill('SIGKILL')
      await worker.ended
    },
    async stop(worker) {
      worker.child.kill('SIGTERM')
      return (await worker.ended).code
    },
  }
}
