// API tests that `npm test` runs on one database, because no database decides what they check: HTTP, text, pages, protocols with other
// services, and refusals before any SQL. `npm run prove -- databases` runs them on both. The SQL of every route runs on both in
// route-matrix.api.test.ts.

export const ONE_DATABASE = {
  postgres: [
    'agents/abuse-mcp',
    'agents/batch',
    'agents/cancel',
    'agents/conformance',
    'agents/evaluation',
    'agents/mcp',
    'agents/tools',
    'areas/authorisation',
    'areas/portal',
    'http/abuse-probes',
    'http/abuse-slow-clients',
    'http/cors',
    'http/delivery',
    'http/hostile-input',
    'http/hostile-timing',
    'http/tracing',
    'modules/factors/passkeys',
    'modules/mail/reading',
    'modules/oauth/abuse-redirect',
    'modules/oauth/attacks',
    'modules/oauth/clients',
    'modules/oauth/documents',
    'modules/oauth/token-attacks',
    'modules/registry/registry',
    'modules/tax/tax',
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

const toFile = (name) => `packages/server/src/${name}.api.test.ts`

export const listOneDatabaseTests = () => Object.values(ONE_DATABASE).flat().map(toFile)

/** The tests that a run on the given database leaves to the other. */
export const listLeftOut = (database) =>
  Object.entries(ONE_DATABASE).flatMap(([name, tests]) => (name === database ? [] : tests.map(toFile)))
