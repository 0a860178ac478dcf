// The commit message check: what it accepts, what it rejects, and what it does without history.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findProblems } from './commit-messages.mjs'

const BODY = '\n\nBecause clients retry.\n'

describe('a commit message', () => {
  it.each([
    `fix(oauth): reject reused refresh tokens${BODY}`,
    `feat!: require an environment for payouts${BODY}`,
    `docs: ${'x'.repeat(66)}${BODY}`,
    'chore: merge the pages branch',
  ])('is accepted: %s', (message) => {
    expect(findProblems(message)).toEqual([])
  })

  it.each([
    [`the pages speak plainly${BODY}`, 'type'],
    [`feature: add a page${BODY}`, 'type'],
    [`fix(OAuth): reject tokens${BODY}`, 'type'],
    [`fix:reject tokens${BODY}`, 'type'],
    [`docs: ${'x'.repeat(67)}${BODY}`, '73 characters'],
    [`fix: reject tokens.${BODY}`, 'period'],
    ['fix: reject tokens', 'no body'],
    ['fix: reject tokens\nBecause.', 'no body'],
  ])('is rejected: %s', (message, problem) => {
    expect(findProblems(message)).toEqual([expect.stringContaining(problem)])
  })
})

describe('the check of a branch', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-commits-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'scripts/rules'), { recursive: true })
  const script = path.join(folder, 'scripts/rules/commit-messages.mjs')
  cpSync(fileURLToPath(new URL('commit-messages.mjs', import.meta.url)), script)

  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' }
  const check = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env,
    }).trim()
  const commit = (message: string): string => {
    git('commit', '--quiet', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }

  it('passes without a repository, and says so', () => {
    const done = check()
    expect([done.status, done.stdout]).toEqual([0, expect.stringContaining('not checked')])
  })

  it('checks the commits after the base, and no others', () => {
    git('init', '--quiet')
    const base = commit('once upon a time')
    commit(`fix: reject tokens${BODY}`)
    expect(check(base)).toMatchObject({ status: 0, stdout: '1 commits checked\n' })
    commit('more words')
    const done = check(base)
    expect([done.status, done.stderr.match(/"more words"/g)?.length]).toEqual([1, 2])
  })

  it('passes in a shallow clone that does not reach the base', () => {
    const done = check('0123456789012345678901234567890123456789')
    expect([done.status, done.stdout]).toEqual([0, expect.stringContaining('not checked')])
  })
})
