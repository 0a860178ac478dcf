// Which tests there are: pure rules, HTTP on each database, and started services.
import { defineConfig } from 'vitest/config'

const resolve = { conditions: ['freehold-source'] }
const ssr = { resolve: { conditions: ['freehold-source'] } }
// Files of one worker share the modules they import: to load the service again for each took longer than its tests.
// Said of each project, since projects take nothing over from the whole.
const isolate = false
const setupFiles = ['packages/server/test/each-file.ts']
const API = ['packages/server/src/**/*.api.test.ts']
const api = (database: string, groupOrder: number) => ({
  resolve,
  ssr,
  test: {
    name: `api on ${database}`,
    isolate,
    include: API,
    setupFiles,
    sequence: { groupOrder },
    env: { TEST_DATABASE: database },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

const CLOCKED = ['e2e/start.test.ts']
/** Tests that start the service as a process. */
const started = (name: string, which: object) => ({
  resolve,
  ssr,
  test: { name, isolate, testTimeout: 180_000, hookTimeout: 180_000, ...which },
})

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['packages/server/test/global-setup.ts', 'e2e/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'rules',
          isolate,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: API,
          setupFiles,
          testTimeout: 30_000,
        },
      },
      // One project after the other: a worker that changed between them would load the service anew each time.
      api('embedded', 1),
      api('postgres', 2),
      started('service', { include: ['e2e/**/*.test.ts'], exclude: CLOCKED, sequence: { groupOrder: 3 } }),
      // Alone, when all others have ended: these look at the clock.
      started('start-up', { include: CLOCKED, sequence: { groupOrder: 4 } }),
    ],
  },
})
