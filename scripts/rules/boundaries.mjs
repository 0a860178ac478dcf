// Checks the direction of imports: `node scripts/rules/boundaries.mjs [--root FOLDER] [--unused] [--json]`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'

const require = createRequire(import.meta.url)
const swc = require('@swc/core')
const { parseFileSync } = swc

/** What is imported when the file runs, and what only by its types; null where an import can be anywhere in the file. */
function readImports(file) {
  const source = readFileSync(file, 'utf8')
  if (/\b(import|require)\s*\(/.test(source)) return null
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) return null
  const declarations = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.slice(0, 1).flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, name: moduleRequest.value }] : [])),
    ),
  ]
  return declarations.map(({ start, name }) => ({
    name,
    isType: /^(import|export)\s+type\b/.test(source.slice(start)),
  }))
}

const span = { start: 0, end: 0, ctxt: 0 }
/** `import('./file.ts').Name` in the place of a type, which the checker does not look for. */
function readTypeImports(tree) {
  const names = new Set()
  JSON.stringify(tree, (_, node) => {
    if (node?.type === 'TsImportType') names.add(node.argument.value)
    return node
  })
  return [...names].map((name) => ({ name }))
}

const toDeclaration = ({ name }) => ({
  type: 'ImportDeclaration',
  span,
  specifiers: [],
  source: { type: 'StringLiteral', span, value: name },
})

// The checker walks through the whole syntax tree of a file: of most files it gets a tree of imports only, which a faster parser finds.
// It parses every other file as plain TypeScript and stumbles over elements: files that hold them are parsed as such.
swc.parseFileSync = (file, options) => {
  const imports = readImports(file)
  if (imports) return { type: 'Module', span, body: imports.map(toDeclaration), interpreter: null }
  const tree = parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return { ...tree, body: [...tree.body, ...readTypeImports(tree).map(toDeclaration)] }
}
const { cruise } = await import('dependency-cruiser')
const { LAYER_FILES, LAYERS, MODULES, WEB_LAYERS } = require('./module-table.cjs')
const { options, ...ruleSet } = require('../../.dependency-cruiser.cjs')
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** A checker that reads nothing finds nothing: fewer modules than this means that it is the checker that is broken. */
const MODULES_MIN = 50
/** Rules that let `import type` through. */
const VALUES_ONLY = new Set(['integrations-arrive-in-deps'])

/** No rule is made for a folder that the table does not know, so the folder itself is the error. */
function unknownModules(root) {
  const folder = path.join(root, 'packages/server/src/modules')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() || !Object.hasOwn(MODULES, entry.name))
    .map((entry) => ({
      rule: 'unknown-module',
      from: `packages/server/src/modules/${entry.name}`,
      to: 'scripts/rules/module-table.cjs',
    }))
}

/** The specifiers that a file imports when it runs: everything but `import type` and `export type`. */
function valueImports(root, file) {
  const imports = readImports(path.join(root, file))
  if (imports) return new Set(imports.flatMap(({ name, isType }) => (isType ? [] : [name])))
  const syntax = /\.[cm]?js$/.test(file)
    ? { syntax: 'ecmascript' }
    : { syntax: 'typescript', tsx: file.endsWith('.tsx') }
  const names = new Set()
  JSON.stringify(parseFileSync(path.join(root, file), { ...syntax, target: 'es2022' }), (_, node) => {
    if (/^(Import|Export(Named|All))Declaration$/.test(node?.type) && node.source && !node.typeOnly)
      names.add(node.source.value)
    if (node?.type === 'CallExpression' && node.callee.type === 'Import')
      names.add(node.arguments[0]?.expression?.value)
    return node
  })
  return names
}

function valueGraph(root, modules) {
  return new Map(
    modules.map(({ source, dependencies }) => {
      const values = valueImports(root, source)
      return [source, dependencies.filter(({ module }) => values.has(module)).map(({ resolved }) => resolved)]
    }),
  )
}

/** Every file once: a path that comes back to a file still open is a cycle. */
function cyclesIn(graph) {
  const cycles = []
  const closed = new Set()
  const open = []
  const visit = (file) => {
    const at = open.indexOf(file)
    if (at >= 0) cycles.push([...open.slice(at), file])
    if (at >= 0 || closed.has(file)) return
    open.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    open.pop()
    closed.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles.map(([from, ...to]) => ({ rule: 'no-cycles', from, to: to.join(' → ') }))
}

const SRC = 'packages/server/src/'
const WEB = 'packages/web/src/'
const LAYER_PATTERNS = Object.entries(LAYER_FILES).map(([layer, files]) => [layer, new RegExp(`^${SRC}${files}`)])
/** What a file is part of, in each of the three tables of allowed imports. */
const findModule = (file) => (file.startsWith(`${SRC}modules/`) ? file.split('/')[4] : undefined)
const findLayer = (file) => LAYER_PATTERNS.find(([, pattern]) => pattern.test(file))?.[0]
const findWebLayer = (file) => (file.startsWith(WEB) ? file.slice(WEB.length).split(/[/.]/)[0] : undefined)

/** Imports that a table allows and no file has, tests aside. */
function unusedRights(modules) {
  const unused = (file, rights, findPart) => {
    const used = new Set(
      modules
        .filter(({ source }) => !/\.test\.tsx?$/.test(source))
        .flatMap(({ source, dependencies }) =>
          dependencies.map(({ resolved }) => `${findPart(source)} → ${findPart(resolved)}`),
        ),
    )
    return Object.entries(rights)
      .flatMap(([from, mayImport]) => mayImport.map((to) => `${from} → ${to}`))
      .filter((right) => !used.has(right))
      .map((right) => ({ rule: 'unused-right', from: file, to: right }))
  }
  const modulesMayImport = Object.fromEntries(Object.entries(MODULES).map(([name, { mayImport }]) => [name, mayImport]))
  return [
    ...unused('scripts/rules/module-table.cjs', modulesMayImport, findModule),
    ...unused('scripts/rules/layer-table.cjs', LAYERS, findLayer),
    ...unused('scripts/rules/layer-table.cjs', WEB_LAYERS, findWebLayer),
  ]
}

async function check(root, withUnused) {
  const folders = readdirSync(path.join(root, 'packages'))
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(path.join(root, folder)))
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet })
  const ours = output.modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.([cm]?js|tsx?)$/.test(source))
  const graph = valueGraph(root, ours)
  const found = output.summary.violations
    .map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
    .filter(({ rule, from, to }) => !VALUES_ONLY.has(rule) || graph.get(from)?.includes(to))
  const unused = withUnused ? unusedRights(ours) : []
  return { seen: ours.length, violations: [...found, ...cyclesIn(graph), ...unknownModules(root), ...unused] }
}

const { values } = parseArgs({
  options: { root: { type: 'string' }, unused: { type: 'boolean' }, json: { type: 'boolean' } },
})
const whole = values.root === undefined
const { seen, violations } = await check(path.resolve(values.root ?? project), whole || values.unused)
const blind = whole && seen < MODULES_MIN
if (values.json) {
  console.log(JSON.stringify({ seen, violations }))
} else {
  for (const { rule, from, to } of violations) console.error(`${from}\n  → ${to}   (${rule})`)
  if (blind) console.error(`only ${seen} modules seen: the checker does not read the sources`)
  console.log(`boundaries: ${seen} modules, ${violations.length} violations`)
}
process.exitCode = violations.length > 0 || blind ? 1 : 0
