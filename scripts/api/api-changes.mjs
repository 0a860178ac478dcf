// What changed between two OpenAPI documents that can break a client: what it may no longer send, and what it can no longer rely on.
import { resolveRef } from './openapi-refs.mjs'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const listTypes = (schema) => (schema.type === undefined ? null : [schema.type].flat())
const sameText = (a, b) => JSON.stringify(a) === JSON.stringify(b)

/** `type: ['string', 'null']` means the same as a choice of two schemas. */
const toChoices = ({ type, ...rest }) =>
  Array.isArray(type) ? { anyOf: type.map((one) => ({ ...rest, type: one })) } : { ...(type && { type }), ...rest }

/** One schema of a request or a response, before and after. */
function createComparison(before, after, report) {
  /** A schema that contains itself is compared once. */
  const open = new Set()

  function compare(side, where, oldGiven, newGiven) {
    if (oldGiven === undefined || newGiven === undefined) return
    const mark = `${side} ${where} ${oldGiven.$ref} ${newGiven.$ref}`
    if (open.has(mark)) return
    open.add(mark)
    const [old, fresh] = [toChoices(resolveRef(before, oldGiven)), toChoices(resolveRef(after, newGiven))]
    compareTypes(side, where, old, fresh)
    if (side === 'request') compareLimits(where, old, fresh)
    compareFields(side, where, old, fresh)
    if (old.items && fresh.items) compare(side, `${where}[]`, old.items, fresh.items)
    compareChoices(side, where, old, fresh)
    open.delete(mark)
  }

  /** Each form that was possible must still have its like; in a response no form may be new. */
  function compareChoices(side, where, old, fresh) {
    if (!old.anyOf && !fresh.anyOf) return
    const [olds, freshes] = [old.anyOf ?? [old], fresh.anyOf ?? [fresh]]
    const kinds = (schemas, document) => schemas.map((one) => [resolveRef(document, one).type].flat().join())
    const [oldKinds, freshKinds] = [kinds(olds, before), kinds(freshes, after)]
    const [from, to] = side === 'request' ? [oldKinds, freshKinds] : [freshKinds, oldKinds]
    for (const kind of from)
      if (!to.includes(kind))
        report(side === 'request' ? `${where} no longer accepts ${kind}` : `${where} may now be ${kind}`)
    for (const [index, kind] of oldKinds.entries()) {
      const match = freshKinds.indexOf(kind)
      if (match >= 0) compare(side, where, olds[index], freshes[match])
    }
  }

  function compareTypes(side, where, old, fresh) {
    if (old.anyOf || fresh.anyOf) return
    const [oldTypes, freshTypes] = [listTypes(old), listTypes(fresh)]
    if (oldTypes === null || freshTypes === null) return
    const lost = oldTypes.filter((type) => !freshTypes.includes(type))
    const gained = freshTypes.filter((type) => !oldTypes.includes(type))
    // An integer is a number; a number may not be an integer.
    if (side === 'request' && lost.some((type) => !(type === 'integer' && freshTypes.includes('number'))))
      report(`${where} no longer accepts ${lost.join(', ')}`)
    if (side === 'response' && gained.some((type) => !(type === 'integer' && oldTypes.includes('number'))))
      report(`${where} may now be ${gained.join(', ')}`)
    const values = (old.enum ?? []).filter((value) => fresh.enum && !fresh.enum.includes(value))
    if (side === 'request' && values.length > 0) report(`${where} no longer accepts ${values.join(', ')}`)
    if (side === 'request' && fresh.enum && !old.enum) report(`${where} accepts listed values only`)
  }

  function compareLimits(where, old, fresh) {
    for (const [limit, sign] of Object.entries({
      maxLength: 1,
      maximum: 1,
      maxItems: 1,
      minLength: -1,
      minimum: -1,
      minItems: -1,
    })) {
      const [was, is] = [old[limit] ?? sign * Number.POSITIVE_INFINITY, fresh[limit] ?? sign * Number.POSITIVE_INFINITY]
      if (sign * is < sign * was)
        report(`${where} has a stricter ${limit}: ${old[limit] ?? 'none'} before, ${fresh[limit]} now`)
    }
  }

  function compareFields(side, where, old, fresh) {
    const [oldFields, freshFields] = [old.properties ?? {}, fresh.properties ?? {}]
    const [wasRequired, isRequired] = [new Set(old.required ?? []), new Set(fresh.required ?? [])]
    for (const [name, schema] of Object.entries(oldFields)) {
      const field = `${where}.${name}`
      if (freshFields[name] === undefined) {
        if (Object.keys(freshFields).length > 0 || fresh.additionalProperties === false) report(`${field} was removed`)
        continue
      }
      if (side === 'response' && wasRequired.has(name) && !isRequired.has(name)) report(`${field} may now be missing`)
      compare(side, field, schema, freshFields[name])
    }
    if (side === 'request')
      for (const name of isRequired) if (!wasRequired.has(name)) report(`${where}.${name} is now required`)
  }

  return compare
}

