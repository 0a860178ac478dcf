// TypeScript types of every operation, made from the OpenAPI document: what the SDK and the pages are checked against.

import { resolveRef } from './openapi-refs.mjs'

const REF = '#/components/schemas/'

/** Descriptions become documentation; a comment cannot hold its own end. */
const comment = (text, indent) =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : ''
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const parenthesised = (type) => (type.includes(' | ') ? `(${type})` : type)

function objectType(schema, indent) {
  const inner = `${indent}  `
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      `${comment(property.description, inner)}${inner}${key(name)}${required.has(name) ? '' : '?'}: ${formatType(property, inner)}\n`,
  )
  const others = schema.additionalProperties
  if (fields.length === 0)
    return `Record<string, ${others && others !== true ? formatType(others, indent) : others === false ? 'never' : 'unknown'}>`
  if (others) fields.push(`${inner}[name: string]: unknown\n`)
  return `{\n${fields.join('')}${indent}}`
}

/** The subset of JSON Schema that the routes are written in. */
export function formatType(schema, indent = '') {
  if (schema === undefined || schema === true) return 'unknown'
  if (schema.$ref?.startsWith(REF)) return schema.$ref.slice(REF.length)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => formatType(one, indent)))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => formatType({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `${parenthesised(formatType(schema.items, indent))}[]`
    case 'object':
      return objectType(schema, indent)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`the type generator does not know ${JSON.stringify(schema)}`)
  }
}

function parameters(document, operation, place) {
  const properties = {}
  const required = []
  for (const given of operation.parameters ?? []) {
    const parameter = resolveRef(document, given)
    if (parameter.in !== place) continue
    properties[parameter.name] = { ...parameter.schema, description: parameter.description }
    if (parameter.required) required.push(parameter.name)
  }
  return Object.keys(properties).length === 0 ? 'undefined' : objectType({ properties, required }, '    ')
}

function bodyType(document, operation) {
  const requestBody = resolveRef(document, operation.requestBody)
  const schema = requestBody?.content?.['application/json']?.schema
  if (requestBody === undefined) return 'undefined'
  if (schema === undefined) return 'unknown'
  return formatType(schema, '    ') + (requestBody.required ? '' : ' | undefined')
}

function responseType({ responses }) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const schema = success?.content?.['application/json']?.schema
  return schema ? formatType(schema, '    ') : 'undefined'
}

function endpoint(document, method, path, operation) {
  return `${comment(operation.summary, '  ')}  '${method.toUpperCase()} ${path}': {
    id: '${operation.operationId}'
    params: ${parameters(document, operation, 'path')}
    query: ${parameters(document, operation, 'query')}
    body: ${bodyType(document, operation)}
    response: ${responseType(operation)}
  }\n`
}

function webhookEvents(document) {
  return Object.entries(document.webhooks).map(
    ([type, { post }]) =>
      `${comment(post.summary, '  ')}  '${type}': ${formatType(resolveRef(document, post.requestBody).content['application/json'].schema, '  ')}\n`,
  )
}

/** `OrderStatus` as `ORDER_STATUS`. */
const constantName = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()

/** `OrderStatus` as `ORDER_STATUSES`. */
function listName(name) {
  const words = constantName(name)
  if (/[^AEIOU]Y$/.test(words)) return `${words.slice(0, -1)}IES`
  return `${words}${/(S|X|CH|SH)$/.test(words) ? 'ES' : 'S'}`
}

/** The values of every named enumeration, and the defaults of named lists, for programs that show them. */
export function apiEnums({ components }) {
  const lists = Object.entries(components.schemas)
    .filter(([, schema]) => schema.enum)
    .map(
      ([name, schema]) =>
        `${comment(schema.description, '')}export const ${listName(name)} = ${JSON.stringify(schema.enum)} as const\n`,
    )
  const defaults = Object.entries(components.schemas)
    .filter(([, schema]) => schema.type === 'array' && schema.default)
    .map(
      ([name, schema]) =>
        `${comment(schema.description, '')}export const DEFAULT_${constantName(name)} = ${JSON.stringify(schema.default)} as const\n`,
    )
  return `// Generated from openapi.json by npm run generate. Do not edit.\n\n${[...lists, ...defaults].join('\n')}`
}

export function apiTypes(document) {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${formatType(schema)}\n`,
  )
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => endpoint(document, method, path, operation)),
  )
  return `// Generated from openapi.json by npm run generate. Do not edit.\n\n${schemas.join('\n')}\n/** Every operation by method and path: what it takes and what it answers. */\nexport interface Endpoints {\n${endpoints.join('')}}\n\n/** Every type of event: what is pushed for it. */\nexport interface WebhookEvents {\n${webhookEvents(document).join('')}}\n`
}
