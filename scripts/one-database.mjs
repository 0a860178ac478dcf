// API tests that `npm test` runs on one database; `npm run prove -- databases` runs them on both. The SQL of every route runs on both
// in route-matrix.api.test.ts, and so does the main test of every module.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Tests that `npm test` runs on both databases. Both are PostgreSQL and run the same SQL, so one or two tests of a module, those that
 * reach most of its SQL, show that it runs on the embedded database too.
 */
const BOTH = [
  'areas/route-matrix',
  'commands/create-operator',
  'db/database',
  'db/history-partitions',
  'db/partitions',
  'db/sql-code',
  'http/admission',
  'http/idempotency',
  'http/rate-limit',
  'jobs/schedule',
  'modules/accounts/accounts',
  'modules/accounts/sessions',
  'modules/brokerage/brokerage',
  'modules/catalog/catalog',
  'modules/catalog/listings',
  'modules/catalog/market',
  'modules/changes/changes',
  'modules/checkout/checkout',
  'modules/delivery/delivery',
  'modules/disputes/disputes',
  'modules/documents/documents',
  'modules/domains/domains',
  'modules/factors/second-step',
  'modules/mail/mail-off',
  'modules/mail/reading',
  'modules/oauth/flow',
  'modules/offers/offers',
  'modules/operator/audit',
  'modules/operator/console',
  'modules/operator/tables',
  'modules/orders/orders',
  'modules/orders/reconcile',
  'modules/partners/partners',
  'modules/payees/payees',
  'modules/privacy/privacy',
  'modules/quotes/quotes',
  'modules/referrals/referrals',
  'modules/registrations/commands',
  'modules/registrations/reminders',
  'modules/requests/requests',
  'modules/roles/invitations',
  'modules/sandbox/reset',
  'modules/search/sellable-parity',
  'modules/sellers/listings',
  'modules/sellers/money',
  'modules/settlement/settlement',
  'modules/tax/tax',
  'modules/team/team',
  'modules/watches/watches',
  'modules/webhooks/attempts',
  'modules/webhooks/endpoints',
  'modules/webhooks/events',
  'modules/webhooks/recover',
]

/** They compare the processor time of the service, which includes this database. */
const EMBEDDED = ['http/abuse-cpu', 'http/abuse-input']

const SOURCE = fileURLToPath(new URL('../packages/server/src/', import.meta.url))
const SUFFIX = '.api.test.ts'

/** Where transactions compete, as they do in production: a test runs here unless it is listed above. */
const listOnPostgres = () =>
  readdirSync(SOURCE, { recursive: true })
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.replaceAll('\\', '/').slice(0, -SUFFIX.length))
    .filter((name) => !BOTH.includes(name) && !EMBEDDED.includes(name))
    .sort()

export const ONE_DATABASE = { postgres: listOnPostgres(), embedded: EMBEDDED }

const toFile = (name) => `packages/server/src/${name}${SUFFIX}`

export const listOneDatabaseTests = () => Object.values(ONE_DATABASE).flat().map(toFile)

export const listBothDatabaseTests = () => BOTH.map(toFile)

/** The tests that a run on the given database leaves to the other. */
export const listLeftOut = (database) =>
  Object.entries(ONE_DATABASE).flatMap(([name, tests]) => (name === database ? [] : tests.map(toFile)))
