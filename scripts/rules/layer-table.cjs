// The layers of the server and of the pages: which may import which, which files make them up, and which tables they own.
// module-table.cjs exports them.

/** Each layer of packages/server/src and the layers that it may import, itself aside. */
const LAYERS = {
  kernel: [],
  integrations: ['kernel'],
  config: ['kernel'],
  db: ['kernel'],
  deps: ['kernel', 'config', 'db', 'http', 'integrations'],
  jobs: ['kernel', 'db', 'deps'],
  http: ['kernel', 'config', 'db', 'deps', 'jobs', 'integrations'],
  modules: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations'],
  pages: ['kernel', 'config', 'deps', 'http', 'modules'],
  agents: ['kernel', 'config', 'deps', 'http', 'modules'],
  areas: ['kernel', 'config', 'db', 'deps', 'http', 'modules', 'agents'],
  wiring: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations', 'modules', 'pages', 'agents', 'areas'],
  commands: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'modules', 'wiring'],
}

/** Which files make up a layer, as a regular expression below packages/server/src. */
const LAYER_FILES = {
  kernel: 'kernel/',
  integrations: 'integrations/',
  config: 'config\\.ts$',
  db: 'db/',
  deps: 'deps\\.ts$',
  jobs: 'jobs/',
  http: 'http/',
  modules: 'modules/',
  pages: 'pages/',
  agents: 'agents/',
  areas: 'areas/',
  wiring: '(app|background|document|service|service-secrets)\\.ts$',
  commands: 'commands/',
}

/** Folders of the pages and the folders that each may import, itself aside. */
const WEB_LAYERS = {
  ui: [],
  api: [],
  enhance: ['ui'],
  frames: ['ui', 'context'],
  features: ['ui', 'api', 'context'],
  pages: ['features', 'frames', 'ui', 'api', 'context'],
}

/** Layers that have tables of their own, with the same rights as modules; `wiring` is app.ts and service.ts. */
const LAYER_TABLES = {
  db: { tables: ['schema_migrations', 'sql_code', 'service_state'] },
  http: { tables: ['used_nonces', 'nonces', 'rate_buckets', 'idempotency_keys'] },
  jobs: { tables: ['job_leases'], calls: ['sandbox_seconds_ahead'] },
}

module.exports = { LAYERS, LAYER_FILES, LAYER_TABLES, WEB_LAYERS }