function compareParameters(documents, name, old, fresh, { compare, report }) {
  const read = (document, operation) =>
    new Map(
      (operation.parameters ?? []).map((one) => resolveRef(document, one)).map((one) => [`${one.in} ${one.name}`, one]),
    )
  const [olds, freshes] = [read(documents.before, old), read(documents.after, fresh)]
  for (const [key, parameter] of olds) {
    const now = freshes.get(key)
    if (now === undefined) report(`${name}: the parameter ${key} was removed`)
    else compare('request', `${name} ${key}`, parameter.schema, now.schema)
  }
  for (const [key, { required }] of freshes)
    if (required && !olds.get(key)?.required) report(`${name}: the parameter ${key} is now required`)
}

function compareBodies(documents, name, old, fresh, { compare, report }) {
  const [was, is] = [resolveRef(documents.before, old.requestBody), resolveRef(documents.after, fresh.requestBody)]
  if (is?.required && !was?.required) report(`${name}: the body is now required`)
  for (const [type, { schema }] of Object.entries(was?.content ?? {})) {
    const now = is?.content?.[type]
    if (now === undefined) report(`${name}: ${type} is no longer accepted`)
    else compare('request', `${name} request`, schema, now.schema)
  }
}

function compareSuccesses(documents, name, old, fresh, { compare, report }) {
  for (const [status, given] of Object.entries(old.responses ?? {})) {
    if (!status.startsWith('2')) continue
    const [was, is] = [resolveRef(documents.before, given), resolveRef(documents.after, fresh.responses[status])]
    if (is === undefined) {
      report(`${name}: ${status} is no longer returned`)
      continue
    }
    for (const [type, { schema }] of Object.entries(was.content ?? {})) {
      if (is.content?.[type] === undefined) report(`${name}: ${type} is no longer returned`)
      else compare('response', `${name} response`, schema, is.content[type].schema)
    }
  }
}

/** One line for each breaking change, in the order of the old document. */
export function breakingChanges(before, after) {
  const found = new Set()
  const report = (line) => found.add(line)
  const documents = { before, after }
  const tools = { report, compare: createComparison(before, after, report) }
  for (const [path, methods] of Object.entries(before.paths))
    for (const method of METHODS.filter((one) => methods[one])) {
      const name = `${method.toUpperCase()} ${path}`
      const [old, fresh] = [methods[method], after.paths[path]?.[method]]
      if (fresh === undefined) {
        report(`${name} was removed`)
        continue
      }
      // Each entry is one way to authenticate. A client that uses one does not notice that there are more.
      const listWays = ({ security }) => (security?.length ? security : [{}])
      const isKept = (way) => listWays(fresh).some((one) => sameText(one, way))
      if (!listWays(old).every(isKept)) report(`${name} is authenticated in another way`)
      compareParameters(documents, name, old, fresh, tools)
      compareBodies(documents, name, old, fresh, tools)
      compareSuccesses(documents, name, old, fresh, tools)
    }
  for (const [type, { post }] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[type]?.post
    const payload = (document, operation) =>
      resolveRef(document, operation.requestBody).content['application/json'].schema
    if (now === undefined) report(`webhook ${type} was removed`)
    // A receiver reads the payload: for it the request is what a response is for a client.
    else tools.compare('response', `webhook ${type}`, payload(before, post), payload(after, now))
  }
  return [...found]
}
