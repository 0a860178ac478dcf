// Builds the Postman collection: every operation of openapi.json, with a signer for the Partner API.
import { readFileSync } from 'node:fs'
import { resolveRef } from './openapi-refs.mjs'
import { MOVES, SAMPLES, SAVES, VARIABLES } from './postman-samples.mjs'

const SIGNER = readFileSync(new URL('postman-signer.js', import.meta.url), 'utf8')
const SAVER = readFileSync(new URL('postman-saver.js', import.meta.url), 'utf8')

/** The Portal API needs a browser session, which a collection does not have. */
const LEFT_OUT = new Set(['Portal API'])
const FOLDER_AUTH = { 'Operator API': bearer('operator_token'), 'Public API': { type: 'noauth' } }
const SIGNED = 'Partner API'

function bearer(variable) {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] }
}

/** The smallest value that the schema allows: required fields only. */
function buildExample(schema, components) {
  if (schema.$ref) return buildExample(components[schema.$ref.split('/').at(-1)], components)
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return buildExample(schema.anyOf[0], components)
  if (schema.type === 'object') {
    const required = (schema.required ?? []).map((name) => [name, buildExample(schema.properties[name], components)])
    return Object.fromEntries(required)
  }
  if (schema.type === 'array') return schema.minItems ? [buildExample(schema.items ?? {}, components)] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  return schema.format === 'uri' ? 'https://example.com/' : 'text'
}

/** The sample, else the variable of the same name for an ID in the path, else a value that the schema allows. */
function sampleValue({ name, schema, required, in: place }, sample, components) {
  if (sample.params?.[name] !== undefined) return sample.params[name]
  if (place === 'path' && name.endsWith('_id')) return `{{${name}}}`
  return required ? String(buildExample(schema, components)) : ''
}

function buildUrl(path, parameters, sample, components) {
  const described = (one) => ({
    key: one.name,
    value: sampleValue(one, sample, components),
    ...(one.description ? { description: one.description } : {}),
  })
  const segments = path.slice(1).split('/')
  const variable = parameters.filter((one) => one.in === 'path').map(described)
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({ ...described(one), ...(one.required ? {} : { disabled: true }) }))
  const asked = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value.startsWith('{{') ? value : encodeURIComponent(value)}`)
  const postmanPath = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  return {
    raw: `{{base_url}}/${postmanPath.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    host: ['{{base_url}}'],
    path: postmanPath,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

/** Each request gets its own idempotency key. Optional headers are included but disabled. */
const listHeaders = (parameters, sample) => [
  ...Object.entries(sample.headers ?? {}).map(([key, value]) => ({ key, value })),
  ...parameters
    .filter((one) => one.in === 'header')
    .map(({ name, required }) => ({
      key: name,
      value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
      ...(required ? {} : { disabled: true }),
    })),
]

function buildBody(requestBody, sample, components) {
  const content = requestBody?.content ?? {}
  const [type] = 'application/json' in content ? ['application/json'] : Object.keys(content)
  if (type === undefined) return {}
  const isJson = type === 'application/json'
  const value = sample.body ?? (isJson ? buildExample(content[type].schema, components) : '')
  const raw = isJson ? JSON.stringify(value, null, 2).replaceAll(/"\{\{#(\w+)\}\}"/g, '{{$1}}') : value
  return {
    header: { key: 'Content-Type', value: type },
    body: { mode: 'raw', raw, ...(isJson ? { options: { raw: { language: 'json' } } } : {}) },
  }
}

function buildItem(path, method, operation, document) {
  const components = document.components.schemas
  const parameters = (operation.parameters ?? []).map((one) => resolveRef(document, one))
  const sample = SAMPLES[operation.operationId] ?? {}
  const { header, body } = buildBody(resolveRef(document, operation.requestBody), sample, components)
  const saves = SAVES[operation.operationId]
  const isForUsers = operation.security?.some((one) => 'accessToken' in one) ?? false
  return {
    name: operation.operationId,
    ...(saves ? { event: [scriptEvent('test', SAVER.replace('SAVES', JSON.stringify(saves)))] } : {}),
    request: {
      ...(isForUsers ? { auth: bearer('access_token') } : {}),
      method: method.toUpperCase(),
      description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
      header: [...(header ? [header] : []), ...listHeaders(parameters, sample)],
      ...(body ? { body } : {}),
      url: buildUrl(path, parameters, sample, components),
    },
  }
}

const scriptEvent = (listen, script) => ({
  listen,
  script: { type: 'text/javascript', exec: script.trimEnd().split('\n') },
})

/** Gives each run its own `{{run}}`, so that samples with unique names can be sent again. */
const RUN = "if (!pm.collectionVariables.get('run')) pm.collectionVariables.set('run', Date.now().toString(36))"

function inOrder(items) {
  const ordered = [...items]
  for (const [name, behind] of MOVES) {
    const [from, to] = [name, behind].map((one) => ordered.findIndex((item) => item.name === one))
    if (from < 0 || to < 0) continue
    const [moved] = ordered.splice(from, 1)
    ordered.splice(ordered.findIndex((item) => item.name === behind) + 1, 0, moved)
  }
  return ordered
}

export function postmanCollection(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const folders = document.tags
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, description }) => ({
      name,
      description,
      auth: FOLDER_AUTH[name] ?? { type: 'noauth' },
      ...(name === SIGNED ? { event: [scriptEvent('prerequest', SIGNER)] } : {}),
      item: inOrder(
        operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map(({ path, method, operation }) => buildItem(path, method, operation, document)),
      ),
    }))
  return {
    info: {
      name: `${document.info.title} ${document.info.version}`,
      description:
        'Set base_url, key_id and secret in the collection variables; operator_token and access_token are for the Operator API and the account requests of the Public API. A script signs each Partner API request. Responses save their IDs in variables, so you can run the requests from top to bottom.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [scriptEvent('prerequest', RUN)],
    item: folders.filter(({ item }) => item.length > 0),
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
  }
}
