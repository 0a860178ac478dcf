// Workers that tests kill: on a filled database, as processes, each ended by SIGKILL at a random moment.
import { inject } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import type { Database } from '../packages/server/src/db/sql.ts'
import { until } from '../packages/server/test/receiver.ts'
import { type Env, type Running, run, START, usedDatabase } from './process.ts'

/** From 1 to `most`. */
export const random = (most: number): number => 1 + Math.floor(Math.random() * most)

/** In `npm run prove` two compete for the same rows; they start in the time of one. */
const countTogether = (kills: number): number => Math.min(kills, 2)
/** Rounds for so many kills. */
export const countRounds = (kills: number): number => Math.ceil(kills / countTogether(kills))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type KillPlace = {
  db: Database
  dataDir: string
  /** Workers that are ready. */
  work(): Promise<Running[]>
  /** Each a few milliseconds from now, without a chance to end its work. */
  kill(workers: readonly Running[]): Promise<void>
  /** As an operator stops them. Resolves to their exit codes. */
  stop(workers: readonly Running[]): Promise<(number | null)[]>
}

export async function openKillPlace(kills: number, env: Env = {}): Promise<KillPlace> {
  const used = await usedDatabase(inject('postgresUrl'))
  async function start(): Promise<Running> {
    const worker = run([...START, 'worker'], { ...used, ...env, LOG_LEVEL: 'error' })
    await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))
    return worker
  }
  return {
    db: openPostgres({ url: used.DATABASE_URL, poolSize: 4 }),
    dataDir: used.DATA_DIR,
    work: () => Promise.all(Array.from({ length: countTogether(kills) }, start)),
    async kill(workers) {
      await Promise.all(
        workers.map(async ({ child, ended }) => {
          await pause(random(30))
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
    stop: (workers) =>
      Promise.all(
        workers.map(async ({ child, ended }) => {
          child.kill('SIGTERM')
          return (await ended).code
        }),
      ),
  }
}
