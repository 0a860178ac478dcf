// Which tests there are: pure rules, HTTP on each database, and started services.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { listApiTests, listTests, type Project, type Tier } from './scripts/testing/test-tiers.mjs'

const resolve = { conditions: ['freehold-source'] }
const ssr = { resolve: { conditions: ['freehold-source'] } }
// Files of one worker share the modules they import: to load the service again for each took longer than its tests.
// Said of each project, since projects take nothing over from the whole.
const isolate = false
/** A busy machine is slow: what is waited for fails only when it never comes. */
const expect = { poll: { timeout: 60_000 } }
const setupFiles = ['packages/server/test/each-file.ts']
const argon2 = fileURLToPath(new URL('packages/server/test/light-argon2.ts', import.meta.url))
/** `npm test` runs one tier, a part of `npm run prove` the other; a run of some files chooses among all of them. */
const include = (project: Project) => listTests(project, process.env.TEST_TIER as Tier | undefined)
/** A service in the process of a test hashes lightly, and renders with React as it is in production: its development build takes five times as long. */
const inProcess = {
  resolve: { ...resolve, alias: { '@node-rs/argon2': argon2 } },
  ssr,
  oxc: { jsx: { development: false } },
}
const api = (database: 'embedded' | 'postgres') => ({
  ...inProcess,
  test: {
    name: `api on ${database}`,
    isolate,
    expect,
    include: process.env.UNDIVIDED ? listApiTests() : include(`api on ${database}`),
    setupFiles,
    env: { NODE_ENV: 'production', TEST_DATABASE: database },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

/**
 * One project after the other: a worker that changed between them would load the service again each time. They are one group, so that
 * a worker which finds nothing left in a project begins the next one, and none waits for the slowest file of each project.
 */
const PROJECTS = ['rules', 'api on embedded', 'api on postgres', 'service']

/**
 * What takes longest begins first, in this order, so that at the end no worker waits long for another. A new clone knows no durations,
 * and Vitest would go by the size of a file, which says little of a test that starts processes.
 */
const LONG = [
  ...['route-matrix.api', 'hostile-requests.api', 'webhooks.api', 'lanes.api', 'search.api', 'sending.api'],
  ...['abuse-cpu.api', 'roles.api', 'sale-parity.api', 'processes.api', 'changes.api'],
  ...['every-workplace-page', 'buyer', 'every-public-page', 'delivery', 'copy-to', 'orders', 'container', 'image'],
  ...['pooler', 'cluster'],
  ...['kills', 'shell-blocks', 'cli', 'backup', 'full-disk', 'operator', 'collection', 'examples', 'failover'],
  ...['seller-story', 'network', 'search-processes', 'start', 'second-factor', 'partner', 'identity', 'readme'],
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = LONG.indexOf(path.basename(moduleId, '.test.ts'))
      return PROJECTS.indexOf(project.name) * 1000 + (place < 0 ? LONG.length : place)
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: ['packages/server/test/global-setup.ts', 'e2e/global-setup.ts'],
    // Tests often wait, for another process or for a moment: with one worker more than cores, no core does.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'rules',
          isolate,
          expect,
          include: include('rules'),
          setupFiles,
          testTimeout: 240_000,
        },
      },
      api('embedded'),
      api('postgres'),
      {
        ...inProcess,
        test: {
          name: 'service',
          isolate,
          expect,
          include: include('service'),
          // Of the services in the process of a test; started ones do not see it.
          env: { NODE_ENV: 'production', TEST_DATABASE: 'postgres' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
