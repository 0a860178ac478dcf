// /docs and /openapi.json: the same document, for people and for programs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendPage } from '../http/page.ts'
import { lazy } from '../kernel/lazy.ts'
import { publicOptions } from './visits.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

type Paths = Record<string, Record<string, Operation>>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** What a reference into the components stands for; anything else is itself. */
function resolveRef<Value>(document: Json, value: Value): Value {
  const ref = (value as Json).$ref
  if (typeof ref !== 'string') return value
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? []
  return (document.components as Record<string, Record<string, Value>>)[kind]?.[name] ?? value
}

const refName = (schema: Json): string | null =>
  typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? null) : null

function typeOf(schema: Json): string {
  const ref = refName(schema)
  if (ref) return ref
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Json[]).map(typeOf).join(' or ')
  if (Array.isArray(schema.enum)) return (schema.enum as string[]).map((value) => `"${value}"`).join(' | ')
  if (schema.type === 'array') return `array of ${typeOf((schema.items ?? {}) as Json)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** An object's members as rows; nested objects follow with dotted names, named ones are opened up once. */
function memberRows(schema: Json, components: Record<string, Json>, prefix = '', depth = 0): string[] {
  const ref = refName(schema)
  const object = ref ? (components[ref] ?? {}) : schema.type === 'array' ? ((schema.items ?? {}) as Json) : schema
  const target = refName(object) ? (components[refName(object)!] ?? {}) : object
  const required = (target.required ?? []) as string[]
  return Object.entries((target.properties ?? {}) as Record<string, Json>).flatMap(([name, member]) => {
    const path = prefix + name
    const row = `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(typeOf(member))}${required.includes(name) ? '' : ', optional'}</td><td>${prose(String(member.description ?? ''))}</td></tr>`
    return depth < 2 ? [row, ...memberRows(member, components, `${path}.`, depth + 1)] : [row]
  })
}

const table = (title: string, rows: string[]): string =>
  rows.length === 0
    ? ''
    : `<h3>${title}</h3><table><tr><th>Name</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`

function operationHtml(method: string, path: string, operation: Operation, document: Json): string {
  const components = (document.components as { schemas: Record<string, Json> }).schemas
  const given = (operation.parameters ?? []).map((parameter) => resolveRef(document, parameter))
  const parameters = given.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}, ${escapeHtml(typeOf(parameter.schema))}${parameter.required ? '' : ', optional'}</td><td>${prose(parameter.description ?? '')}</td></tr>`,
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    table(`Body <small>${escapeHtml(type)}</small>`, memberRows(schema, components)),
  )
  const [success] = Object.entries(operation.responses)
  const answer = success?.[1].content?.['application/json']?.schema
  const errors = Object.entries(operation.responses)
    .slice(1)
    .map(([status, response]) => [status, resolveRef(document, response).description] as const)
    .map(([status, description]) => `<tr><td>${status}</td><td colspan="2">${prose(description)}</td></tr>`)
  return `<details id="${escapeHtml(operation.operationId)}"><summary><span class="method">${method.toUpperCase()}</span><span class="path">${escapeHtml(path)}</span><span class="what">${prose(operation.summary)}</span></summary><div class="inside">${operation.description ? `<p>${prose(operation.description)}</p>` : ''}${table('Parameters', parameters)}${bodies.join('')}${answer ? table(`Answer ${success?.[0]}`, memberRows(answer, components)) : ''}<h3>Errors</h3><table>${errors.join('')}</table></div></details>`
}

type OpenApi = Json & { paths?: Json; webhooks?: Json }

const titleOf = (document: OpenApi): string => `${(document.info as { title: string }).title} API`
const anchorOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-')

/** What stands inside the page: head, the place of the console, then every operation of every area. */
export function docsHtml(document: OpenApi): string {
  const info = document.info as { version: string; description: string }
  const tags = document.tags as { name: string; description: string }[]
  const sections = tags.map((tag) => {
    const operations = Object.entries({ ...document.paths, ...document.webhooks } as Paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag.name))
        .map(([method, operation]) => operationHtml(method, path, operation, document)),
    )
    return `<section id="${anchorOf(tag.name)}"><h2>${escapeHtml(tag.name)}</h2><p>${prose(tag.description)}</p>${operations.join('')}</section>`
  })
  const ways = tags.map(({ name }) => `<a class="chip" href="#${anchorOf(name)}">${escapeHtml(name)}</a>`)
  return `<h1>${escapeHtml(titleOf(document))}</h1><p>Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a> · <a href="/docs/guides">Guides</a></p><p>${prose(info.description)}</p><nav class="docs__areas" aria-label="Areas">${ways.join('')}</nav><noscript><p>With JavaScript this page also sends requests.</p></noscript><div id="try-it"></div>${sections.join('')}<script type="module" src="/docs/console.js"></script>`
}

/** The console, and the SDK's own signer for it: what a partner runs is what the page runs. */
const SCRIPTS = {
  '/docs/console.js': new URL('../../assets/docs-console.js', import.meta.url),
  // By its folder: asked for by name, it would be found in the form for `require`, which no browser loads.
  '/docs/signing.js': new URL(
    'dist/signing.js',
    pathToFileURL(createRequire(import.meta.url).resolve('@freehold/sdk/package.json')),
  ),
}

export function mountDocs(app: FastifyInstance, deps: Deps, document: () => Json): void {
  const props = lazy(() => ({ title: titleOf(document()), html: docsHtml(document()) }))
  const json = lazy(() => JSON.stringify(document()))
  app.get('/openapi.json', { config: { routeId: 'system.openapi' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(json()),
  )
  app.get('/docs', { config: { routeId: 'system.docs' } }, async (request, reply) =>
    sendPage(reply, {
      status: 200,
      name: 'docs',
      props: props(),
      options: await publicOptions(deps, request, '/docs'),
    }),
  )
  for (const [path, file] of Object.entries(SCRIPTS)) {
    const script = readFileSync(file, 'utf8')
    app.get(path, { config: { routeId: 'system.docs' } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
  }
}
