// `npm run bench [-- NAME…] [--quick] [--dry]`: runs the benches one after another, keeps what they measured in
// docs/performance/results.json, and writes the tables and the picture anew. `--dry` keeps nothing; `--draw` only writes anew.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BENCHES } from './benches.mjs'
import { drawRatios } from './picture.mjs'
import { withScaleTables } from './scale/tables.mjs'
import { mergeResults, withTables } from './tables.mjs'

const docs = (file) => fileURLToPath(new URL(`../docs/${file}`, import.meta.url))
const [RESULTS, TABLES, SCALE, PICTURE] = [
  ...['performance/results.json', 'performance.md'],
  ...['scale.md', 'performance/ratios.svg'],
].map(docs)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, dry: { type: 'boolean' }, draw: { type: 'boolean' } },
})

function chosenBenches() {
  if (options.draw) return []
  const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name))
  if (unknown.length > 0) {
    console.error(`there is no bench ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}`)
    process.exit(1)
  }
  return positionals.length === 0 ? BENCHES : BENCHES.filter(({ name }) => positionals.includes(name))
}

/** What the bench reported, even if it failed after that. */
function runBench(bench, size, folder) {
  const kept = path.join(folder, `${bench.name}.ndjson`)
  const started = performance.now()
  console.log(`\n# ${bench.name}, ${size}`)
  const file = fileURLToPath(new URL(`./${bench.name}/run.mjs`, import.meta.url))
  const { status } = spawnSync(process.execPath, [file, ...bench[size]], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_RESULT: kept, BENCH_SIZE: size },
  })
  console.log(`# ${bench.name} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const lines = existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n') : []
  return { failed: status !== 0, results: lines.map((line) => JSON.parse(line)) }
}

function writeDocs(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(TABLES, withTables(readFileSync(TABLES, 'utf8'), results))
  writeFileSync(SCALE, withScaleTables(readFileSync(SCALE, 'utf8'), results))
  writeFileSync(PICTURE, drawRatios(results))
}

/** What the benches compare with is a package of its own: nobody who only runs the service downloads it. */
function ensurePeersInstalled() {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  if (existsSync(path.join(folder, 'node_modules', '.package-lock.json'))) return
  console.log('Installing what the benches compare with …')
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status === 0) return
  console.error('bench: npm could not install the packages in bench/; see above')
  process.exit(1)
}

if (!options.draw) ensurePeersInstalled()
const size = options.quick ? 'quick' : 'full'
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-bench-results-'))
const failed = []
let results = JSON.parse(readFileSync(RESULTS, 'utf8'))
for (const bench of chosenBenches()) {
  const done = runBench(bench, size, folder)
  if (done.failed) failed.push(bench.name)
  results = done.results.reduce(mergeResults, results)
  // After each, so that a run that is broken off has kept what it measured.
  if (!options.dry) writeDocs(results)
}
if (options.draw) writeDocs(results)
rmSync(folder, { recursive: true })
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`)
  process.exitCode = 1
}
