// The collection for Postman and whatever reads its format: every operation of openapi.json, with a signer for the Partner API.
import { readFileSync } from 'node:fs'
import { resolveRef } from './openapi-refs.mjs'

const SIGNER = readFileSync(new URL('postman-signer.js', import.meta.url), 'utf8')

/** The portal takes a browser's session from our own pages, which a collection does not have. */
const LEFT_OUT = new Set(['Portal API'])
const FOLDER_AUTH = { 'Operator API': bearer('operator_token'), 'Public API': { type: 'noauth' } }
const SIGNED = 'Partner API'

const VARIABLES = {
  base_url: 'http://localhost:8080',
  key_id: 'pk_sandbox_…',
  secret: 'sk_sandbox_…',
  operator_token: 'op_…',
}

function bearer(variable) {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] }
}

/** A value that the schema allows, as small as it can be: required members only. */
function exampleOf(schema, components) {
  if (schema.$ref) return exampleOf(components[schema.$ref.split('/').at(-1)], components)
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return exampleOf(schema.anyOf[0], components)
  if (schema.type === 'object') {
    const required = (schema.required ?? []).map((name) => [name, exampleOf(schema.properties[name], components)])
    return Object.fromEntries(required)
  }
  if (schema.type === 'array') return schema.minItems ? [exampleOf(schema.items ?? {}, components)] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  return schema.format === 'uri' ? 'https://example.com/' : 'text'
}

const described = ({ name, description, schema, required }, components) => ({
  key: name,
  value: required ? String(exampleOf(schema, components)) : '',
  ...(description ? { description } : {}),
})

function urlOf(path, parameters, components) {
  const segments = path.slice(1).split('/')
  const variable = parameters.filter((one) => one.in === 'path').map((one) => described(one, components))
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({ ...described(one, components), ...(one.required ? {} : { disabled: true }) }))
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
  const postmanPath = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'))
  return {
    raw: `{{base_url}}/${postmanPath.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    host: ['{{base_url}}'],
    path: postmanPath,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

/** A key of its own for each sending; optional ones stand there switched off. */
const headersOf = (parameters) =>
  parameters
    .filter((one) => one.in === 'header')
    .map(({ name, required }) => ({
      key: name,
      value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
      ...(required ? {} : { disabled: true }),
    }))

function bodyOf(operation, components) {
  const content = operation.requestBody?.content ?? {}
  const [type] = 'application/json' in content ? ['application/json'] : Object.keys(content)
  if (type === undefined) return {}
  const raw = type === 'application/json' ? JSON.stringify(exampleOf(content[type].schema, components), null, 2) : ''
  return {
    header: { key: 'Content-Type', value: type },
    body: { mode: 'raw', raw, ...(type === 'application/json' ? { options: { raw: { language: 'json' } } } : {}) },
  }
}

function itemOf(path, method, operation, document) {
  const components = document.components.schemas
  const parameters = (operation.parameters ?? []).map((one) => resolveRef(document, one))
  const { header, body } = bodyOf(operation, components)
  return {
    name: operation.operationId,
    request: {
      method: method.toUpperCase(),
      description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
      header: [...(header ? [header] : []), ...headersOf(parameters)],
      ...(body ? { body } : {}),
      url: urlOf(path, parameters, components),
    },
  }
}

const signerEvent = () => ({
  listen: 'prerequest',
  script: { type: 'text/javascript', exec: SIGNER.trimEnd().split('\n') },
})

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
      ...(name === SIGNED ? { event: [signerEvent()] } : {}),
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => itemOf(path, method, operation, document)),
    }))
  return {
    info: {
      name: `${document.info.title} ${document.info.version}`,
      description:
        'Set base_url, key_id and secret among the variables of the collection; requests of the Partner API sign themselves.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders.filter(({ item }) => item.length > 0),
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
  }
}
