// Checks the commits of this branch: Conventional Commits, a subject of at most 72 characters, and a body that says why.
// `node scripts/rules/commit-messages.mjs [BASE]`. Older commits, merges and checkouts without history are not checked.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The last commit before the rule. */
const BASE = '2b7d5fa5796741f9f8579e8114b6b38dca51ff0a'

const TYPES = ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'build', 'ci', 'chore', 'style', 'revert']
const SUBJECT_MAX = 72
const SUBJECT = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S`)

/** What is wrong with a commit message; an empty list when nothing is. */
export function findProblems(message) {
  const [subject = '', separator, ...body] = message.trimEnd().split('\n')
  if (subject.startsWith('chore: merge ')) return []
  return [
    ...(SUBJECT.test(subject)
      ? []
      : [`must start with a type such as "fix: " or "fix(scope): ", one of ${TYPES.join(', ')}`]),
    ...(subject.length <= SUBJECT_MAX ? [] : [`has ${subject.length} characters; write at most ${SUBJECT_MAX}`]),
    ...(subject.endsWith('.') ? ['ends with a period; remove it'] : []),
    ...(separator === '' && body.join('').trim() !== '' ? [] : ['has no body; add an empty line and say why']),
  ]
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })

function checkBranch(base) {
  if (git('cat-file', '-e', `${base}^{commit}`).status !== 0)
    return { note: `not checked: there is no Git history here that reaches ${base.slice(0, 7)}`, found: [] }
  const log = git('log', '--no-merges', '--format=%h%x00%B%x00%x00', `${base}..HEAD`)
  const commits = log.stdout.split('\0\0').filter((text) => text.trim() !== '')
  const found = commits.flatMap((text) => {
    const [hash = '', message = ''] = text.trim().split('\0')
    const [subject] = message.split('\n')
    return findProblems(message).map((problem) => `${hash} "${subject}" ${problem}`)
  })
  return { note: `${commits.length} commits checked`, found }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { note, found } = checkBranch(process.argv[2] ?? BASE)
  console.log(note)
  for (const line of found) console.error(line)
  if (found.length > 0) process.exitCode = 1
}
