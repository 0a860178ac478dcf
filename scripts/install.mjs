// Installs what the lock file names, when it is not there yet. Used by every other script.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`freehold: Node 20.19 or later is needed; this is ${process.version}`)
  process.exit(1)
}

/** The lock file's hash, noted inside node_modules after an install that went through. */
export function ensureInstalled() {
  const stamp = path.join(root, 'node_modules', '.freehold-installed')
  const wanted = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what the lock file names …')
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm']
  const done = spawnSync(command, [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Tests and builds need the development packages too, whatever NODE_ENV says.
    env: { ...process.env, NODE_ENV: 'development' },
  })
  if (done.status !== 0) {
    console.error('freehold: npm ci failed; see above')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}
