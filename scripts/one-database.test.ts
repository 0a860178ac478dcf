// Tests that run on one database: each is there. prove.test.ts checks that `npm run prove` runs it on both.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listLeftOut, listOneDatabaseTests, ONE_DATABASE } from './one-database.mjs'

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('names tests that exist, each once', () => {
  const tests = listOneDatabaseTests()
  expect(tests.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
  expect(new Set(tests).size).toBe(tests.length)
})

it('leaves each test to exactly one database', () => {
  const leftOut = [...listLeftOut('embedded'), ...listLeftOut('postgres')]
  expect(leftOut.sort()).toEqual(listOneDatabaseTests().sort())
})

it('names no test that asks which database it runs on or leaves half to the other, except those of processor time', () => {
  const asking = listOneDatabaseTests().filter((file) => /databaseKind|divided\.ts/.test(read(file)))
  expect(asking.filter((file) => !ONE_DATABASE.embedded.some((name) => file.includes(name)))).toEqual([])
})

it('leaves attacks, races, planted bugs and random histories to PostgreSQL', () => {
  for (const name of ['checkout/races', 'quotes/abuse-quotes', 'audit/ledger-mutants', 'sellers/seller-properties'])
    expect(listLeftOut('embedded').filter((file) => file.includes(`modules/${name}.`))).toHaveLength(1)
})
