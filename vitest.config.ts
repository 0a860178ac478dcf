// Which tests there are: pure rules, HTTP on each database, and started services.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { listLeftOut } from './scripts/one-database.mjs'

const resolve = { conditions: ['freehold-source'] }
const ssr = { resolve: { conditions: ['freehold-source'] } }
// Files of one worker share the modules they import: to load the service again for each took longer than its tests.
// Said of each project, since projects take nothing over from the whole.
const isolate = false
/** A busy machine is slow: what is waited for fails only when it never comes. */
const expect = { poll: { timeout: 60_000 } }
const setupFiles = ['packages/server/test/each-file.ts']
const API = ['packages/server/src/**/*.api.test.ts']
const argon2 = fileURLToPath(new URL('packages/server/test/light-argon2.ts', import.meta.url))
const api = (database: 'embedded' | 'postgres', groupOrder: number, maxWorkers: number) => ({
  resolve: { ...resolve, alias: { '@node-rs/argon2': argon2 } },
  ssr,
  // Pages are rendered by React as it is in production: its development build takes five times as long.
  oxc: { jsx: { development: false } },
  test: {
    name: `api on ${database}`,
    isolate,
    expect,
    include: API,
    exclude: process.env.UNDIVIDED ? [] : listLeftOut(database),
    setupFiles,
    maxWorkers,
    sequence: { groupOrder },
    env: { NODE_ENV: 'production', TEST_DATABASE: database },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

/** What takes half a minute or more begins first, so that at the end of a project no worker waits long for the other. */
const LONG =
  /\/(route-matrix\.api|webhooks\.api|hostile-requests\.api|abuse-cpu\.api|search\.api|processes\.api|every-\w+-page|kills|cli|collection|refusals|stop|backup|guides|shell-blocks|postgres|network|start|image|examples|clicks|upgrade)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = (one: TestSpecification) => LONG.test(one.moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))]
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['packages/server/test/global-setup.ts', 'e2e/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'rules',
          isolate,
          expect,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: API,
          setupFiles,
          testTimeout: 240_000,
        },
      },
      // One project after the other: a worker that changed between them would load the service anew each time.
      api('embedded', 1, 2),
      // These wait for another process, and so the third worker has something to do.
      api('postgres', 2, 3),
      {
        resolve,
        ssr,
        test: {
          name: 'service',
          isolate,
          expect,
          include: ['e2e/**/*.test.ts'],
          // These wait for other processes most of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
