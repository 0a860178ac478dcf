// Which tests `npm test` runs, which it leaves to `npm run prove -- rest`, and on which database. CI runs both, so each change is checked
// by all of them in their short form. A test file that is not listed here runs in `npm test`, an API test on PostgreSQL.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = 'packages/server/src/'
const SUFFIX = '.api.test.ts'
const toApiFile = (name) => `${SOURCE}${name}${SUFFIX}`

/**
 * API tests that `npm test` also runs on the embedded database: the samples of all routes, and what depends on how that database handles
 * connections, locks, partitions and search.
 */
const EMBEDDED_FIRST = [
  'areas/route-matrix',
  'db/database',
  'db/partitions',
  'http/admission/admission',
  'http/idempotency',
  'modules/orders/orders',
  'modules/search/sellable-parity',
  'modules/webhooks/events',
]

/** API tests that the part `rest` also runs on the embedded database: of each module those that reach most of its SQL. */
const EMBEDDED_REST = [
  'commands/create-operator',
  'db/companion',
  'db/history-partitions',
  'db/sql-code',
  'http/admission/nonce-slots',
  'http/admission/rate-limit',
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
  'modules/offers/settle-parity',
  'modules/operator/audit',
  'modules/operator/console',
  'modules/operator/tables',
  'modules/orders/order-view-parity',
  'modules/orders/reconcile',
  'modules/orders/sale-parity',
  'modules/orders/status-parity',
  'modules/partners/clock-parity',
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
  'modules/sellers/fee-parity',
  'modules/sellers/listings',
  'modules/sellers/money',
  'modules/settlement/settlement',
  'modules/tax/tax',
  'modules/team/team',
  'modules/watches/watches',
  'modules/webhooks/attempts',
  'modules/webhooks/endpoints',
  'modules/webhooks/recover',
]

/** They run on the embedded database only: they compare the processor time of the service, which includes this database. */
const EMBEDDED_ONLY = ['http/abuse-cpu', 'http/abuse-input']

/**
 * What `npm test` leaves to the part `rest`, by what `npm test` has instead. Guarantees about other faults and other ways to run the
 * service are tested only in `rest`. Files that take less than three seconds of processor time stay in `npm test`.
 */
const REST = {
  rules: [
    // The check judges every regular expression; this tests the judge.
    'scripts/rules/regexes.test.ts',
    // Sources of the search data, which change with a training only.
    'scripts/search-data.test.ts',
    // Files for other programs, which change seldom: packages for the registry, and what a cluster and its monitoring read.
    'scripts/deploy/alerts.test.ts',
    'scripts/deploy/deploy-schemas.test.ts',
    'scripts/packages/publish.test.ts',
    // A first start from copies of the sources, and probes with waits.
    'scripts/start.test.ts',
    'packages/server/src/integrations/site-probe/site-probe.test.ts',
  ],
  api: [
    // Random histories and exhaustive input: the books, cursors and requests have their main tests.
    'http/hostile-cursors',
    'http/hostile-requests',
    'modules/audit/ledger-properties',
    'modules/disputes/histories',
    'modules/referrals/referral-properties',
    'modules/sellers/seller-properties',
    'modules/settlement/tie-out',
    // Attacks by load: each limit has its test where it is set.
    'http/abuse-slow-clients',
    'modules/checkout/abuse-holds',
    'modules/quotes/abuse-quotes',
    'modules/requests/abuse-log',
    // Faults of other services, with waits: orders, delivery and webhooks have their main tests.
    'http/admission/redis',
    'http/tracing',
    'modules/delivery/connector',
    'modules/delivery/faults',
    'modules/delivery/messages',
    'modules/operator/gauges',
    'modules/registrations/faults',
    'modules/search/processes',
    'modules/settlement/interruption',
    'modules/team/notices',
    'modules/webhooks/lanes',
    // The official suite of MCP; our tests of MCP stay.
    'agents/conformance',
    // Files that are watched, with waits.
    'modules/catalog/watch',
  ],
  service: [
    // Other faults: `npm test` has kills, a stop and an upgrade.
    'abuse-slow-clients',
    'backup',
    'backup-embedded',
    'changes',
    'clicks',
    'clock',
    'delivery',
    'delivery-epp',
    'delivery-epp-kills',
    'delivery-story',
    'failover',
    'full-disk',
    'kills-embedded',
    'mail',
    'network',
    'refusals',
    'registration-kills',
    'registry-simulator',
    'rollout',
    'secrets-in-logs',
    'settlement',
    'stop-more',
    'webhooks',
    // Other ways to run it: poolers, replicas, whole clusters, several processes, the image, a proxy, and the move to another database.
    'admission',
    'cluster',
    'container',
    'copy-to',
    'image',
    'nginx',
    'pooler',
    'postgres',
    'replica',
    'search-processes',
    // What developers use besides the CLI, and the guides as pasted.
    'cli-more',
    'collection',
    'examples',
    'first-hour',
    'guides',
    'production-guides',
    'sdk',
    'shell-blocks-run',
    // Pages: `npm test` has a story of buyer, seller, partner and operator, and a page of each kind.
    'pages/browser-app',
    'pages/bulk',
    'pages/buyer-troubles',
    'pages/claim',
    'pages/consent',
    'pages/docs',
    'pages/every-other-page',
    'pages/every-public-page',
    'pages/every-workplace-page',
    'pages/identity',
    'pages/live',
    'pages/mail',
    'pages/market-flows',
    'pages/offers',
    'pages/operator-tools',
    'pages/operators',
    'pages/orders',
    'pages/partner-tools',
    'pages/payouts',
    'pages/portal-bulk',
    'pages/registry',
    'pages/second-factor',
    'pages/team',
    'pages/visitor',
  ],
}

