// The rules of the house that no linter knows: `node scripts/rules/house-rules.mjs [--root FOLDER] [--json]`.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { MODULE_FILES, MODULE_FILES_ALSO, MODULES } = createRequire(import.meta.url)('./module-table.cjs')
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const LINES_MAX = 300
const TEST_LINES_MAX = 600
const BANNED_NAMES = /^(utils?|helpers?|managers?|common)$/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/

const isTest = (file) => /\.test\.tsx?$/.test(file) || /^(e2e|packages\/[^/]+\/(test|e2e))\//.test(file)
const isServer = (file) => file.startsWith('packages/server/src/') && !isTest(file)
const isShipped = (file) => /^packages\/[^/]+\/src\//.test(file) && !isTest(file)

/** Where a transaction may be opened: by the request path, by a use case, by a job, by a command, by the webhook dispatcher. */
const OPENS_TRANSACTIONS = new RegExp(
  [
    '^packages/server/src/(areas|pages|http|commands|db|jobs)/',
    '^packages/server/src/service[a-z-]*\\.ts$',
    '^packages/server/src/modules/[^/]+/(service|jobs)\\.ts$',
    '^packages/server/src/modules/[^/]+/(service|dispatcher)/',
  ].join('|'),
)

/** Function names that JavaScript itself defines. Capitalized names such as `OneOf` build schemas. */
const STANDARD_OF = 'valueOf|indexOf|lastIndexOf'
const NAMED_OF = `(?!(?:${STANDARD_OF})\\b)[a-z]\\w*Of`

/** A declaration, a constant that holds a function, a method, a parameter or property that is a function. */
const namesFunctionOf = new RegExp(
  [
    `\\bfunction\\*? ${NAMED_OF}\\b`,
    `\\b(?:const|let) ${NAMED_OF} = (?:async|\\(|<)`,
    `^ *(?:async )?[*#]?${NAMED_OF}\\(.*\\{$`,
    `(?:^|[ ({,])${NAMED_OF}\\??: (?:async |\\(|<)`,
  ].join('|'),
)

