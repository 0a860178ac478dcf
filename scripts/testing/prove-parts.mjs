// What `npm run prove` runs: the tests that `npm test` leaves to CI, long forms of faults, failovers, hostile input, abuse and random
// histories, both color schemes of every page, and on both databases what else runs on one.
import { listOneDatabaseTests } from './test-tiers.mjs'

/** Tests by a part of their path, and the size of their long form. prove.test.ts checks that no test is left out. */
export const PARTS = {
  // In their short form, as `npm test` runs the others: test-tiers.mjs has the list.
  rest: { tests: [], env: { TEST_TIER: 'rest' }, isShort: true },
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
      'e2e/registration-kills',
      'packages/epp/',
    ],
    env: {
      KILL_ROUNDS_EMBEDDED: '100',
      KILL_ROUNDS_POSTGRES: '200',
      FAULT_ROUNDS: '5',
      SETTLEMENT_KILL_ROUNDS: '50',
      SETTLEMENT_ORDERS: '3000',
      MAIL_KILL_ROUNDS: '200',
      MAIL_MESSAGES: '2000',
      DELIVERY_KILLS: '300',
      REGISTRATION_KILLS: '300',
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
    tests: [
      'e2e/cluster',
      'e2e/failover',
      'e2e/pooler',
      'e2e/admission',
      'e2e/search-processes',
      'packages/server/src/http/admission/redis',
      'packages/server/src/modules/search/processes',
    ],
    env: {
      CLUSTER_FAULTS: '100',
      CLUSTER_ROUNDS: '3',
      CLUSTER_KILLS: '12',
      READY_SECONDS_MAX: '10',
      IMPORT_NAMES: '20000',
      FOUND_SECONDS_MAX: '1',
      ANSWER_SECONDS_MAX: '2',
    },
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
  cases: {
    tests: [
      'e2e/upgrade',
      'e2e/backup',
      'e2e/production-guides',
      'e2e/image',
      'e2e/pages/buyer',
      'e2e/pages/claim',
      'e2e/pages/consent',
      'e2e/pages/bulk',
      'e2e/pages/seller-story',
      'e2e/pages/portal-bulk',
      'e2e/pages/team',
      'e2e/pages/docs',
    ],
    env: { WHOLE: '1' },
  },
  pages: { tests: ['e2e/pages/every-', 'e2e/pages/some-'], env: { PAGE_SCHEMES: 'both' } },
  abuse: {
    tests: ['/abuse-', 'packages/server/src/http/overload', 'scripts/rules/regexes'],
    env: { ABUSE_ALL: '1', ABUSE_ROUNDS: '10', SLOW_CLIENTS_FACTOR_MAX: '3' },
  },
  histories: {
    tests: [
      'packages/server/src/modules/audit/ledger-properties',
      'packages/server/src/modules/settlement/tie-out',
      'packages/server/src/modules/disputes/histories',
      'packages/server/src/modules/referrals/referral-properties',
      'packages/server/src/modules/sellers/seller-properties',
      'packages/server/src/modules/orders/sale-parity',
      'packages/server/src/modules/orders/order-view-parity',
    ],
    env: { PROPERTY_RUNS: '200', TIE_OUT_RUNS: '60', HISTORIES: '1000', HISTORY_STEPS: '200', HISTORY_MARKETS: '2' },
  },
}
