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

export default defineConfig({
  test: {
    pool: 'forks',
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
      {
        resolve,
        ssr,
        test: {
          name: 'service',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // After the others and one file at a time: these start processes and look at the clock.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
})
