// The documentation for people and for programs: reference, guides, search and request console, all made from the same document.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { readParameter } from '../http/incoming.ts'
import { API_FILE, OPERATOR_API_FILE, splitDocument } from '../http/openapi/parts.ts'
import { type PropsOf, type SearchEntry, sendMessage, sendPage } from '../http/page.ts'
import { toStaticBody } from '../http/static-body.ts'
import { lazy } from '../kernel/lazy.ts'
import { readGuides } from './guide-files.ts'
import { type OpenApi, readAreas } from './reference/document.ts'
import { searchEntries } from './reference/search-entries.ts'
import { docsNav, overviewProps, resourceProps } from './reference/views.ts'
import { publicOptions } from './visits.ts'

const CONSOLE = [
  '<h1>Request console</h1>',
  '<p>Send requests to this service from the browser.</p>',
  '<noscript><p>The request console needs JavaScript.</p></noscript>',
  '<div id="try-it"></div><script type="module" src="/docs/console.js"></script>',
].join('')

/** The console, and the SDK's own signer for it: what a partner runs is what the page runs. */
const SCRIPTS = {
  '/docs/console.js': new URL('../../assets/docs-console.js', import.meta.url),
  // By its folder: asked for by name, it would be found in the form for `require`, which no browser loads.
  '/docs/signing.js': new URL(
    'dist/signing.js',
    pathToFileURL(createRequire(import.meta.url).resolve('@freehold/sdk/package.json')),
  ),
}

const QUERY_MAX = 200
const config = { routeId: 'system.docs' }

export function mountDocs(app: FastifyInstance, deps: Deps, read: () => object): void {
  const document = read as () => OpenApi
  mountDocuments(app, deps, document)
  const nav = lazy(() => readNav(document()))
  mountReference(app, deps, document, nav)
  mountSearch(app, deps, document, nav)
  for (const [path, file] of Object.entries(SCRIPTS)) {
    const script = toStaticBody(readFileSync(file))
    app.get(path, { config }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
  }
}

function mountDocuments(app: FastifyInstance, { config: { baseUrl } }: Deps, document: () => OpenApi): void {
  const parts = lazy(() => splitDocument(document(), baseUrl))
  for (const file of [API_FILE, OPERATOR_API_FILE]) {
    const json = lazy(() => toStaticBody(JSON.stringify(parts()[file])))
    app.get(`/${file}`, { config: { routeId: 'system.openapi' } }, (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, no-cache')
        .header('access-control-allow-origin', '*')
        .send(json()),
    )
  }
}

/** Shared by guides and reference. */
export const readNav = (document: OpenApi) => docsNav(readAreas(document), readGuides())

type Nav = () => ReturnType<typeof readNav>

function mountReference(app: FastifyInstance, deps: Deps, document: () => OpenApi, nav: Nav): void {
  const { baseUrl } = deps.config
  const options = async (request: FastifyRequest, path: string) => ({
    ...(await publicOptions(deps, request, path)),
    isConstant: true,
  })
  const overview = lazy(() => overviewProps(document(), readAreas(document()), nav()))
  app.get('/docs', { config }, async (request, reply) =>
    sendPage(reply, {
      status: 200,
      name: 'reference-index',
      props: overview(),
      options: await options(request, '/docs'),
    }),
  )
  const consoleProps = lazy(
    (): PropsOf<'guide'> => ({
      nav: nav(),
      title: 'Request console',
      summary: 'Sign and send requests from the browser.',
      html: CONSOLE,
    }),
  )
  app.get('/docs/console', { config }, async (request, reply) =>
    sendPage(reply, {
      status: 200,
      name: 'guide',
      props: consoleProps(),
      options: await options(request, '/docs/console'),
    }),
  )
  // By path, not a route each: the document is built when someone reads it, not at every start.
  const resources = lazy(
    () =>
      new Map(
        readAreas(document()).flatMap((area) =>
          area.resources.map((resource) => [
            resource.path,
            lazy(() => resourceProps(document(), area, resource, { nav: nav(), baseUrl })),
          ]),
        ),
      ),
  )
  app.get<{ Params: { area: string; resource: string } }>(
    '/docs/api/:area/:resource',
    { config },
    async (request, reply) => {
      const path = `/docs/api/${request.params.area}/${request.params.resource}`
      const props = resources().get(path)
      if (!props) {
        const link = { href: '/docs', text: 'See all resources' }
        return sendMessage(reply, 404, { title: 'Page not found', text: 'The API has no resource of this name.', link })
      }
      return sendPage(reply, { status: 200, name: 'reference', props: props(), options: await options(request, path) })
    },
  )
}

/** The index is small enough to send whole: the browser searches it by itself. */
function mountSearch(app: FastifyInstance, deps: Deps, document: () => OpenApi, nav: Nav): void {
  const entries = lazy((): SearchEntry[] => searchEntries(readAreas(document()), document(), readGuides()))
  const json = lazy(() => toStaticBody(JSON.stringify(entries())))
  app.get('/docs/search.json', { config }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=3600').send(json()),
  )
  app.get('/docs/search', { config }, async (request, reply) => {
    const query = readParameter(request, 'q').slice(0, QUERY_MAX)
    const options = { ...(await publicOptions(deps, request, '/docs/search')), isPublic: false }
    return sendPage(reply, {
      status: 200,
      name: 'docs-search',
      props: { nav: nav(), query, entries: entries() },
      options,
    })
  })
}
