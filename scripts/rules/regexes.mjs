// Finds regular expressions that take more than linear time: `node scripts/rules/regexes.mjs [--root FOLDER] [--json] [--write] [--all]`.
// Verdicts take seconds, so those on linear expressions are recorded: `--write` records them, `--all` ignores the record.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DOCUMENTS } from '../api/openapi-documents.mjs'

// The JavaScript build of recheck: it gives the same verdicts on every platform and starts no process.
process.env.RECHECK_SYNC_BACKEND = 'pure'
const require = createRequire(import.meta.url)
const { parseSync } = require('@swc/core')
const { checkSync } = require('recheck')
const { version } = require('recheck/package.json')
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Fewer expressions than this in the project means that the extraction is broken. */
const EXPRESSIONS_MIN = 300
/** An expression that takes longer to judge is a finding. */
const TIMEOUT_MS = 60_000
/** With a fixed seed the fuzzer gives the same verdict in every run. */
const SEED = 20_260
/** Findings whose input is bounded or ours, each with the reason. */
const ALLOWED = 'scripts/rules/regexes-allowed.json'
/** Digests of the expressions that this version of recheck found linear. */
const LINEAR = 'scripts/rules/regexes-linear.json'

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'test'])

function* filesIn(root, folder) {
  if (!existsSync(path.join(root, folder))) return
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (SKIPPED.has(entry.name)) continue
    if (entry.isDirectory()) yield* filesIn(root, file)
    else if (/\.([cm]?js|tsx?)$/.test(file) && !/\.(test|d)\.[a-z]+$/.test(file)) yield file
  }
}

function* sources(root) {
  const packages = path.join(root, 'packages')
  for (const name of existsSync(packages) ? readdirSync(packages) : []) yield* filesIn(root, `packages/${name}/src`)
  yield* filesIn(root, 'scripts')
}

/** In place of a part of a template that is known at run time only. */
const UNKNOWN_PART = 'a+'

/** The text of a string, of a template, or of a constant of the same file. */
function readText(node, constants) {
  const join = (quasis, expressions, kind) =>
    quasis
      .map((quasi) => quasi[kind])
      .reduce((text, quasi, at) => `${text}${readText(expressions[at - 1], constants) ?? UNKNOWN_PART}${quasi}`)
  if (node?.type === 'StringLiteral') return node.value
  if (node?.type === 'Identifier') return constants.get(node.value) ?? null
  if (node?.type === 'TemplateLiteral') return join(node.quasis, node.expressions, 'cooked')
  const isRaw = node?.type === 'TaggedTemplateExpression' && node.tag.property?.value === 'raw'
  return isRaw ? join(node.template.quasis, node.template.expressions, 'raw') : null
}

/** The texts and expressions that a file names, so that one can be built from the others. */
function collectConstants(body) {
  const constants = new Map()
  for (const item of body) {
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue
    for (const { id, init } of declaration.declarations) {
      const text = init?.type === 'RegExpLiteral' ? null : readText(init, constants)
      if (id.type === 'Identifier' && text !== null) constants.set(id.value, text)
    }
  }
  return constants
}

const isRegExp = ({ type, callee }) =>
  (type === 'NewExpression' || type === 'CallExpression') && callee?.type === 'Identifier' && callee.value === 'RegExp'

/** What one node of the syntax tree says: a literal, a call of RegExp, or the `pattern` of a schema. */
function readExpression(node, constants) {
  if (node?.type === 'RegExpLiteral') return { pattern: node.pattern, flags: node.flags }
  if (node?.type === 'KeyValueProperty' && node.key.value === 'pattern' && readText(node.value, constants) !== null)
    return { pattern: readText(node.value, constants), flags: 'u' }
  if (!node?.type || !isRegExp(node)) return null
  const [pattern, flags] = (node.arguments ?? []).map(({ expression }) => expression)
  if (pattern?.type === 'RegExpLiteral') return null
  return { pattern: readText(pattern, constants), flags: flags === undefined ? '' : readText(flags, constants) }
}

function inSource(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const syntax = /\.[cm]?js$/.test(file)
    ? { syntax: 'ecmascript' }
    : { syntax: 'typescript', tsx: file.endsWith('.tsx') }
  const found = []
  const tree = parseSync(text, { ...syntax, target: 'es2022' })
  const constants = collectConstants(tree.body)
  JSON.stringify(tree, (_, node) => {
    const expression = readExpression(node, constants)
    if (expression) found.push({ file, ...expression })
    return node
  })
  return found
}

