// Checks that each module keeps to its own tables: `node scripts/rules/table-owners.mjs [--root FOLDER] [--json]`.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { findRuleCopies } from './rule-copies.mjs'
import { createdFunctions, createdTables, INTERPOLATION, localNames, tokenize, touches } from './sql-tables.mjs'

const require = createRequire(import.meta.url)
const { parseSync } = require('@swc/core')
const { MODULES, LAYER_TABLES } = require('./module-table.cjs')
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const SOURCES = 'packages/server/src'
const MIGRATIONS = 'packages/server/migrations'

/** Files, or folders, that may run SQL which no text in the sources shows, and why. */
const MAY_HIDE_SQL = {
  [`${SOURCES}/db/`]: 'makes the tag itself, applies migrations and SQL code, and copies whole databases (copy.ts)',
  [`${SOURCES}/modules/webhooks/store/pending.ts`]:
    'looks into single partitions of its own table, by names that PostgreSQL lists',
}
const mayHideSql = (file) => Object.keys(MAY_HIDE_SQL).some((allowed) => file.startsWith(allowed))

/** Fewer statements than this means that the checker does not read the sources. */
const STATEMENTS_MIN = 200

const RIGHTS = Object.fromEntries(
  Object.entries({ ...MODULES, ...LAYER_TABLES }).map(
    ([name, { tables, reads = [], triggersOn = [], calls = [], mayWrite = [] }]) => [
      name,
      { tables, reads, triggersOn, calls, mayWrite },
    ],
  ),
)

/** The right that a kind of use needs on a table of others, and what is reported without it. None allows a `row-trigger`. */
const RIGHT_BY_KIND = { write: 'mayWrite', trigger: 'triggersOn', read: 'reads', perhaps: 'reads' }
const REFUSALS = {
  mayWrite: ['foreign-write', (unit, table) => `${unit} writes ${table}`],
  triggersOn: [
    'foreign-trigger',
    (unit, table) => `${unit} puts a trigger on ${table}, and does not declare it in triggersOn`,
  ],
  reads: ['undeclared-read', (unit, table) => `${unit} reads ${table}, and does not declare it`],
}
const ROW_TRIGGER = [
  'row-trigger',
  (unit, table) =>
    `${unit} puts a trigger on ${table} that runs before each row and could change it: only the owner may; use after, or for each statement`,
]

const ownerByTable = new Map(
  Object.entries(RIGHTS).flatMap(([unit, { tables }]) => tables.map((table) => [table, unit])),
)

/** The module, or the layer, that a file is part of. */
export function findUnit(file) {
  const [layer, second] = file.slice(SOURCES.length + 1).split('/')
  return layer === 'modules' ? second : second === undefined ? 'wiring' : layer
}

function filesBelow(root, folder, wanted) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => wanted.test(file) && !/\.test\.ts$/.test(file))
    .sort()
}

/** Calls `visit(node, parent, key)` for every node. */
function walk(node, visit, parent, key) {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, parent, key)
    return
  }
  if (node.type) visit(node, parent, key)
  for (const [name, value] of Object.entries(node)) walk(value, visit, node.type ? node : parent, name)
}

/** The texts that an expression can have; nothing for one that only a run can tell. */
function literalTexts(node) {
  if (node?.type === 'StringLiteral') return [node]
  if (node?.type === 'TemplateLiteral') return node.expressions.length === 0 ? [node] : undefined
  if (node?.type !== 'ConditionalExpression') return undefined
  const [one, other] = [literalTexts(node.consequent), literalTexts(node.alternate)]
  return one && other && [...one, ...other]
}

const readText = (node) =>
  node.type === 'StringLiteral'
    ? node.value
    : node.quasis.map(({ cooked, raw }) => cooked ?? raw).join(` ${INTERPOLATION} `)

/** `x.script`, `x?.script`, `x['script']`. */
const isScript = (node) =>
  node?.type === 'MemberExpression' && (node.property.value ?? node.property.expression?.value) === 'script'
