// Checks that each module keeps to its own tables: `node scripts/table-owners.mjs [--root FOLDER] [--json]`.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createdFunctions, createdTables, localNames, tokensOf, touches } from './sql-tables.mjs'

const require = createRequire(import.meta.url)
const { parseSync } = require('@swc/core')
const { MODULES, LAYER_TABLES } = require('./module-table.cjs')
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = 'packages/server/src'
const MIGRATIONS = 'packages/server/migrations'

/** Fewer statements than this means that the checker does not read the sources. */
const STATEMENTS_MIN = 200

const RIGHTS = Object.fromEntries(
  Object.entries({ ...MODULES, ...LAYER_TABLES }).map(([name, { tables, reads = [], calls = [], mayWrite = [] }]) => [
    name,
    { tables, reads, calls, mayWrite },
  ]),
)

const ownerOf = new Map(Object.entries(RIGHTS).flatMap(([unit, { tables }]) => tables.map((table) => [table, unit])))

/** The module, or the layer, that a file is part of. */
function unitOf(file) {
  const [layer, second] = file.slice(SOURCES.length + 1).split('/')
  return layer === 'modules' ? second : second === undefined ? 'wiring' : layer
}

function filesBelow(root, folder, wanted) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => wanted.test(file) && !/\.test\.ts$/.test(file))
    .sort()
}

/** Every template with the tag `sql`, and every text that is given to `script()`: what is run is nowhere else. */
function statementsOf(file, source) {
  // The compiler counts positions through all files that it has parsed; the semicolon tells where this one begins.
  const ast = parseSync(`;${source}`, { syntax: 'typescript', target: 'es2022' })
  const base = ast.body[0].span.start + 1
  const bytes = Buffer.from(source)
  const found = []
  const take = (node) => {
    const text = node.type === 'StringLiteral' ? node.value : node.quasis.map(({ raw }) => raw).join(' ? ')
    const line = bytes
      .subarray(0, node.span.start - base)
      .toString()
      .split('\n').length
    found.push({ file, line, text })
  }
  JSON.stringify(ast, (_, node) => {
    if (node?.type === 'TaggedTemplateExpression' && node.tag.value === 'sql') take(node.template)
    if (node?.type === 'CallExpression' && node.callee.property?.value === 'script') {
      const given = node.arguments[0]?.expression
      if (['TemplateLiteral', 'StringLiteral'].includes(given?.type)) take(given)
    }
    return node
  })
  return found
}

function statementsIn(root) {
  return filesBelow(root, SOURCES, /\.(ts|sql)$/).flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return file.endsWith('.sql') ? [{ file, line: 1, text: source }] : statementsOf(file, source)
  })
}

/** Where each table is created. The database layer creates the one that remembers migrations. */
function tablesOf(root, statements) {
  const migrations = filesBelow(root, MIGRATIONS, /\.sql$/).map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
  return new Map(
    [...migrations, ...statements].flatMap(({ file, text }) => createdTables(text).map((table) => [table, file])),
  )
}

const isCatalog = (name) => name.startsWith('pg_') || name === 'information_schema'

function check(root) {
  const statements = statementsIn(root)
  const tables = tablesOf(root, statements)
  const functions = new Map(
    statements.flatMap(({ file, text }) =>
      file.endsWith('.sql') ? createdFunctions(text).map((name) => [name, unitOf(file)]) : [],
    ),
  )
  const local = new Map()
  for (const { file, text } of statements)
    local.set(file, new Set([...(local.get(file) ?? []), ...localNames(tokensOf(text))]))
  const problems = []
  const used = new Set()
  const report = (rule, file, line, name, message) => problems.push({ rule, file, line, name, message })

  for (const { file, line, text } of statements) {
    const unit = unitOf(file)
    const rights = RIGHTS[unit] ?? { tables: [], reads: [], calls: [], mayWrite: [] }
    for (const { kind, name, at } of touches(text)) {
      const where = [file, line + text.slice(0, at).split('\n').length - 1, name]
      if (kind === 'call') {
        const owner = functions.get(name)
        if (owner === undefined || owner === unit || owner === 'db') continue
        used.add(`${unit} calls ${name}`)
        if (!rights.calls.includes(name)) report('foreign-call', ...where, `${unit} calls ${name}() of ${owner}`)
      } else if (tables.has(name)) {
        const owner = ownerOf.get(name)
        if (owner === undefined || owner === unit) continue
        const right = kind === 'write' ? 'mayWrite' : 'reads'
        used.add(`${unit} ${right} ${name}`)
        if (rights[right].includes(name)) continue
        if (kind === 'write') report('foreign-write', ...where, `${unit} writes ${name} of ${owner}`)
        else report('undeclared-read', ...where, `${unit} reads ${name} of ${owner}, and does not declare it`)
      } else if (kind !== 'perhaps' && !local.get(file).has(name) && !isCatalog(name))
        report('unknown-table', ...where, `no migration creates ${name}`)
    }
  }
  for (const [table, file] of tables)
    if (!ownerOf.has(table)) report('table-without-owner', file, 1, table, `nobody owns ${table}`)
  return { seen: statements.length, tables, used, problems }
}

/** What the table of modules says and the sources do not. */
function staleRights({ tables, used }) {
  const stale = (unit, right, name) => ({
    rule: 'stale-right',
    file: 'scripts/module-table.cjs',
    line: 1,
    name,
    message: `${unit} ${right} ${name}: no longer so`,
  })
  return Object.entries(RIGHTS).flatMap(([unit, rights]) => [
    ...rights.tables.filter((table) => !tables.has(table)).map((table) => stale(unit, 'owns', table)),
    ...['reads', 'calls', 'mayWrite'].flatMap((right) =>
      rights[right].filter((name) => !used.has(`${unit} ${right} ${name}`)).map((name) => stale(unit, right, name)),
    ),
  ])
}

const { values } = parseArgs({ options: { root: { type: 'string' }, json: { type: 'boolean' } } })
const result = check(path.resolve(values.root ?? project))
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
