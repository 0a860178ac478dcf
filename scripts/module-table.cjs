// The modules of the server: what each owns, and whose index it may import. The boundary check and ARCHITECTURE.md read it.

/** A folder below modules/ that is not here is an error; so is an import that is not here. */
const MODULES = {
  accounts: { owns: 'users, sessions, operator tokens', mayImport: [] },
  partners: { owns: 'partners, credentials, scopes, approval', mayImport: [] },
  requests: { owns: "the log of partners' signed requests, the signature doctor", mayImport: [] },
  catalog: { owns: 'listings, availability, prices, imports', mayImport: [] },
  registry: { owns: 'TLD prices and rules, registration data', mayImport: ['catalog'] },
  domains: { owns: "people's own names, operations on many of them", mayImport: ['catalog', 'registry'] },
  ledger: { owns: 'postings, balances, commission entries', mayImport: [] },
  webhooks: { owns: 'endpoints, events, delivery, history', mayImport: [] },
  quotes: { owns: 'reservations and quote tokens', mayImport: ['catalog'] },
  orders: {
    owns: 'orders, timeline, refunds',
    mayImport: ['quotes', 'catalog', 'domains', 'ledger', 'webhooks', 'referrals'],
  },
  referrals: { owns: 'links, clicks, attribution', mayImport: ['catalog', 'ledger'] },
  checkout: {
    owns: 'checkout sessions and payment',
    mayImport: ['quotes', 'orders', 'referrals', 'catalog', 'ledger', 'webhooks'],
  },
  brokerage: { owns: 'brokerage cases and their progress', mayImport: ['partners', 'catalog', 'ledger', 'webhooks'] },
  settlement: {
    owns: 'periods, statements, payouts, analytics',
    mayImport: ['partners', 'orders', 'brokerage', 'referrals', 'ledger', 'webhooks'],
  },
  oauth: { owns: 'clients, codes, tokens, metadata', mayImport: ['accounts'] },
  operator: {
    owns: "the audit log, the console's queue, search and overview",
    mayImport: ['catalog', 'ledger'],
  },
  search: { owns: 'the search index over the catalogue', mayImport: ['catalog'] },
  sandbox: {
    owns: "the partner's own clock, sales made up on request",
    mayImport: [
      'partners',
      'quotes',
      'webhooks',
      'catalog',
      'orders',
      'checkout',
      'referrals',
      'brokerage',
      'settlement',
    ],
  },
}

/** The files of a module. The first ones may be a folder of files instead: rules, store and views by noun, service by verb. */
const MODULE_FILES = {
  fileOrFolder: ['rules', 'store', 'service', 'http', 'views'],
  file: ['data', 'pages', 'jobs', 'index'],
  routes: ['partner', 'operator', 'portal', 'public', 'oauth', 'hosted'],
}

/** What a module has beside them, and why. */
const MODULE_FILES_ALSO = {
  // The demonstration inventory is a program of its own.
  catalog: ['seed/'],
  // Every table of the database, of all modules: what makes it grow and how long its rows are kept.
  operator: ['tables.ts'],
}

/** Modules that do not keep to the files yet. Nothing is added here; what is renamed is taken out. */
const MODULES_UNSETTLED = ['webhooks', 'ledger']

/** Pure rules import the kernel alone; what else one of them may, and why. */
const RULES_MAY_ALSO_IMPORT = {
  // The password hash is a native function without state.
  accounts: ['@node-rs/argon2'],
}

/** Each layer of packages/server/src and the layers that it may import, itself aside. */
const LAYERS = {
  kernel: [],
  integrations: ['kernel'],
  config: ['kernel'],
  db: ['kernel'],
  deps: ['kernel', 'config', 'db', 'jobs', 'http', 'integrations'],
  jobs: ['kernel', 'config', 'db', 'deps', 'integrations'],
  http: ['kernel', 'config', 'db', 'deps', 'integrations'],
  modules: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations'],
  pages: ['kernel', 'config', 'db', 'deps', 'http', 'integrations', 'modules'],
  agents: ['kernel', 'config', 'db', 'deps', 'http', 'integrations', 'modules'],
  areas: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations', 'modules', 'agents'],
  wiring: ['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations', 'modules', 'pages', 'agents', 'areas'],
  commands: [
    ...['kernel', 'config', 'db', 'deps', 'jobs', 'http', 'integrations', 'modules', 'pages', 'agents', 'areas'],
    'wiring',
  ],
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
  wiring: '(app|service)\\.ts$',
  commands: 'commands/',
}

module.exports = {
  MODULES,
  MODULE_FILES,
  MODULE_FILES_ALSO,
  MODULES_UNSETTLED,
  RULES_MAY_ALSO_IMPORT,
  LAYERS,
  LAYER_FILES,
}