const listKeys = (node) => node.properties.map((property) => (property.key ?? property).value)
const fromTag = (node) => /(^|\/)db\/sql(\.[jt]s)?$/.test(node.source?.value ?? '')

/** Ways to make or run a statement that the tag `sql` does not show: what is wrong with a node, if anything. */
function findHidden(node, parent, key) {
  const { type } = node
  if (['ImportSpecifier', 'ExportSpecifier'].includes(type)) {
    const [name, other] = type === 'ImportSpecifier' ? [node.imported, node.local] : [node.orig, node.exported]
    if (['sql', 'Sql'].includes(name?.value) && other && other.value !== name.value) return `${name.value} is renamed`
    if ((name ?? other).value === 'Sql' && !node.isTypeOnly && !parent.typeOnly) return 'Sql is more than a type here'
  }
  if (type === 'ImportDeclaration' && fromTag(node) && node.specifiers.some((one) => one.type !== 'ImportSpecifier'))
    return 'sql is imported under another name'
  if (type === 'ExportAllDeclaration' && fromTag(node)) return 'sql is passed on'
  if (type === 'CallExpression' && node.callee.type === 'Import' && fromTag({ source: node.arguments[0]?.expression }))
    return 'sql is imported under another name'
  if (type === 'NewExpression' && node.callee.value === 'Sql') return 'new Sql() takes any text'
  if (type === 'ObjectExpression' && ['text', 'values'].every((name) => listKeys(node).includes(name)))
    return 'an object stands for a statement'
  if (type === 'Identifier' && node.value === 'sql' && 'ctxt' in node) {
    const named = /Specifier$|^FunctionDeclaration$|^TsTypeQuery$/.test(parent.type)
    if (!named && !(parent.type === 'TaggedTemplateExpression' && key === 'tag')) return 'sql is used as a value'
  }
  if (isScript(node) && !['CallExpression', 'OptionalChainingExpression'].includes(parent.type))
    return 'script is used as a value'
  return undefined
}

/** Every template with the tag `sql`, every text that is given to `script()`, and whatever would run a text beside them. */
function listStatements(file, source) {
  // The compiler counts positions through all files that it has parsed; the semicolon tells where this one begins.
  const ast = parseSync(`;${source}`, { syntax: 'typescript', tsx: /x$/.test(file), target: 'es2022' })
  const base = ast.body[0].span.start + 1
  const bytes = Buffer.from(source)
  const found = []
  const findLine = ({ span }) =>
    bytes
      .subarray(0, span.start - base)
      .toString()
      .split('\n').length
  const take = (node) => found.push({ file, line: findLine(node), text: readText(node) })
  const hide = (node, hidden) => found.push({ file, line: findLine(node), text: '', hidden })
  walk(ast, (node, parent, key) => {
    if (node.type === 'TaggedTemplateExpression' && node.tag.value === 'sql') take(node.template)
    if (node.type === 'CallExpression' && isScript(node.callee.base ?? node.callee)) {
      const given = node.arguments[0]?.expression
      const texts = literalTexts(given)
      for (const text of texts ?? (given?.type === 'TemplateLiteral' ? [given] : [])) take(text)
      if (!texts) hide(node, 'script() is given a text that is made at run time')
    }
    const hidden = findHidden(node, parent, key)
    if (hidden) hide(node.span ? node : parent, hidden)
  })
  return found
}

function statementsIn(root) {
  return filesBelow(root, SOURCES, /\.([cm]?[jt]sx?|sql)$/).flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return file.endsWith('.sql') ? [{ file, line: 1, text: source }] : listStatements(file, source)
  })
}

/** Where each table is created. The database layer creates the one that remembers migrations. */
function findTables(root, statements) {
  const migrations = filesBelow(root, MIGRATIONS, /\.sql$/).map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
  return new Map(
    [...migrations, ...statements].flatMap(({ file, text }) => createdTables(text).map((table) => [table, file])),
  )
}

const isCatalog = (name) => name.startsWith('pg_') || name === 'information_schema'

