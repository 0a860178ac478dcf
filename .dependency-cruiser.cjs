// The direction of imports, as rules for dependency-cruiser. The tables they are made from are in scripts/rules/module-table.cjs.
const { LAYER_FILES, LAYERS, MODULES, RULES_MAY_ALSO_IMPORT, WEB_LAYERS } = require('./scripts/rules/module-table.cjs')

const SRC = '^packages/server/src/'
const TEST = '\\.test\\.ts$'
// A hash or a MAC is a pure function; randomness and time are not taken from here.
const HASHES = '^(node:)?crypto$'
// The words in which the engine asks an index for names; a store answers in them.
const SEARCH_WORDS = '^packages/search/src/index\\.ts$'
const RULES = '(rules|rules/[a-z-]+)\\.ts$'
const STORE = '(store|store/[a-z-]+)\\.ts$'
const SERVICE = '(service|(service|dispatcher)/[a-z-]+)\\.ts$'

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: TEST, ...from },
  to,
})

const layers = Object.entries(LAYERS).map(([layer, below]) =>
  forbid(
    `layer-${layer}`,
    `${layer} may import ${below.join(', ') || 'nothing of the server but itself'}.`,
    { path: SRC + LAYER_FILES[layer] },
    { path: SRC, pathNot: [layer, ...below].map((name) => SRC + LAYER_FILES[name]) },
  ),
)

const modules = Object.entries(MODULES).map(([name, { mayImport }]) =>
  forbid(
    `module-${name}`,
    `${name} may import ${mayImport.map((other) => `${other}/index.ts`).join(', ') || 'no other module'}.`,
    { path: `${SRC}modules/${name}/`, pathNot: [TEST, `${SRC}modules/${name}/${RULES}`] },
    {
      path: `${SRC}modules/(?!${name}/)`,
      pathNot: mayImport.map((other) => `${SRC}modules/${other}/index\\.ts$`),
    },
  ),
)

const pureRules = Object.entries(MODULES).map(([name, { mayImport }]) =>
  forbid(
    `rules-are-pure-${name}`,
    'rules.ts imports only the kernel, other rules of its module, and the rules of the modules that it may import.',
    { path: `${SRC}modules/${name}/${RULES}` },
    {
      path: '.',
      pathNot: [
        `${SRC}kernel/`,
        `${SRC}modules/${name}/${RULES}`,
        ...mayImport.map((other) => `${SRC}modules/${other}/${RULES}`),
        HASHES,
        ...(RULES_MAY_ALSO_IMPORT[name] ?? []).map((dependency) => `(^|/)node_modules/${dependency}/|^${dependency}$`),
      ],
    },
  ),
)

const WEB = '^packages/web/src/'
const webLayers = Object.entries(WEB_LAYERS).map(([layer, below]) =>
  forbid(
    `web-${layer}`,
    `${layer} may import ${below.join(', ') || 'nothing of the pages but itself'}.`,
    { path: `${WEB}${layer}/` },
    { path: WEB, pathNot: [layer, ...below].map((name) => `${WEB}${name}(/|\\.ts$)`) },
  ),
)

