// Every rule of the house must catch what it forbids, and let pass what only looks like it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'freehold-rules-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Report = { seen: number; problems: { file: string; rule: string; line: number }[] }

const S = 'packages/server/src'
const TOP = '// Says what it owns.\n'
const lines = (count: number) => TOP + 'export {}\n'.repeat(count - 1)

const REFUSED: [rule: string, file: string, text: string][] = [
  ['file-length', `${S}/http/long.ts`, lines(301)],
  ['file-length', `${S}/http/long.test.ts`, lines(601)],
  ['file-length', 'scripts/long.mjs', lines(301)],
  ['kebab-case', `${S}/http/camelCase.ts`, TOP],
  ['kebab-case', `${S}/http/snake_case.ts`, TOP],
  ['kebab-case', `${S}/modules/Orders/rules.ts`, TOP],
  ['kebab-case', `${S}/http/routes.two.words.ts`, TOP],
  ['banned-name', `${S}/http/utils.ts`, TOP],
  ['banned-name', `${S}/helpers/clock.ts`, TOP],
  ['banned-name', 'packages/sdk/src/common.test.ts', TOP],
  ['banned-name', 'packages/search/src/manager.ts', TOP],
  ['module-files', `${S}/modules/catalog/market.ts`, TOP],
  ['module-files', `${S}/modules/catalog/market-store.ts`, TOP],
  ['module-files', `${S}/modules/catalog/market-service.ts`, TOP],
  ['module-files', `${S}/modules/catalog/routes.reports.ts`, TOP],
  ['module-files', `${S}/modules/catalog/service/market/read.ts`, TOP],
  ['module-files', `${S}/modules/domains/rules/names.ts`, TOP],
  ['time-comes-from-the-clock', `${S}/http/now.ts`, `${TOP}const a = Date.now()\n`],
  ['time-comes-from-the-clock', `${S}/modules/orders/service.ts`, `${TOP}const a = new Date()\n`],
  ['network-only-in-integrations', `${S}/modules/orders/jobs.ts`, `${TOP}await fetch('https://x.example')\n`],
  ['network-only-in-integrations', `${S}/http/client.ts`, `${TOP}import { request } from 'undici'\n`],
  ['transactions-in-services', `${S}/modules/orders/store.ts`, `${TOP}await db.tx(async () => 1)\n`],
  ['transactions-in-services', `${S}/modules/orders/routes.partner.ts`, `${TOP}await deps.db.tx(work)\n`],
  ['money-is-whole', `${S}/modules/orders/rules.ts`, `${TOP}const a = (1).toFixed(2)\n`],
  ['money-is-whole', `${S}/kernel/money.ts`, `${TOP}const a = Number.parseFloat('1')\n`],
  ['functions-are-verb-and-noun', `${S}/http/declared-of.ts`, `${TOP}export function pagesOf(text: string) {}\n`],
  ['functions-are-verb-and-noun', `${S}/http/yields-of.ts`, `${TOP}async function* pagesOf() {}\n`],
  ['functions-are-verb-and-noun', `${S}/http/arrow-of.ts`, `${TOP}const priceOf = (text: string) => text\n`],
  ['functions-are-verb-and-noun', `${S}/http/async-of.ts`, `${TOP}const priceOf = async () => 1\n`],
  ['functions-are-verb-and-noun', `${S}/http/method-of.ts`, `${TOP}class A {\n  #priceOf(text: string) {\n  }\n}\n`],
  ['functions-are-verb-and-noun', 'scripts/takes-of.mjs', `${TOP}const a = { priceOf: (text) => text }\n`],
  ['functions-are-verb-and-noun', `${S}/http/type-of.ts`, `${TOP}type A = { priceOf: (text: string) => number }\n`],
  ['todo-names-an-issue', `${S}/http/later.ts`, `${TOP}// TODO: later\n`],
  ['todo-names-an-issue', 'packages/sdk/src/later.ts', `${TOP}// TODO(#4)\n`],
  ['first-line', `${S}/http/silent.ts`, `import 'node:fs'\n`],
  ['first-line', 'e2e/silent.test.ts', '\n// Too late.\n'],
  ['no-test-left-out', `${S}/http/left.test.ts`, `${TOP}it.skip('x', () => {})\n`],
  ['no-test-left-out', `${S}/http/only.api.test.ts`, `${TOP}describe.only('x', () => {})\n`],
  ['no-test-left-out', 'e2e/todo.test.ts', `${TOP}it.concurrent.todo('x')\n`],
]

