// Which tests run in `npm test`, which in the part `rest` of `npm run prove`, and on which database. No test is in neither.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  listApiTests,
  listBothDatabaseTests,
  listLeft,
  listOneDatabaseTests,
  listTests,
  ONE_DATABASE,
  PROJECTS,
  type Project,
} from './test-tiers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const ALL = listApiTests()
const NAMES = Object.keys(PROJECTS) as Project[]

/** Modules whose API tests are protocols with other services, attacks and planted bugs; their SQL runs in the samples of all routes. */
const WITHOUT_MAIN = ['audit', 'registry', 'sso']

const IGNORED = new Set(['node_modules', '.git', '.cache', 'data'])

/** Of the whole repository, also where no project looks for tests. */
function* testsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(`${root}${folder}`, { withFileTypes: true })) {
    const file = `${folder}${entry.name}`
    if (entry.isDirectory() && !IGNORED.has(entry.name) && !entry.name.startsWith('dist')) yield* testsBelow(`${file}/`)
    else if (/\.(test|spec)\.[cm]?[jt]sx?$/.test(file)) yield file
  }
}

const findModule = (file: string): string | undefined => /\/modules\/([^/]+)\//.exec(file)?.[1]
const listModules = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => findModule(file) ?? [])),
]

/** Modules of which no test runs on the embedded database. */
const listUncovered = (both: readonly string[]): string[] => {
  const covered = listModules(both)
  return listModules(ALL).filter((name) => !covered.includes(name))
}

describe('the tiers', () => {
  it('have every test file of the repository', () => {
    const files = [...testsBelow('')]
    expect(files.length).toBeGreaterThan(400)
    const inTiers = NAMES.flatMap((name) => [...listTests(name, 'first'), ...listTests(name, 'rest')])
    expect([...new Set(inTiers)].sort()).toEqual(files.sort())
  })

  it('share the tests of each project, and each test is in one of them', () => {
    for (const name of NAMES)
      expect([...listTests(name, 'first'), ...listTests(name, 'rest')].sort()).toEqual([...listTests(name)].sort())
  })

  it('leave only tests that exist, each once', () => {
    for (const name of NAMES) {
      expect(listLeft(name).filter((file) => !PROJECTS[name].includes(file))).toEqual([])
      expect(new Set(listLeft(name)).size).toBe(listLeft(name).length)
    }
  })
})

it('names tests that exist, each once', () => {
  expect(ALL.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([])
  expect(new Set(ALL).size).toBe(ALL.length)
})

it('leaves each test of one database to exactly one', () => {
  const notOn = (database: 'embedded' | 'postgres') =>
    ALL.filter((file) => !PROJECTS[`api on ${database}`].includes(file))
  expect([...notOn('embedded'), ...notOn('postgres')].sort()).toEqual(listOneDatabaseTests().sort())
})

describe('both databases', () => {
  it('run the samples of every route in npm test, and in CI a test of every module that has SQL', () => {
    expect(listTests('api on embedded', 'first')).toContain('packages/server/src/areas/route-matrix.api.test.ts')
    expect(listUncovered(listBothDatabaseTests()).sort()).toEqual(WITHOUT_MAIN)
  })

  it('would be found to leave a module out', () => {
    const without = listBothDatabaseTests().filter((file) => findModule(file) !== 'orders')
    expect(listUncovered(without)).toContain('orders')
  })

  it('run what asks for the embedded database, except tests of processor time', () => {
    // On PostgreSQL a test that adds something there runs whole.
    const asking = ONE_DATABASE.postgres.filter((file) =>
      /databaseKind [!=]== 'embedded'|onPostgres|divided\.ts/.test(read(file)),
    )
    expect(asking).toEqual([])
  })
})

it('leaves attacks, races, planted bugs and random histories to PostgreSQL', () => {
  for (const name of ['checkout/races', 'quotes/abuse-quotes', 'audit/ledger-mutants', 'sellers/seller-properties'])
    expect(ONE_DATABASE.postgres.filter((file) => file.includes(`modules/${name}.`))).toHaveLength(1)
})