/** The patterns of the schemas, as the OpenAPI documents publish them. */
function inDocument(root) {
  const found = []
  for (const file of DOCUMENTS.filter((name) => existsSync(path.join(root, name))))
    JSON.parse(readFileSync(path.join(root, file), 'utf8'), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') found.push({ file, pattern: value, flags: 'u' })
      return value
    })
  return found
}

const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    all: { type: 'boolean' },
  },
})
const root = path.resolve(values.root ?? project)
const readList = (file, missing) =>
  existsSync(path.join(root, file)) ? JSON.parse(readFileSync(path.join(root, file), 'utf8')) : missing

const record = readList(LINEAR, { recheck: version, linear: [] })
const recorded = new Set(values.all || record.recheck !== version ? [] : record.linear)
const computeDigest = ({ pattern, flags }) =>
  createHash('sha256').update(`/${pattern}/${flags}`).digest('hex').slice(0, 20)
const verdicts = new Map()
const linear = new Set()

function getVerdict(expression) {
  const digest = computeDigest(expression)
  if (!verdicts.has(digest)) {
    const { pattern, flags } = expression
    const known = recorded.has(digest)
    const verdict = known ? { status: 'safe' } : checkSync(pattern, flags, { timeout: TIMEOUT_MS, randomSeed: SEED })
    if (verdict.status === 'safe') linear.add(digest)
    verdicts.set(digest, verdict)
  }
  return verdicts.get(digest)
}

/** Null when the expression takes linear time; otherwise what it takes, with a text that shows it. */
function findProblem(expression) {
  if (expression.pattern === null || expression.flags === null) return 'is built at run time from texts unknown here'
  const { status, complexity, attack, error } = getVerdict(expression)
  if (status === 'safe') return null
  if (status === 'unknown') return `cannot be judged (${error.kind}); write it in a simpler way`
  const time = complexity.type === 'exponential' ? 'exponential time' : `time of degree ${complexity.degree}`
  return `takes ${time}, for example on ${attack.pattern}`
}

const allowed = readList(ALLOWED, [])
const used = new Set()

function isAllowed({ file, pattern }) {
  const entry = allowed.find((one) => one.file === file && one.pattern === pattern)
  if (entry?.reason) used.add(entry)
  return Boolean(entry?.reason)
}

const expressions = [...[...sources(root)].sort().flatMap((file) => inSource(root, file)), ...inDocument(root)]
const isListed = ({ file, pattern }) => allowed.some((one) => one.file === file && one.pattern === pattern)
const problems = expressions
  // A listed finding is not judged again: that is what takes longest.
  .map((expression) => ({
    ...expression,
    problem: isListed(expression) && !values.all ? 'is listed' : findProblem(expression),
  }))
  .filter(({ problem }) => problem !== null)
  .filter((expression) => !isAllowed(expression))
const stale = allowed.filter((entry) => !used.has(entry))
const blind = values.root === undefined && expressions.length < EXPRESSIONS_MIN
const fresh = [...linear].filter((digest) => !recorded.has(digest)).length

if (values.write) {
  mkdirSync(path.dirname(path.join(root, LINEAR)), { recursive: true })
  writeFileSync(
    path.join(root, LINEAR),
    `${JSON.stringify({ recheck: version, linear: [...linear].sort() }, null, 2)}\n`,
  )
}
if (values.json) {
  console.log(JSON.stringify({ seen: expressions.length, fresh, problems, stale }))
} else {
  for (const { file, pattern, flags, problem } of problems)
    console.error(`${file}\n  /${pattern ?? '…'}/${flags ?? '…'}\n  ${problem}`)
  for (const { file, pattern } of stale)
    console.error(`${ALLOWED}: no finding matches /${pattern}/ in ${file}, or the entry has no reason`)
  if (blind) console.error(`only ${expressions.length} expressions seen: the check does not read the sources`)
  if (fresh > 0 && !values.write)
    console.log(`${fresh} expressions are not in ${LINEAR}: node scripts/rules/regexes.mjs --write records them`)
  console.log(`regular expressions: ${expressions.length}, ${problems.length} problems`)
}
process.exitCode = problems.length > 0 || stale.length > 0 || blind ? 1 : 0