const ACCEPTED: [why: string, file: string, text: string][] = [
  ['a file of the full length', `${S}/http/full.ts`, lines(300)],
  ['a test of the full length', `${S}/http/full.test.ts`, lines(600)],
  ['a long generated file', 'packages/sdk/src/types.gen.ts', lines(900)],
  ['a long data file', 'packages/search/data/words.mjs', lines(900)],
  ['the routes of an area', `${S}/modules/ledger/routes.operator.ts`, TOP],
  ['an api test', `${S}/modules/ledger/ledger.api.test.ts`, TOP],
  ['one file of rules', `${S}/modules/domains/rules.ts`, TOP],
  ['a store of several nouns', `${S}/modules/catalog/store/listings.ts`, TOP],
  ['what a module has beside the usual files', `${S}/modules/catalog/seed/words/living.ts`, TOP],
  ['any test in a module', `${S}/modules/catalog/market.api.test.ts`, TOP],
  ['the clock itself', `${S}/kernel/clock.ts`, `${TOP}const now = () => new Date()\n`],
  ['the time in a test', `${S}/http/time.test.ts`, `${TOP}const a = Date.now()\n`],
  ['a date made from something', `${S}/http/date.ts`, `${TOP}const a = new Date(0)\n`],
  ['forbidden words in a comment', `${S}/http/words.ts`, `${TOP}// Neither Date.now nor fetch( nor toFixed.\n`],
  ['forbidden words in a string', `${S}/http/text.ts`, `${TOP}const a = 'Date.now()'\n`],
  ['the network in an integration', `${S}/integrations/rdap.ts`, `${TOP}import 'undici'\nawait fetch(url)\n`],
  ['a method that is called fetch', `${S}/http/method.ts`, `${TOP}cache.fetch(1)\n`],
  ['a call of indexOf', `${S}/http/index.ts`, `${TOP}const a = 'x'.indexOf('y')\n`],
  ['an own valueOf', `${S}/http/value.ts`, `${TOP}class A {\n  valueOf() {\n    return 1\n  }\n}\n`],
  ['a value that is a share of something', `${S}/http/part.ts`, `${TOP}const partOf = 'id'\n`],
  ['a schema named OneOf', `${S}/http/one-of.ts`, `${TOP}export const OneOf = (values: string[]) => values\n`],
  ['the words of JSON Schema', `${S}/http/schema.ts`, `${TOP}const a = { anyOf: [], allOf: [] }\n`],
  ['a transaction in a service', `${S}/modules/ledger/service.ts`, `${TOP}await db.tx(work)\n`],
  ['a transaction in a part of a service', `${S}/modules/settlement/service/close.ts`, `${TOP}await db.tx(work)\n`],
  ['a transaction in a job', `${S}/modules/ledger/jobs.ts`, `${TOP}await db.tx(work)\n`],
  ['a transaction in an area', `${S}/areas/partner.ts`, `${TOP}await db.tx(work)\n`],
  ['a TODO with its number and reason', `${S}/http/known.ts`, `${TOP}// TODO(#42): waits for the registry\n`],
]

for (const [, file, text] of [...REFUSED, ...ACCEPTED]) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

function check(...args: string[]): { status: number | null; report: Report } {
  const done = spawnSync(process.execPath, ['scripts/rules/house-rules.mjs', '--json', ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return { status: done.status, report: JSON.parse(done.stdout) as Report }
}

describe('the house rules', () => {
  const { status, report } = check('--root', root)
  const listRules = (file: string) => report.problems.filter((problem) => problem.file === file).map(({ rule }) => rule)

  it('are kept by this project', () => {
    const here = check()
    expect(here.report.problems).toEqual([])
    expect(here.report.seen).toBeGreaterThan(100)
    expect(here.status).toBe(0)
  })

  it('end with an error when one is broken', () => {
    expect(status).toBe(1)
  })

  it.each(REFUSED)('%s: refuses %s', (rule, file) => {
    expect(listRules(file)).toEqual([rule])
  })

  it.each(ACCEPTED)('accept %s', (_, file) => {
    expect(listRules(file)).toEqual([])
  })
})
