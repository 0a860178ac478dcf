// API tests that `npm test` runs on one database; `npm run prove -- databases` runs them on both. The SQL of every route runs on both
// in route-matrix.api.test.ts, and so does the main test of every module.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Attacks, races, planted bugs and random histories repeat on a grand scale what the main tests of a module check on both databases.
 * They run on PostgreSQL, where transactions compete; the embedded database runs one at a time.
 */
const REPEATING =
  /(^|\/)(abuse-[\w-]+|hostile-[\w-]+|races|interruption|tie-out|histories|[\w-]+-(mutants|properties|parity))$/

/** No database decides what these check: HTTP, text, pages, protocols with other services, and refusals before any SQL. */
const DECIDED_BY_NONE = {
  postgres: [
    'agents/batch',
    'agents/cancel',
    'agents/conformance',
    'agents/evaluation',
    'agents/mcp',
    'agents/tools',
    'areas/authorisation',
    'areas/portal',
    'http/cors',
    'http/delivery',
    'http/tracing',
    'modules/delivery/faults',
    'modules/factors/passkeys',
    'modules/mail/reading',
    'modules/mail/sending',
    'modules/oauth/attacks',
    'modules/oauth/clients',
    'modules/oauth/documents',
    'modules/oauth/token-attacks',
    'modules/registry/registry',
    'modules/roles/roles',
    'modules/sso/sso',
    'modules/webhooks/addresses',
    'pages/docs',
    'pages/guides',
    'pages/market-pages',
    'pages/messages',
    'pages/page-limits',
    'pages/pages',
    'pages/share-images',
    'pages/shop',
    'pages/workplaces',
  ],
  // They compare the processor time of the service, which includes this database.
  embedded: ['http/abuse-cpu', 'http/abuse-input'],
}

const SOURCE = fileURLToPath(new URL('../packages/server/src/', import.meta.url))
const SUFFIX = '.api.test.ts'

const listRepeating = () =>
  readdirSync(SOURCE, { recursive: true })
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.replaceAll('\\', '/').slice(0, -SUFFIX.length))
    .filter((name) => REPEATING.test(name) && !DECIDED_BY_NONE.embedded.includes(name))
    .sort()

export const ONE_DATABASE = {
  postgres: [...DECIDED_BY_NONE.postgres, ...listRepeating()],
  embedded: DECIDED_BY_NONE.embedded,
}

const toFile = (name) => `packages/server/src/${name}${SUFFIX}`

export const listOneDatabaseTests = () => Object.values(ONE_DATABASE).flat().map(toFile)

/** The tests that a run on the given database leaves to the other. */
export const listLeftOut = (database) =>
  Object.entries(ONE_DATABASE).flatMap(([name, tests]) => (name === database ? [] : tests.map(toFile)))
