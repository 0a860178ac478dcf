// Installs the dependencies in the lock file if they are missing. Used by every other script.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeForeignBinaries } from './packages/foreign-binaries.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`freehold: Node 20.19 or later is required. This is ${process.version}.`)
  process.exit(1)
}

/** Stdout belongs to the command that is being started; progress and the output of tools go to stderr. */
export const TO_STDERR = ['ignore', 2, 2]

const lockFile = path.join(root, 'package-lock.json')
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** npm records what it installed. A missing package, or another version of one, means that an install is due. */
function isInstalled(isForRunning) {
  const noted = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const present = packagesIn(noted)
  return Object.entries(packagesIn(lockFile)).every(
    ([where, wanted]) =>
      !where.startsWith('node_modules/') ||
      wanted.optional ||
      (isForRunning && wanted.dev) ||
      present[where]?.version === wanted.version,
  )
}

/**
 * Installs what is missing. `isForRunning`: only what builds and runs the service, without the packages for tests and checks,
 * which take twice as long. A successful install stores the lock file's hash in node_modules, so that later starts skip the
 * comparison.
 */
export function ensureInstalled({ isForRunning = false } = {}) {
  const stampFor = (name) => path.join(root, 'node_modules', name)
  const [all, some] = [stampFor('.freehold-installed'), stampFor('.freehold-runs')]
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const isStamped = (stamp) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isStamped(all) || (isForRunning && isStamped(some))) return
  if (!isInstalled(isForRunning)) install(isForRunning)
  removeForeignBinaries(root)
  writeFileSync(isForRunning ? some : all, wanted)
}

function npmRun(args) {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const done = spawnSync(
    command,
    [...first, ...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: TO_STDERR,
      // Tests and builds need the development packages too, whatever NODE_ENV says.
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  return done.status === 0
}

/**
 * `npm ci` refuses a lock file that lacks the builds of some tool for another platform, which a registry may or may not
 * carry. `npm install` without saving takes the same pinned versions and fetches the one build that is missing.
 */
function install(isForRunning) {
  console.error('Installing dependencies…')
  const omit = isForRunning ? ['--omit=dev'] : []
  if (npmRun(['ci', ...omit]) || npmRun(['install', '--no-save', ...omit])) return
  console.error('freehold: npm could not install the dependencies. Its error is above.')
  process.exit(1)
}
