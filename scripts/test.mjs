// `npm test`: install what is missing, build, check the sources, run every test. Arguments go to the test runner, and then
// it alone runs: `npm test -- --project rules money`.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
build()

const args = process.argv.slice(2)

/** What it prints is shown at once, or given back with how it ended. */
function run(command, stdio) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', stdio, stdio] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}

// Tests often wait for something, and the check never does: at the same time they take less long than one after the other. The check
// is shown last, so that a failure does not scroll away.
const [tested, checked] = await Promise.all([
  run([path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], 'inherit'),
  args.length > 0 ? { passed: true, output: '' } : run(['scripts/check.mjs'], 'pipe'),
])
process.stdout.write(checked.output)
process.exitCode = checked.passed && tested.passed ? 0 : 1
