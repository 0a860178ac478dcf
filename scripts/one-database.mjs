// API tests that `npm test` runs on one database, because no database decides what they check: HTTP, text, pages and refusals before
// any SQL. `npm run prove -- databases` runs them on both.

export const ONE_DATABASE = {
  postgres: [
    'agents/abuse-mcp',
    'agents/cancel',
    'agents/conformance',
    'agents/evaluation',
    'agents/mcp',
    'areas/authorisation',
    'areas/portal',
    'http/abuse-slow-clients',
    'http/cors',
    'http/delivery',
    'http/tracing',
    'modules/oauth/abuse-redirect',
    'modules/oauth/attacks',
    'pages/docs',
    'pages/guides',
    'pages/messages',
    'pages/page-limits',
    'pages/pages',
    'pages/share-images',
  ],
  // They compare the processor time of the service, which includes this database.
  embedded: ['http/abuse-cpu', 'http/abuse-input'],
}

const toFile = (name) => `packages/server/src/${name}.api.test.ts`

export const listOneDatabaseTests = () => Object.values(ONE_DATABASE).flat().map(toFile)

/** The tests that a run on the given database leaves to the other. */
export const listLeftOut = (database) =>
  Object.entries(ONE_DATABASE).flatMap(([name, tests]) => (name === database ? [] : tests.map(toFile)))
