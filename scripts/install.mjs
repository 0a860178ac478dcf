// Installs what the lock file names, when it is not there yet. Used by every other script.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeForeignBinaries } from './foreign-binaries.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`freehold: Node 20.19 or later is needed; this is ${process.version}`)
  process.exit(1)
}

const lockFile = path.join(root, 'package-lock.json')
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** npm notes at the end of an install what it put there; a package that is another version, or missing, means that it is due. */
function isInstalled() {
  const noted = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const present = packagesIn(noted)
  return Object.entries(packagesIn(lockFile)).every(
    ([where, wanted]) =>
      !where.startsWith('node_modules/') || wanted.optional || present[where]?.version === wanted.version,
  )
}

/** The lock file's hash, noted inside node_modules after an install that went through, spares the comparison. */
export function ensureInstalled() {
  const stamp = path.join(root, 'node_modules', '.freehold-installed')
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled()) install()
  removeForeignBinaries(root)
  writeFileSync(stamp, wanted)
}

function npmRun(args) {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const done = spawnSync(
    command,
    [...first, ...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
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
function install() {
  console.log('Installing what the lock file names …')
  if (npmRun(['ci']) || npmRun(['install', '--no-save'])) return
  console.error('freehold: npm could not install the packages; see above')
  process.exit(1)
}
