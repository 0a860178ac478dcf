// Which API tests `npm test` runs on one database. prove.test.ts checks that `npm run prove` runs these on both.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listBothDatabaseTests, listLeftOut, listOneDatabaseTests, ONE_DATABASE } from './one-database.mjs'

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const ALL = [...listBothDatabaseTests(), ...listOneDatabaseTests()]

/** Modules whose API tests are protocols with other services, attacks and planted bugs; their SQL runs in the samples of all routes. */
const WITHOUT_MAIN = ['audit', 'registry', 'sso']

const findModule = (file: string): string | undefined => /\/modules\/([^/]+)\//.exec(file)?.[1]
const listModules = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => findModule(file) ?? [])),
]

/** Modules of which no test runs on the embedded database. */
const listUncovered = (both: readonly string[]): string[] => {
  const covered = listModules(both)
  return listModules(ALL).filter((name) => !covered.includes(name))
}

it('names tests that exist, each once', () => {
  expect(ALL.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
  expect(new Set(ALL).size).toBe(ALL.length)
})

it('leaves each test of one database to exactly one', () => {
  const leftOut = [...listLeftOut('embedded'), ...listLeftOut('postgres')]
  expect(leftOut.sort()).toEqual(listOneDatabaseTests().sort())
})

describe('both databases', () => {
  it('run the samples of every route, and a test of every module that has SQL', () => {
    expect(listBothDatabaseTests()).toContain('packages/server/src/areas/route-matrix.api.test.ts')
    expect(listUncovered(listBothDatabaseTests()).sort()).toEqual(WITHOUT_MAIN)
  })

  it('would be found to leave a module out', () => {
    const without = listBothDatabaseTests().filter((file) => findModule(file) !== 'orders')
    expect(listUncovered(without)).toContain('orders')
  })

  it('run what asks for the embedded database, except tests of processor time', () => {
    // On PostgreSQL a test that adds something there runs whole.
    const asking = ONE_DATABASE.postgres.filter((name) =>
      /databaseKind [!=]== 'embedded'|onPostgres|divided\.ts/.test(read(`packages/server/src/${name}.api.test.ts`)),
    )
    expect(asking).toEqual([])
  })
})

it('leaves attacks, races, planted bugs and random histories to PostgreSQL', () => {
  for (const name of ['checkout/races', 'quotes/abuse-quotes', 'audit/ledger-mutants', 'sellers/seller-properties'])
    expect(listLeftOut('embedded').filter((file) => file.includes(`modules/${name}.`))).toHaveLength(1)
})
