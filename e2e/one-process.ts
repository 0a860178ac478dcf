// Commands of the service that end, run one after the other in one process (one-process.mjs).
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../packages/server/test/ports.ts'
import { type Ended, type Env, project, toEnvironment } from './process.ts'

export type OneProcess = {
  run(env: Env, ...args: string[]): Promise<Omit<Ended, 'signal'>>
  stop(): void
}

/** A message keeps null and drops undefined. */
const toMessage = (env: Env) => Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? null]))

/** A child that ends before it reports fails the test that waits for the report. */
const ask = (child: ChildProcess, message: object): Promise<Omit<Ended, 'signal'>> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the process ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', (report) => {
      child.off('exit', onExit)
      resolve(report as Omit<Ended, 'signal'>)
    })
    child.send(message)
  })

export function openOneProcess(): OneProcess {
  const child = fork(fileURLToPath(new URL('./one-process.mjs', import.meta.url)), [], {
    cwd: project,
    env: toEnvironment({}),
    execArgv: [],
  })
  return {
    run: async (env, ...args) => {
      const all = { LOG_LEVEL: 'warn', PORT: String(await freePort()), ...env }
      return ask(child, { args, env: toMessage(all) })
    },
    stop: () => child.disconnect(),
  }
}
