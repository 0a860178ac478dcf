// `npm run prove`: long runs of tests that `npm test` runs briefly (faults, failovers, hostile input, abuse, random histories), and on both
// databases what `npm test` runs on one. Arguments select parts: `npm run prove -- abuse`. `npm run bench` measures performance.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'
import { listOneDatabaseTests } from './one-database.mjs'

const PARTS = {
  faults: {
    tests: [
      'e2e/kills',
      'e2e/network',
      'e2e/full-disk',
      'e2e/clock',
      'e2e/rollout',
      'e2e/webhooks',
      'e2e/stop',
      'e2e/settlement',
      'e2e/mail',
      'e2e/delivery',
      'e2e/changes',
      'packages/epp/',
    ],
    env: {
      KILL_ROUNDS_EMBEDDED: '100',
      KILL_ROUNDS_POSTGRES: '200',
      FAULT_ROUNDS: '5',
      SETTLEMENT_KILL_ROUNDS: '50',
      MAIL_KILL_ROUNDS: '200',
      MAIL_MESSAGES: '2000',
      DELIVERY_KILL_ROUNDS: '300',
      REGISTRATION_KILL_ROUNDS: '300',
      DELIVERY_ORDERS: '3000',
      CHANGE_ORDERS: '1000',
      CHANGE_SECONDS_MAX: '1',
      EPP_RENEWALS: '1000',
      EPP_FRAME_RUNS: '20000',
      READY_SECONDS_MAX: '10',
      SOLD_SECONDS_MAX: '25',
    },
  },
  cluster: {
    tests: ['e2e/failover', 'e2e/pooler', 'e2e/admission', 'packages/server/src/http/admission-redis'],
    env: { CLUSTER_ROUNDS: '17', READY_SECONDS_MAX: '10' },
  },
  hostile: {
    tests: [
      'packages/server/src/http/hostile-',
      'packages/server/src/areas/authorisation',
      'packages/server/src/areas/route-matrix',
      'packages/server/src/modules/roles/roles',
      'e2e/secrets-in-logs',
    ],
    env: { HOSTILE_CASES: '20000', UNDIVIDED: '1' },
  },
  databases: { tests: listOneDatabaseTests(), env: { UNDIVIDED: '1' } },
  abuse: {
    tests: ['/abuse-', 'packages/server/src/http/overload', 'scripts/regexes'],
    env: { ABUSE_ALL: '1', ABUSE_ROUNDS: '10', SLOW_CLIENTS_FACTOR_MAX: '3' },
  },
  histories: {
    tests: [
      'packages/server/src/modules/audit/ledger-properties',
      'packages/server/src/modules/settlement/tie-out',
      'packages/server/src/modules/referrals/referral-properties',
      'packages/server/src/modules/orders/sale-parity',
      'packages/server/src/modules/orders/order-view-parity',
    ],
    env: { PROPERTY_RUNS: '200', TIE_OUT_RUNS: '60' },
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`prove: unknown part ${unknown.join(', ')}. Use ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

ensureInstalled()
build()

const outcomes = Object.entries(PARTS)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([name, { tests, env }]) => {
    const begun = Date.now()
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    // One file at a time, because some tests measure how fast the service recovers.
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'run', '--maxWorkers=1', '--testTimeout=7200000', '--reporter=verbose', ...tests],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
    )
    return { name, held: status === 0, minutes: ((Date.now() - begun) / 60_000).toFixed(1) }
  })

for (const { name, held, minutes } of outcomes) console.log(`${name}: ${held ? 'passed' : 'FAILED'} (${minutes} min)`)
process.exitCode = outcomes.every(({ held }) => held) ? 0 : 1