function* filesBelow(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesBelow(file)
    else if (entry.name.endsWith('.test.ts')) yield file
  }
}

const listBelow = (folder) => [...filesBelow(folder)].sort()
const isApi = (file) => file.endsWith(SUFFIX)

/** Where transactions compete, as they do in production: an API test runs here unless it is listed above. */
const listApi = () => listBelow(SOURCE.slice(0, -1)).filter(isApi)

const BOTH = [...EMBEDDED_FIRST, ...EMBEDDED_REST].map(toApiFile)
const ONLY_EMBEDDED = EMBEDDED_ONLY.map(toApiFile)
const ONLY_POSTGRES = listApi().filter((file) => !BOTH.includes(file) && !ONLY_EMBEDDED.includes(file))

/** The files of each project in their short form, which the two tiers share between them. */
export const PROJECTS = {
  rules: [
    ...readdirSync(path.join(root, 'packages')).flatMap((name) => listBelow(`packages/${name}/src`)),
    ...listBelow('scripts'),
  ].filter((file) => !isApi(file)),
  'api on embedded': [...BOTH, ...ONLY_EMBEDDED],
  'api on postgres': [...BOTH, ...ONLY_POSTGRES],
  service: listBelow('e2e'),
}

const LEFT = {
  rules: REST.rules,
  'api on embedded': [...EMBEDDED_REST, ...EMBEDDED_ONLY].map(toApiFile),
  'api on postgres': REST.api.map(toApiFile),
  service: REST.service.map((name) => `e2e/${name}.test.ts`),
}

export const ONE_DATABASE = { postgres: ONLY_POSTGRES, embedded: ONLY_EMBEDDED }

/** API tests that run on one database; `npm run prove -- databases` runs them on both. */
export const listOneDatabaseTests = () => Object.values(ONE_DATABASE).flat()

export const listBothDatabaseTests = () => BOTH

export const listApiTests = () => [...BOTH, ...listOneDatabaseTests()]

/** The tests that `npm test` leaves out, by project. */
export const listLeft = (project) => LEFT[project]

/** The tests of a project in a tier: `first` is `npm test`, `rest` is the part of `npm run prove`; without a tier, both. */
export const listTests = (project, tier) =>
  PROJECTS[project].filter((file) => !tier || LEFT[project].includes(file) === (tier === 'rest'))
