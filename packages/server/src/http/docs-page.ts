// /docs and /openapi.json: the same document, for people and for programs.
import type { FastifyInstance } from 'fastify'

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

const STYLE = `
:root{color-scheme:light dark;--ink:#17202a;--soft:#5b6673;--line:#dfe4ea;--paper:#fff;--panel:#f6f8fa;--accent:#0b6e4f}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#9aa7b4;--line:#2c3640;--paper:#12171c;--panel:#1a2128;--accent:#4fd1a1}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 6rem}h1{font-size:2rem;margin:0 0 .25rem}h2{margin:3rem 0 1rem;border-bottom:1px solid var(--line);padding-bottom:.4rem}
p{color:var(--soft);max-width:44rem}code,pre{font:13.5px/1.5 ui-monospace,monospace}pre{background:var(--panel);padding:.9rem;border-radius:8px;overflow:auto}
details{border:1px solid var(--line);border-radius:10px;margin:.6rem 0;background:var(--paper)}summary{cursor:pointer;padding:.7rem .9rem;display:flex;flex-wrap:wrap;gap:.75rem;align-items:baseline}
summary:focus-visible{outline:2px solid var(--accent);border-radius:10px}.method{font:600 12px ui-monospace,monospace;color:var(--accent);min-width:3.6rem}.path{font:14px ui-monospace,monospace;overflow-wrap:anywhere}.what{color:var(--soft);font-size:.92rem;flex:1 1 100%}
.inside{padding:0 .9rem 1rem}table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}a{color:var(--accent)}`

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
    : `<h4>${title}</h4><table><tr><th>Name</th><th>Type</th><th>Meaning</th></tr>${rows.join('')}</table>`

function operationHtml(method: string, path: string, operation: Operation, components: Record<string, Json>): string {
  const parameters = (operation.parameters ?? []).map(
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
    .map(([status, { description }]) => `<tr><td>${status}</td><td colspan="2">${prose(description)}</td></tr>`)
  return `<details id="${escapeHtml(operation.operationId)}"><summary><span class="method">${method.toUpperCase()}</span><span class="path">${escapeHtml(path)}</span><span class="what">${prose(operation.summary)}</span></summary><div class="inside">${operation.description ? `<p>${prose(operation.description)}</p>` : ''}${table('Parameters', parameters)}${bodies.join('')}${answer ? table(`Answer ${success?.[0]}`, memberRows(answer, components)) : ''}<h4>Errors</h4><table>${errors.join('')}</table></div></details>`
}

export function docsHtml(document: Json & { paths?: Json; webhooks?: Json }): string {
  const info = document.info as { title: string; version: string; description: string }
  const components = (document.components as { schemas: Record<string, Json> }).schemas
  const sections = (document.tags as { name: string; description: string }[]).map((tag) => {
    const operations = Object.entries({ ...document.paths, ...document.webhooks } as Paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag.name))
        .map(([method, operation]) => operationHtml(method, path, operation, components)),
    )
    return `<h2>${escapeHtml(tag.name)}</h2><p>${escapeHtml(tag.description)}</p>${operations.join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(info.title)} API</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(info.title)} API</h1><p>Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a></p><p>${prose(info.description)}</p>${sections.join('')}</main></body></html>`
}

export function mountDocs(app: FastifyInstance, document: Json): void {
  const html = docsHtml(document)
  const json = JSON.stringify(document)
  app.get('/openapi.json', { config: { routeId: 'system.openapi' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(json),
  )
  app.get('/docs', { config: { routeId: 'system.docs' } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(html),
  )
  app.get('/', { config: { routeId: 'system.home' } }, (_request, reply) => reply.redirect('/docs'))
}
