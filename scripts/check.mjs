// `npm run check`: everything that can be said about the sources without running them. All steps run; each failure is shown.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

const bin = (...parts) => path.join(root, 'node_modules', ...parts)

/** What was found is kept, so that the next check only looks at files that changed and at files that import them. */
const checkTypes = (config, name) => [
  bin('typescript/bin/tsc'),
  '-p',
  config,
  '--incremental',
  '--tsBuildInfoFile',
  bin('.cache/types', `${name}.tsbuildinfo`),
]

const STEPS = [
  [
    'format and lint (Biome)',
    bin('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=200',
    '.',
  ],
  // It reads each tsconfig.json once, for both: the compiler would do it again.
  ['types, and lint with types (oxlint)', bin('oxlint/bin/oxlint'), '--type-check', '--deny-warnings', '.'],
  ['types of the examples', ...checkTypes('examples/tsconfig.json', 'examples')],
  ['types of the browser example', ...checkTypes('examples/browser-app/tsconfig.json', 'browser-example')],
  ['boundaries', 'scripts/rules/boundaries.mjs'],
  ['table owners', 'scripts/rules/table-owners.mjs'],
  ['house rules', 'scripts/rules/house-rules.mjs'],
  ['regular expressions', 'scripts/rules/regexes.mjs'],
  ['generated files', 'scripts/generate.mjs', '--check'],
  ['compatibility of the API', 'scripts/api/api-compatibility.mjs'],
  ['commit messages', 'scripts/rules/commit-messages.mjs'],
]

/** Steps at a time: most of them keep one core busy. */
const AT_ONCE = 2

function runStep([name, ...command]) {
  const started = performance.now()
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    const end = (passed) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const note = output.startsWith('not checked') ? `: ${output.trim()}` : ''
      if (passed) console.log(`✓ ${name} (${seconds} s)${note}`)
      else console.error(`✗ ${name} (${seconds} s)\n${output}`)
      resolve(passed ? [] : [name])
    }
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/** Takes the next step until none is left. */
async function runSteps(waiting) {
  const failed = []
  for (let step = waiting.shift(); step; step = waiting.shift()) failed.push(...(await runStep(step)))
  return failed
}

ensureInstalled()
build()
const waiting = [...STEPS]
const failed = (await Promise.all(Array.from({ length: AT_ONCE }, () => runSteps(waiting)))).flat()
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
