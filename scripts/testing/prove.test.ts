// The split between `npm test` and `npm run prove`: whatever has a long form is run in it by a part of prove.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PARTS } from './prove-parts.mjs'
import { listOneDatabaseTests } from './test-tiers.mjs'

const project = fileURLToPath(new URL('../..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', 'newman', 'browser'])

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(project, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (SKIPPED.has(entry.name) || entry.name.startsWith('dist.')) continue
    if (entry.isDirectory()) yield* filesBelow(file)
    else if (entry.name.endsWith('.ts')) yield file
  }
}

const SOURCES = ['e2e', 'packages', 'scripts'].flatMap((folder) => [...filesBelow(folder)])
const TESTS = SOURCES.filter((file) => file.endsWith('.test.ts') && file !== 'scripts/testing/prove.test.ts')
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8')

/** What tests read of their surroundings that says nothing of their size. */
const NO_SIZE =
  /^(PATH|EMAIL|PASSWORD|SCREENSHOTS|FREEHOLD_SECRET|FREEHOLD_TEST_FOLDER|TEST_DATABASE|TEST_DATABASE_URL|VITEST|EVAL_AGENT|HISTORY_LOG|\w+_SEED|\w+_ONLY)$/

const listSizes = (file: string): string[] =>
  [...new Set([...read(file).matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name = '']) => name))].filter(
    (name) => !NO_SIZE.test(name),
  )

/** Helpers of tests that have a long form, by the name under which they are imported. */
const HELPERS = new Map(
  SOURCES.filter((file) => /^(e2e\/|packages\/[^/]+\/test\/)/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => [`/${path.basename(file)}'`, listSizes(file)] as const)
    .filter(([, sizes]) => sizes.length > 0),
)

/** Of the test itself and of the helpers that it imports. */
function listAllSizes(test: string): string[] {
  const text = read(test)
  const imported = [...HELPERS].flatMap(([name, sizes]) => (text.includes(name) ? sizes : []))
  return [...new Set([...listSizes(test), ...imported])]
}

const isRunBy = (test: string, { tests }: { tests: readonly string[] }): boolean =>
  tests.some((part) => test.includes(part))

/** Sizes of these tests that no part sets for them. */
const listLeftOut = (tests: readonly string[], parts = Object.values(PARTS)): string[] =>
  tests.flatMap((test) =>
    listAllSizes(test)
      .filter((name) => !parts.some((part) => isRunBy(test, part) && Object.hasOwn(part.env, name)))
      .map((name) => `${test}: ${name}`),
  )

describe('npm run prove', () => {
  it('runs every test that has a long form in that form', () => {
    expect(TESTS.filter((test) => listAllSizes(test).length > 0).length).toBeGreaterThan(25)
    expect(listLeftOut(TESTS)).toEqual([])
  })

  it('would be found to leave one out', () => {
    const { pages: _, ...others } = PARTS
    expect(listLeftOut(TESTS, Object.values(others))).toEqual([
      'e2e/pages/every-other-page.test.ts: PAGE_SCHEMES',
      'e2e/pages/every-public-page.test.ts: PAGE_SCHEMES',
      'e2e/pages/every-workplace-page.test.ts: PAGE_SCHEMES',
      'e2e/pages/some-pages.test.ts: PAGE_SCHEMES',
    ])
  })

  it('sets no size that no test of the part reads', () => {
    const unread = Object.entries(PARTS).flatMap(([name, part]) => {
      const sizes = new Set(TESTS.filter((test) => isRunBy(test, part)).flatMap(listAllSizes))
      return Object.keys(part.env).flatMap((size) => (sizes.has(size) ? [] : [`${name}: ${size}`]))
    })
    // The configuration of the test runner reads this one.
    expect(unread).toEqual(['rest: TEST_TIER'])
  })

  it('names tests that exist', () => {
    const parts = Object.values(PARTS).flatMap(({ tests }) => tests)
    expect(parts.filter((part) => !TESTS.some((test) => test.includes(part)))).toEqual([])
  })

  it('runs what npm test leaves out, as CI does', () => {
    expect(PARTS.rest).toEqual({ tests: [], env: { TEST_TIER: 'rest' }, isShort: true })
    expect(read('.ci/run')).toContain('npm run prove -- rest')
  })

  it('runs on both databases what npm test runs on one', () => {
    expect(PARTS.databases).toEqual({ tests: listOneDatabaseTests(), env: { UNDIVIDED: '1' } })
  })
})