module.exports = {
  forbidden: [
    forbid('no-unresolved', 'An import that resolves to nothing.', {}, { couldNotResolve: true }),
    forbid(
      'kernel-is-pure',
      'The kernel imports Node, tldts and tr46.',
      { path: `${SRC}kernel/` },
      {
        dependencyTypesNot: ['core'],
        pathNot: [`${SRC}kernel/`, '(^|/)node_modules/(tldts|tr46)/'],
      },
    ),
    ...layers,
    ...modules,
    ...pureRules,
    // `$1` is the module that `from.path` caught.
    forbid(
      'stores-know-only-db',
      'A store imports db, the kernel, and the rules and other stores of its own module.',
      { path: `${SRC}modules/([^/]+)/${STORE}` },
      {
        path: '.',
        pathNot: [`${SRC}(db|kernel)/`, `${SRC}modules/$1/${RULES}`, `${SRC}modules/$1/${STORE}`, HASHES, SEARCH_WORDS],
      },
    ),
    forbid(
      'services-know-no-http',
      'Only routes, http.ts and views know HTTP.',
      { path: `${SRC}modules/[^/]+/${SERVICE}` },
      { path: `${SRC}(http/|modules/[^/]+/(routes\\.|http\\.ts$|views(\\.ts$|/)))` },
    ),
    forbid(
      'routes-are-mounted-from-above',
      'Nothing but an area, the pages, the agents, or a route of the same module imports a route.',
      { path: `${SRC}(?!(areas|pages|agents)/)`, pathNot: [TEST, `${SRC}modules/[^/]+/routes\\.`] },
      { path: `${SRC}modules/[^/]+/routes\\.` },
    ),
    forbid(
      'modules-have-one-door',
      'From above, a module is its index and its routes.',
      { path: `${SRC}(pages/|agents/|areas/|commands/|(app|document|service)\\.ts$)` },
      { path: `${SRC}modules/`, pathNot: `${SRC}modules/[^/]+/(index|routes\\.[a-z]+)\\.ts$` },
    ),
    // The two rules that look at values only (this one, and no cycles) are finished in scripts/rules/boundaries.mjs.
    forbid(
      'integrations-arrive-in-deps',
      'Modules and what is below them see integrations as types only.',
      { path: `${SRC}(jobs|http|modules|pages|agents|areas)/` },
      { path: `${SRC}integrations/` },
    ),
    forbid(
      'nothing-imports-main',
      'main.ts is the end of the line.',
      { path: `${SRC}(?!index\\.ts$)` },
      {
        path: `${SRC}(main|index)\\.ts$`,
      },
    ),
    forbid(
      'server-knows-epp-search-and-pages',
      'Of the other packages the server uses EPP, the search engine, and the pages to render them.',
      { path: SRC },
      {
        path: '(^|/)packages/(?!server/|epp/|search/|web/)',
      },
    ),
    forbid(
      'pages-have-one-door',
      'Pages are rendered through the index of the web package.',
      { path: SRC },
      { path: '(^|/)packages/web/', pathNot: 'packages/web/(src/index\\.ts|dist/index\\.d\\.ts)$' },
    ),
    forbid(
      'rendering-is-http',
      'Modules hand over what a page shows; the HTTP layer renders it, and the pages serve its assets.',
      { path: `${SRC}(?!http/|pages/assets\\.ts$)` },
      { path: '(^|/)packages/web/' },
    ),
    forbid(
      'epp-is-an-integration',
      'Integrations speak EPP; a command starts the registry simulator.',
      { path: `${SRC}(?!integrations/|commands/)` },
      { path: '(^|/)packages/epp/' },
    ),
    forbid(
      'epp-stands-alone',
      'EPP knows no other package.',
      { path: '^packages/epp/' },
      {
        path: '(^|/)packages/(?!epp/)',
      },
    ),
    forbid(
      'search-stands-alone',
      'The search engine knows no other package.',
      { path: '^packages/search/' },
      {
        path: '(^|/)packages/(?!search/)',
      },
    ),
    forbid(
      'sdk-stands-alone',
      'The SDK has no dependency at all.',
      { path: '^packages/sdk/src/' },
      {
        path: '.',
        pathNot: '^packages/sdk/',
      },
    ),
    forbid(
      'cli-knows-only-sdk',
      'The command line speaks to the service through the SDK.',
      { path: '^packages/cli/' },
      {
        path: '(^|/)packages/',
        pathNot: '(^|/)packages/(cli|sdk)/',
      },
    ),
    ...webLayers,
    forbid(
      'features-stand-alone',
      'A feature imports no other feature; what they share is a part of ui.',
      { path: '^packages/web/src/features/([^/]+)/' },
      { path: '^packages/web/src/features/(?!$1/)' },
    ),
    forbid(
      'web-knows-only-sdk',
      'The pages speak to the service over HTTP.',
      { path: '^packages/web/' },
      {
        path: '(^|/)packages/',
        pathNot: '(^|/)packages/(web|sdk)/',
      },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler API that dependency-cruiser knows; without another parser it sees no module at all.
    // swc sees every import, types included, but does not tell them apart.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['freehold-source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
