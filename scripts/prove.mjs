// `npm run prove`: what `npm test` leaves out, and the long forms of tests that it runs briefly (prove-parts.mjs lists them). Arguments
// select parts: `npm run prove -- abuse`. `npm run bench` measures performance.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'
import { PARTS } from './testing/prove-parts.mjs'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`prove: unknown part ${unknown.join(', ')}. Use ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

ensureInstalled()
build()

/** One file at a time, because some tests measure how fast the service recovers. */
const LONG_FORM = ['--maxWorkers=1', '--testTimeout=7200000', '--reporter=verbose']

const outcomes = Object.entries(PARTS)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([name, { tests, env, isShort }]) => {
    const begun = Date.now()
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const { status } = spawnSync(process.execPath, [vitest, 'run', ...(isShort ? [] : LONG_FORM), ...tests], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    return { name, held: status === 0, minutes: ((Date.now() - begun) / 60_000).toFixed(1) }
  })

for (const { name, held, minutes } of outcomes) console.log(`${name}: ${held ? 'passed' : 'FAILED'} (${minutes} min)`)
process.exitCode = outcomes.every(({ held }) => held) ? 0 : 1
