// The check of regular expressions must find every kind of slow one, wherever it is written, and let the linear ones pass.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Problem = { file: string; pattern: string | null; problem: string }
type Report = { seen: number; fresh: number; problems: Problem[]; stale: { file: string }[] }

function check(...args: string[]): { status: number | null; report: Report } {
  const done = spawnSync(process.execPath, ['scripts/rules/regexes.mjs', '--json', ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return { status: done.status, report: JSON.parse(done.stdout) as Report }
}

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'freehold-regexes-'))
  folders.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

const S = 'packages/server/src'

/** One file each. */
const SLOW: Record<string, string> = {
  [`${S}/email.ts`]: 'export const a = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/\n',
  [`${S}/slashes.ts`]: "export const a = (text: string) => text.replace(/\\/+$/, '')\n",
  [`${S}/nested.ts`]: 'export const a = /^(a+)+$/\n',
  [`${S}/alternatives.ts`]: 'export const a = /^(a|a)*$/\n',
  [`${S}/look-ahead.ts`]: 'export const a = /^(?=.*x.*y)/\n',
  [`${S}/constructed.ts`]: "export const a = new RegExp('^(a|b|ab)*$')\n",
  [`${S}/called.ts`]: "export const a = RegExp('(x+x+)+y', 'i')\n",
  [`${S}/composed.ts`]: `const WORD = '(?:a+)+'\nexport const a = new RegExp(\`^\${WORD}$\`)\n`,
  [`${S}/raw.ts`]: 'export const a = new RegExp(String.raw`\\s+$`)\n',
  [`${S}/schema.ts`]: "export const a = Type.String({ pattern: '^(\\\\w+\\\\s?)*$' })\n",
  [`${S}/run-time.ts`]: 'export const a = (text: string) => new RegExp(text)\n',
  'packages/web/src/page.tsx': 'export const A = () => <b title={String(/(a*)*b/.test("x"))} />\n',
  'packages/cli/src/main.ts': 'export const a = /.*x/\n',
  'scripts/tool.mjs': 'export const a = /<[^>]*>x/\n',
  'openapi.json': JSON.stringify({ components: { schemas: { A: { type: 'string', pattern: '(a+)+$' } } } }),
}

const LINEAR: Record<string, string> = {
  [`${S}/linear.ts`]:
    'export const all = [/^[a-z]+$/, /^\\d{4}-\\d{2}$/, /[^a-z]/g, /^[a-z0-9]+(-[a-z0-9]+)*$/, /(?:^|; *)a=([^;]*)/]\n',
  [`${S}/slow.test.ts`]: 'export const a = /(a+)+$/\n',
  [`${S}/comment.ts`]: '// Not /(a+)+$/ but a loop.\nexport const text = "/(a+)+$/"\n',
}

describe('the check of regular expressions', () => {
  it('finds a slow one wherever it is written', { timeout: 120_000 }, () => {
    const { status, report } = check('--root', plant({ ...SLOW, ...LINEAR }))
    expect(report.problems.map(({ file }) => file).sort()).toEqual(Object.keys(SLOW).sort())
    expect(status).toBe(1)
    const of = (file: string) => report.problems.find((one) => one.file === file)?.problem
    expect(of(`${S}/email.ts`)).toContain('time of degree 2')
    expect(of(`${S}/nested.ts`)).toContain('exponential time')
  })

  it('lets linear ones, comments, strings and tests pass', { timeout: 60_000 }, () => {
    expect(check('--root', plant(LINEAR))).toMatchObject({ status: 0, report: { seen: 5, fresh: 5, problems: [] } })
  })

  it('lets a listed one pass in its file only, and only with a reason', { timeout: 60_000 }, () => {
    const entry = { file: 'scripts/a.mjs', pattern: '(a+)+$', reason: 'Reads our own files.' }
    const text = 'export const a = /(a+)+$/\n'
    const withList = (list: object[], file: string) =>
      check('--root', plant({ [file]: text, 'scripts/rules/regexes-allowed.json': JSON.stringify(list) }))
    expect(withList([entry], 'scripts/a.mjs').status).toBe(0)
    expect(withList([entry], 'scripts/b.mjs')).toMatchObject({
      status: 1,
      report: { problems: [{ file: 'scripts/b.mjs' }] },
    })
    expect(withList([{ ...entry, reason: '' }], 'scripts/a.mjs').status).toBe(1)
  })

  it('complains of a list entry that nothing matches', () => {
    const list = [{ file: 'scripts/a.mjs', pattern: 'x', reason: 'Gone.' }]
    const root = plant({ 'scripts/a.mjs': 'export {}\n', 'scripts/rules/regexes-allowed.json': JSON.stringify(list) })
    expect(check('--root', root)).toMatchObject({ status: 1, report: { stale: list } })
  })

  it('records linear ones, and believes the record of this version of the tool only', { timeout: 60_000 }, () => {
    const root = plant(LINEAR)
    check('--root', root, '--write')
    expect(check('--root', root).report.fresh).toBe(0)
    const file = path.join(root, 'scripts/rules/regexes-linear.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), recheck: '0.0.0' }))
    expect(check('--root', root).report.fresh).toBe(5)
    expect(check('--root', root, '--write', '--all').report.fresh).toBe(5)
  })
})
