// `npm test`: install what is missing, build, check the sources, run the tests that test-tiers.mjs does not leave to `npm run prove`.
// Arguments go to the test runner, which then chooses among all tests and runs alone: `npm test -- --project rules money`.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
build()

const args = process.argv.slice(2)

/** What it prints is shown at once, or given back with how it ended. */
function run(command, stdio, env = process.env) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', stdio, stdio], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}

// Tests often wait for something, and the check never does: at the same time they take less long than one after the other. The check
// is shown last, so that a failure does not scroll away.
const tier = args.length > 0 ? {} : { TEST_TIER: 'first' }
const [tested, checked] = await Promise.all([
  run([path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], 'inherit', { ...process.env, ...tier }),
  args.length > 0 ? { passed: true, output: '' } : run(['scripts/check.mjs'], 'pipe'),
])
process.stdout.write(checked.output)
const tell = ({ passed }) => (passed ? 'passed' : 'FAILED')
if (args.length === 0) console.log(`npm test: tests ${tell(tested)}, check ${tell(checked)}`)
process.exitCode = checked.passed && tested.passed ? 0 : 1