/** Rules that a line of code breaks by what stands in it. Comments and strings are blanked out first. */
const LINE_RULES = [
  {
    rule: 'time-comes-from-the-clock',
    applies: (file) => isServer(file) && file !== 'packages/server/src/kernel/clock.ts',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/,
    message: 'asks the machine for the time; take it from deps.clock',
  },
  {
    rule: 'network-only-in-integrations',
    applies: (file) => isServer(file) && !file.startsWith('packages/server/src/integrations/'),
    pattern: /(?<![.\w])fetch\(|\bglobalThis\.fetch\b|from 'undici'|import\('undici'\)/,
    message: 'speaks to the network outside integrations/',
    keepStrings: true,
  },
  {
    rule: 'transactions-in-services',
    applies: (file) => isServer(file) && !OPENS_TRANSACTIONS.test(file),
    pattern: /\.tx\(/,
    message: 'opens a transaction; services, jobs, commands and the request path do',
  },
  {
    rule: 'money-is-whole',
    applies: isServer,
    pattern: /\bparseFloat\b|\.toFixed\(/,
    message: 'parseFloat and toFixed have no place near money',
  },
  {
    rule: 'functions-are-verb-and-noun',
    applies: () => true,
    pattern: namesFunctionOf,
    message: 'names a function …Of; say what it does with a verb and a noun: listPages, parsePrice, toCents',
  },
  {
    rule: 'no-test-left-out',
    applies: isTest,
    pattern: /\b(it|test|describe|suite|bench)(\.\w+)*\.(skip|only|todo|fails)\b|\bx(it|describe)\(/,
    message: 'leaves a test out, or all the others',
  },
  {
    rule: 'todo-names-an-issue',
    applies: () => true,
    pattern: /\b(TODO|FIXME|XXX)\b(?!\(#\d+\): \S)/,
    message: 'write TODO(#42): reason',
    keepComments: true,
  },
]

const blank = (text) => text.replace(/[^\n]/g, ' ')

/** One pass over comments and strings, so that a quote in a comment or a slash in a string misleads nobody. */
function strip(text, { keepComments, keepStrings }) {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
  return text.replace(token, (part) => {
    const keep = part.startsWith('/') ? keepComments : keepStrings
    return keep ? part : blank(part)
  })
}

function nameProblems(file) {
  const parts = file.split('/')
  const base = parts.pop()
  const stem = base
    .replace(/(\.(api|property|bench))?(\.test)?(\.gen|\.d|\.config)?\.[a-z]+$/, '')
    .replace(/^routes\.[a-z]+$/, 'routes')
  const names = [...parts, stem]
  const problems = []
  if (
    !names.every((name) => name.startsWith('.') || KEBAB.test(name)) ||
    (base.startsWith('routes.') && stem !== 'routes')
  )
    problems.push({ rule: 'kebab-case', line: 1, message: 'names of files and folders are kebab-case' })
  if (names.some((name) => BANNED_NAMES.test(name)))
    problems.push({ rule: 'banned-name', line: 1, message: 'utils, helpers, manager and common name nothing' })
  return problems
}

const MODULE_FILE = /^packages\/server\/src\/modules\/([^/]+)\/(.+)$/
const FIXED_NAME = new RegExp(
  [
    `^(${MODULE_FILES.fileOrFolder.join('|')})(\\.ts$|/[a-z-]+\\.ts$)`,
    `^(${MODULE_FILES.file.join('|')})\\.ts$`,
    `^routes\\.(${MODULE_FILES.routes.join('|')})\\.ts$`,
  ].join('|'),
)

/** A stranger guesses where a line lives, because every module has the same few files. */
function moduleFileProblems(file, all) {
  const [, name = '', rest = ''] = MODULE_FILE.exec(file) ?? []
  if (!Object.hasOwn(MODULES, name) || isTest(file)) return []
  if ((MODULE_FILES_ALSO[name] ?? []).some((also) => rest === also || (also.endsWith('/') && rest.startsWith(also))))
    return []
  const problem = (message) => [{ rule: 'module-files', line: 1, message }]
  if (!FIXED_NAME.test(rest)) return problem('is not one of the files of a module; ARCHITECTURE.md lists them')
  const [kind, ...inside] = rest.split('/')
  return inside.length > 0 && all.has(`packages/server/src/modules/${name}/${kind}.ts`)
    ? problem(`${kind}.ts is there, too: one file or a folder, not both`)
    : []
}

function textProblems(file, text) {
  const problems = []
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const max = isTest(file) ? TEST_LINES_MAX : LINES_MAX
  if (!file.includes('.gen.') && !/(^|\/)data\//.test(file) && lines > max)
    problems.push({ rule: 'file-length', line: max + 1, message: `${lines} lines; ${max} at most` })
  const [first = '', second = ''] = text.split('\n', 2)
  if (!/^\/\/ \S/.test(first.startsWith('#!') ? second : first))
    problems.push({ rule: 'first-line', line: 1, message: 'the first line is a comment that says what the file owns' })
  return problems
}

function lineProblems(file, text) {
  return LINE_RULES.filter(({ applies }) => applies(file)).flatMap(({ rule, pattern, message, ...keep }) =>
    strip(text, keep)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [{ rule, line: index + 1, message }] : [])),
  )
}

function findProblems(root, file, all) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const isCode = /\.([cm]?js|tsx?)$/.test(file)
  const isOurs = isCode && !/(^|\/)data\//.test(file) && !file.includes('.gen.')
  const own = file === 'scripts/rules/house-rules.mjs' || file === 'scripts/rules/house-rules.test.ts'
  return [
    ...(isCode && (isShipped(file) || /^(packages|scripts|e2e|bench|examples)\//.test(file)) ? nameProblems(file) : []),
    ...(isOurs ? textProblems(file, text) : []),
    ...moduleFileProblems(file, all),
    // This file and its test spell out what they forbid.
    ...(isOurs && !own ? lineProblems(file, text) : []),
  ].map((problem) => ({ file, ...problem }))
}

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache'])

/** Walks the folders itself: a copy of the project without its history is checked the same. */
function* sources(root, folder = '') {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    // What a build that was cut off left behind is no source either.
    if (SKIPPED.has(entry.name) || /^dist\.\d+/.test(entry.name) || file === 'data') continue
    if (entry.isDirectory()) yield* sources(root, file)
    else if (/\.([cm]?js|tsx?)$/.test(file)) yield file
  }
}

const { values } = parseArgs({ options: { root: { type: 'string' }, json: { type: 'boolean' } } })
const root = path.resolve(values.root ?? project)
const files = [...sources(root)].sort()
const all = new Set(files)
const problems = files.flatMap((file) => findProblems(root, file, all))
if (values.json) {
  console.log(JSON.stringify({ seen: files.length, problems }))
} else {
  for (const { file, line, rule, message } of problems) console.error(`${file}:${line}  ${message}   (${rule})`)
  console.log(`house rules: ${files.length} files, ${problems.length} problems`)
}
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0
