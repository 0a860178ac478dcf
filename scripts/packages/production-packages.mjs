// What production uses of others, by the lock file: which packages, where npm puts them, under which licence.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../install.mjs'

const lock = () => JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages

/** An alias has its real name in the lock file. */
const getName = (where, entry) => entry.name ?? where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** As Node does: in the folder itself, then in the one around it. */
function resolve(packages, from, name) {
  for (let folder = from; ; ) {
    const where = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[where]) return packages[where].link ? packages[where].resolved : where
    if (folder === '') return null
    const around = folder.lastIndexOf('/node_modules/')
    folder = around < 0 ? '' : folder.slice(0, around)
  }
}

function usedBy(packages, where) {
  const { dependencies = {}, optionalDependencies = {} } = packages[where]
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  return names.map((name) => resolve(packages, where, name)).filter((found) => found !== null)
}

/** Our own packages are those of the workspace; the command line is for other machines. */
export function ownPackages() {
  const packages = lock()
  return Object.keys(packages)
    .filter((where) => where.startsWith('packages/') && !where.includes('node_modules/') && where !== 'packages/cli')
    .map((where) => ({ where, ...packages[where], uses: usedBy(packages, where) }))
}

/** Everything that our packages use, and what those use in turn. The tools that build them are not among them. */
export function productionPackages() {
  const packages = lock()
  const found = new Set()
  const waiting = ownPackages().map(({ where }) => where)
  for (let where = waiting.pop(); where !== undefined; where = waiting.pop())
    for (const used of usedBy(packages, where)) {
      if (found.has(used) || packages[used].devOptional) continue
      found.add(used)
      waiting.push(used)
    }
  return Object.entries(packages)
    .filter(([where]) => where.includes('node_modules/') && found.has(where))
    .map(([where, entry]) => ({
      where,
      name: getName(where, entry),
      version: entry.version,
      license: entry.license ?? null,
      integrity: entry.integrity ?? null,
      optional: entry.optional === true,
      uses: usedBy(packages, where),
    }))
}
