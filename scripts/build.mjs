// Compiles the packages whose sources changed since their last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root, TO_STDERR } from './install.mjs'

const PACKAGES = ['epp', 'search', 'sdk', 'web', 'server', 'cli']
/** A package that has this is compiled for `require`, too. */
const COMMONJS = 'tsconfig.cjs.json'

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(file)
    else yield file
  }
}

/** Size and time of every source: cheap to read, and different after any edit or checkout. */
function fingerprint(folder) {
  const hash = createHash('sha256')
  const sources = [...filesBelow(path.join(folder, 'src'))].filter((file) => !/\.test\.tsx?$/.test(file))
  if (isWeb(folder)) {
    sources.push(path.join(folder, 'vite.config.ts'), path.join(folder, 'tsconfig.json'))
    // The browser's half has the SDK's client inside.
    sources.push(...filesBelow(path.join(root, 'packages/sdk/src')))
  }
  // Its bundle has the packages inside that were built before it.
  if (isServer(folder)) sources.push(path.join(root, 'scripts/packages/bundle.mjs'))
  const inside = isServer(folder)
    ? ['epp', 'search', 'sdk', 'web'].map((name) => readStamp(path.join(root, 'packages', name)))
    : []
  hash.update(inside.join(' '))
  const settings = ['tsconfig.base.json', 'package-lock.json'].map((name) => path.join(root, name))
  const own = ['tsconfig.build.json', COMMONJS]
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file))
  for (const file of [...sources, ...own, ...settings].sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const isServer = (folder) => path.basename(folder) === 'server'
const isWeb = (folder) => path.basename(folder) === 'web'
const run = (...command) => spawnSync(process.execPath, command, { cwd: root, stdio: TO_STDERR }).status === 0

const at = (...parts) => path.join(root, 'node_modules', ...parts)
/** Types are checked by `npm run check`: here it would take most of the time. */
const compileInto = (config, outDir) => run(at('typescript/bin/tsc'), '-p', config, '--noCheck', '--outDir', outDir)

/** The nearest package.json is what tells Node, and the compiler of whoever uses it, which kind of modules these are. */
function makeCommonJs(folder, fresh) {
  const config = path.join(folder, COMMONJS)
  if (!existsSync(config)) return true
  const compiled = compileInto(config, path.join(fresh, 'cjs'))
  if (compiled) writeFileSync(path.join(fresh, 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
  return compiled
}

/** SQL code is read by the running service, from beside the compiled modules that call it. */
function copySql(folder, fresh) {
  const sources = path.join(folder, 'src')
  for (const file of filesBelow(sources))
    if (file.endsWith('.sql')) cpSync(file, path.join(fresh, path.relative(sources, file)))
}

/** The server's half by the compiler; of the pages, the browser's half by Vite. */
function makeInto(folder, fresh) {
  const compiled = compileInto(path.join(folder, 'tsconfig.build.json'), fresh) && makeCommonJs(folder, fresh)
  copySql(folder, fresh)
  if (!compiled) return false
  if (isServer(folder)) return run(path.join(root, 'scripts/packages/bundle.mjs'), fresh)
  if (!isWeb(folder)) return true
  const config = path.join(folder, 'vite.config.ts')
  return run(at('vite/bin/vite.js'), 'build', '--config', config, '--outDir', path.join(fresh, 'client'))
}

/** Compiled aside and moved into place: two starts at once, or a start during a build, never see half a package. */
function compile(folder, stamp) {
  const dist = path.join(folder, 'dist')
  const fresh = `${dist}.${process.pid}`
  const old = `${fresh}.old`
  try {
    if (!makeInto(folder, fresh)) return false
    mkdirSync(fresh, { recursive: true })
    writeFileSync(path.join(fresh, '.built'), stamp)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
    return true
  } catch (error) {
    // Another start was a moment faster; what it built is as good.
    if (readStamp(folder) === stamp) return true
    throw error
  } finally {
    for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true })
  }
}

function readStamp(folder) {
  try {
    return readFileSync(path.join(folder, 'dist', '.built'), 'utf8')
  } catch {
    return null
  }
}

/** In the order of PACKAGES: each package is built after the packages that it imports. Generated files are committed. */
export function build() {
  let isAnnounced = false
  for (const name of PACKAGES) {
    const folder = path.join(root, 'packages', name)
    const wanted = fingerprint(folder)
    if (readStamp(folder) === wanted) continue
    if (!isAnnounced) console.error('Building…')
    isAnnounced = true
    if (compile(folder, wanted)) continue
    console.error(`freehold: the build of packages/${name} failed. The compiler's error is above.`)
    process.exit(1)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled()
  build()
}