export function checkOwners(root) {
  const statements = statementsIn(root)
  const tables = findTables(root, statements)
  const functions = new Map(
    statements.flatMap(({ file, text }) =>
      file.endsWith('.sql') ? createdFunctions(text).map((name) => [name, findUnit(file)]) : [],
    ),
  )
  const local = new Map()
  for (const { file, text } of statements)
    local.set(file, new Set([...(local.get(file) ?? []), ...localNames(tokenize(text))]))
  const problems = []
  const used = new Set()
  const report = (rule, file, line, name, message) => problems.push({ rule, file, line, name, message })

  for (const { file, line, text, hidden } of statements) {
    const unit = findUnit(file)
    if (hidden && !mayHideSql(file)) report('hidden-sql', file, line, '', hidden)
    const rights = RIGHTS[unit] ?? { tables: [], reads: [], triggersOn: [], calls: [], mayWrite: [] }
    for (const { kind, name, at } of touches(text)) {
      const where = [file, line + text.slice(0, at).split('\n').length - 1, name]
      if (kind === 'chosen') {
        if (!mayHideSql(file)) report('chosen-table', ...where, `the table after ${name} is chosen at run time`)
      } else if (kind === 'text') {
        if (!mayHideSql(file)) report('hidden-sql', ...where, `code in a string after ${name}`)
      } else if (kind === 'call') {
        const owner = functions.get(name)
        if (owner === undefined || owner === unit || owner === 'db') continue
        used.add(`${unit} calls ${name}`)
        if (!rights.calls.includes(name)) report('foreign-call', ...where, `${unit} calls ${name}() of ${owner}`)
      } else if (tables.has(name)) {
        const owner = ownerByTable.get(name)
        if (owner === undefined || owner === unit) continue
        const right = RIGHT_BY_KIND[kind]
        used.add(`${unit} ${right} ${name}`)
        if (rights[right]?.includes(name)) continue
        const [rule, message] = right ? REFUSALS[right] : ROW_TRIGGER
        report(rule, ...where, message(unit, `${name} of ${owner}`))
      } else if (kind !== 'perhaps' && !local.get(file).has(name) && !isCatalog(name))
        report('unknown-table', ...where, `no migration creates ${name}`)
    }
  }
  for (const [table, file] of tables)
    if (!ownerByTable.has(table)) report('table-without-owner', file, 1, table, `nobody owns ${table}`)
  problems.push(...findRuleCopies(statements))
  return { seen: statements.filter(({ hidden }) => !hidden).length, tables, used, problems }
}

/** What the table of modules says and the sources do not. */
function staleRights({ tables, used }) {
  const stale = (unit, right, name) => ({
    rule: 'stale-right',
    file: 'scripts/rules/module-table.cjs',
    line: 1,
    name,
    message: `${unit} ${right} ${name}: no longer so`,
  })
  return Object.entries(RIGHTS).flatMap(([unit, rights]) => [
    ...rights.tables.filter((table) => !tables.has(table)).map((table) => stale(unit, 'owns', table)),
    ...['reads', 'triggersOn', 'calls', 'mayWrite'].flatMap((right) =>
      rights[right].filter((name) => !used.has(`${unit} ${right} ${name}`)).map((name) => stale(unit, right, name)),
    ),
  ])
}

function main() {
  const { values } = parseArgs({ options: { root: { type: 'string' }, json: { type: 'boolean' } } })
  const result = checkOwners(path.resolve(values.root ?? project))
  const whole = values.root === undefined
  const problems = [...result.problems, ...(whole ? staleRights(result) : [])]
  const blind = whole && result.seen < STATEMENTS_MIN
  if (values.json) {
    console.log(JSON.stringify({ seen: result.seen, problems }))
  } else {
    for (const { file, line, rule, message } of problems) console.error(`${file}:${line}  ${message}   (${rule})`)
    if (blind) console.error(`only ${result.seen} statements seen: the checker does not read the sources`)
    console.log(`table owners: ${result.seen} statements, ${problems.length} problems`)
  }
  process.exitCode = problems.length > 0 || blind ? 1 : 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main()
