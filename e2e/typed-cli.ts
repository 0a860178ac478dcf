// The `freehold` command before a started service: as a process of its own, or called, which takes a tenth of the time.
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { main } from '../packages/cli/src/index.ts'
import { cleanUp, type Ended, type Env, finish, newFolder, type Service, startService } from './process.ts'
import { usedPlace } from './used-service.ts'

export const CLI = [process.execPath, 'packages/cli/bin/freehold.js'] as const

type Called = { code: number; stdout: string; stderr: string }

export type TypedCli = {
  service: Service
  /** Settings of the service, to start it again. */
  place: Env
  /** What the command finds in its environment. */
  env: Env
  /** As a person types it: a process of its own. */
  type(...words: string[]): Promise<Ended>
  /** The same without a process. */
  call(...words: string[]): Promise<Called>
  json<ResponseBody>(...words: string[]): Promise<ResponseBody>
}

/** Started before the tests of a file, and ended after them. */
export function useCli(): TypedCli {
  const cli = {
    type: (...words) => finish([...CLI, ...words], cli.env),
    async call(...words) {
      const out: string[] = []
      const err: string[] = []
      const streams = {
        out: (text: string) => void out.push(text),
        err: (text: string) => void err.push(text),
        isTerminal: false,
      }
      const code = await main(words, { env: cli.env, streams, signal: new AbortController().signal, prompt: null })
      return { code, stdout: out.join(''), stderr: err.join('') }
    },
    async json<ResponseBody>(...words: string[]) {
      const done = await cli.call(...words, '--json')
      expect([done.code, done.stderr]).toEqual([0, ''])
      return JSON.parse(done.stdout) as ResponseBody
    },
  } as TypedCli
  beforeAll(async () => {
    cli.place = { ...(await usedPlace()), RATE_LIMITS: 'off', DELIVERY: 'simulated' }
    cli.service = await startService(cli.place)
    cli.env = { FREEHOLD_PROFILE: path.join(newFolder(), 'profile.json') }
  })
  afterAll(cleanUp)
  return cli
}

/** Signs in with the key of the sandbox. */
export const logIn = (cli: TypedCli): Promise<Ended> =>
  cli.type('login', '--credentials', path.join(cli.service.dataDir, 'credentials.json'), '--base-url', cli.service.url)
