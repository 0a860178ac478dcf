// The check finds type errors with the linter, whose type check is called experimental: it must find a planted one, and be told to look.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The linter looks for its type checker from here.
mkdirSync(path.join(folder, 'node_modules'))
symlinkSync(path.join(root, 'node_modules/oxlint-tsgolint'), path.join(folder, 'node_modules/oxlint-tsgolint'))

const FLAGS = ['--type-check', '--deny-warnings', '.']

writeFileSync(
  path.join(folder, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: [] } }),
)
writeFileSync(path.join(folder, 'read.ts'), 'export const readCount = (text: string): number => text.length\n')

/** The lines that name a type error. */
function check(source: string): string[] {
  writeFileSync(path.join(folder, 'use.ts'), source)
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const config = path.join(root, '.oxlintrc.json')
  const done = spawnSync(process.execPath, [oxlint, '--config', config, ...FLAGS], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const errors = done.stdout.match(/TS\d+/g) ?? []
  expect(done.status).toBe(errors.length > 0 ? 1 : 0)
  return errors
}

describe('the types', () => {
  it('are checked by the linter of npm run check', () => {
    const steps = readFileSync(path.join(root, 'scripts/check.mjs'), 'utf8')
    expect(steps).toContain(FLAGS.map((flag) => `'${flag}'`).join(', '))
  })

  it('are checked everywhere but in what is built, kept or written for readers', () => {
    const { ignorePatterns } = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as {
      ignorePatterns: string[]
    }
    expect(ignorePatterns).toEqual(['**/dist/**', '**/.cache/**', 'docs/**'])
  })

  it('pass where they agree', () => {
    expect(check("import { readCount } from './read.js'\nexport const count: number = readCount('x')\n")).toEqual([])
  })

  it.each([
    ["export const count: number = 'x'\n", 'TS2322'],
    ["import { readCount } from './read.js'\nexport const count: string = readCount('x')\n", 'TS2322'],
    ["import { readCount } from './read.js'\nexport const count = readCount(1)\n", 'TS2345'],
    ["export { missing } from './read.js'\n", 'TS2305'],
    ['export const read = (value: string | null) => value.length\n', 'TS18047'],
  ])('fail in %j with %s', (source, code) => {
    expect(check(source)).toEqual([code])
  })
})
