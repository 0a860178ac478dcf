// `npm test`: install what is missing, build, check the sources, run every test. Arguments go to the test runner, and then
// it alone runs: `npm test -- --project rules money`.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
build()

const args = process.argv.slice(2)
const run = (...command) => spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0

// A failed check does not hide what the tests have to say; it fails the whole all the same.
const checked = args.length > 0 || run('scripts/check.mjs')
const tested = run(path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args)
if (!checked) console.error('npm test: the check of the sources failed; see above the test report')
process.exitCode = checked && tested ? 0 : 1
