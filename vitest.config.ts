// Which tests there are: pure rules, HTTP on each database, and started services.
import { defineConfig } from 'vitest/config'

const resolve = { conditions: ['freehold-source'] }
const ssr = { resolve: { conditions: ['freehold-source'] } }
const API = ['packages/server/src/**/*.api.test.ts']
const api = (database: string) => ({
  resolve,
  ssr,
  test: {
    name: `api on ${database}`,
    include: API,
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
  test: { name, testTimeout: 180_000, hookTimeout: 180_000, ...which },
})

export default defineConfig({
  test: {
    pool: 'forks',
    // Files of one worker share the modules they import: to load the service again for each took longer than its tests.
    isolate: false,
    globalSetup: ['packages/server/test/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'rules',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: API,
          testTimeout: 30_000,
        },
      },
      api('embedded'),
      api('postgres'),
      started('service', { include: ['e2e/**/*.test.ts'], exclude: CLOCKED, sequence: { groupOrder: 1 } }),
      // Alone, when all others have ended: these look at the clock.
      started('start-up', { include: CLOCKED, sequence: { groupOrder: 2 } }),
    ],
  },
})
