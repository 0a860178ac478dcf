// /docs and /openapi.json: the same document, for people and for programs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
.inside{padding:0 .9rem 1rem}table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}a{color:var(--accent)}
.credentials,.try{border:1px solid var(--line);border-radius:10px;background:var(--panel);padding:1rem;margin:1rem 0}.credentials h2{margin:0;border:0;padding:0}.credentials p{margin:.3rem 0 .8rem}
.field{display:grid;grid-template-columns:12rem 1fr;gap:.75rem;align-items:start;margin:.45rem 0}.field label{font-size:.9rem;padding-top:.35rem;overflow-wrap:anywhere}
input,textarea,button{font:14px/1.4 ui-monospace,monospace;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:6px;padding:.4rem .55rem;width:100%}
button{width:auto;margin-top:.5rem;padding:.45rem 1.2rem;background:var(--accent);color:var(--paper);border-color:var(--accent);font-weight:600;cursor:pointer}input:focus-visible,textarea:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.answer details summary{padding:.45rem .7rem;font-size:.9rem}.answer pre{margin:0;max-height:28rem}.good{color:var(--accent);font-weight:600}.bad{color:#c0392b;font-weight:600}
@media(max-width:38rem){.field{grid-template-columns:1fr;gap:.15rem}.inside{overflow-x:auto}}`

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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(info.title)} API</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(info.title)} API</h1><p>Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a></p><p>${prose(info.description)}</p><noscript><p>With JavaScript this page also sends requests.</p></noscript><div id="try-it"></div>${sections.join('')}</main><script type="module" src="/docs/console.js"></script></body></html>`
}

/** The console, and the SDK's own signer for it: what a partner runs is what the page runs. */
const SCRIPTS = {
  '/docs/console.js': new URL('../../assets/docs-console.js', import.meta.url),
  '/docs/signing.js': createRequire(import.meta.url).resolve('@freehold/sdk/signing'),
}

/** For the table of known paths. */
export const DOCS_PATHS = ['/openapi.json', '/docs', ...Object.keys(SCRIPTS)]

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
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      )
      .send(html),
  )
  for (const [path, file] of Object.entries(SCRIPTS)) {
    const script = readFileSync(file, 'utf8')
    app.get(path, { config: { routeId: 'system.docs' } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
  }
}
