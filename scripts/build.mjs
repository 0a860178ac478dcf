// Compiles the packages whose sources changed since their last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'

const PACKAGES = ['search', 'sdk', 'server', 'cli']

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
  for (const file of [...filesBelow(path.join(folder, 'src')), path.join(root, 'tsconfig.base.json'), path.join(root, 'package-lock.json')].sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export function build() {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  for (const name of PACKAGES) {
    const folder = path.join(root, 'packages', name)
    const stamp = path.join(folder, 'dist', '.built')
    const wanted = fingerprint(folder)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true })
    const done = spawnSync(process.execPath, [tsc, '-p', path.join(folder, 'tsconfig.build.json')], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (done.status !== 0) {
      console.error(`freehold: the build of packages/${name} failed; see above`)
      process.exit(1)
    }
    mkdirSync(path.join(folder, 'dist'), { recursive: true })
    writeFileSync(stamp, wanted)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled()
  build()
}
