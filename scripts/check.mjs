// `npm run check`: everything that can be said about the sources without running them. All steps run; each failure is shown.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'

const bin = (...parts) => path.join(root, 'node_modules', ...parts)

const STEPS = [
  [
    'format and lint (Biome)',
    bin('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=200',
    '.',
  ],
  ['lint with types (oxlint)', bin('oxlint/bin/oxlint'), '--deny-warnings', '.'],
  ['types', bin('typescript/bin/tsc'), '-p', 'tsconfig.json'],
  ['types of the pages', bin('typescript/bin/tsc'), '-p', 'packages/web/tsconfig.json'],
  ['types of their tests', bin('typescript/bin/tsc'), '-p', 'e2e/pages/tsconfig.json'],
  ['types of the examples', bin('typescript/bin/tsc'), '-p', 'examples/tsconfig.json'],
  ['boundaries', 'scripts/boundaries.mjs'],
  ['table owners', 'scripts/table-owners.mjs'],
  ['house rules', 'scripts/house-rules.mjs'],
  ['regular expressions', 'scripts/regexes.mjs'],
  ['generated files', 'scripts/generate.mjs', '--check'],
  ['compatibility of the API', 'scripts/api-compatibility.mjs'],
]

ensureInstalled()
build()
const failed = []
for (const [name, ...command] of STEPS) {
  const started = performance.now()
  const done = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (done.status === 0) {
    console.log(`✓ ${name} (${seconds} s)`)
    continue
  }
  failed.push(name)
  console.error(`✗ ${name} (${seconds} s)\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`)
}
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
