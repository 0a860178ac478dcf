// `npm run eval:search` and `npm run train:search`: install what is missing, then run the script of the search package, which
// bundles the engine from its sources and needs no build.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, root } from './install.mjs'

const [name, ...args] = process.argv.slice(2)
if (name !== 'evaluate' && name !== 'train') {
  console.error('usage: node scripts/search.mjs evaluate|train [options]')
  process.exit(2)
}
ensureInstalled()
const script = path.join(root, 'packages', 'search', 'scripts', `${name}.mjs`)
process.exitCode = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
