// The fields of a request or a response, for a reader: name, type, meaning, and what is inside an object.
import type { FieldView } from '../../http/page.ts'
import { type OpenApi, resolveRef, type Schema } from './document.ts'

const DEPTH_MAX = 4

const refName = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)

const isNull = (schema: Schema): boolean => schema.type === 'null' || schema.const === null

/** What is left when null is taken out of a choice. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const options = schema.anyOf?.filter((one) => !isNull(one))
  if (!options || options.length === schema.anyOf?.length)
    return { schema, nullable: [schema.type].flat().includes('null') }
  return { schema: options.length === 1 ? options[0]! : { ...schema, anyOf: options }, nullable: true }
}

export function typeText(document: OpenApi, given: Schema): string {
  const { schema, nullable } = withoutNull(given)
  const known = resolveRef(document, schema)
  const text = plainType(document, schema, known)
  return nullable ? `${text} or null` : text
}

function plainType(document: OpenApi, schema: Schema, known: Schema): string {
  if (known.anyOf) return [...new Set(known.anyOf.map((one) => typeText(document, one)))].join(' or ')
  if (known.enum ?? known.const !== undefined) return 'enum'
  if (known.type === 'array') return `array of ${typeText(document, known.items ?? {})}`
  const type = [known.type ?? 'any'].flat().filter((one) => one !== 'null')[0] ?? 'any'
  if (type === 'object') return refName(schema) ?? 'object'
  return known.format ? `${type} (${known.format})` : type
}

const listValues = (known: Schema): string[] => {
  if (known.enum) return known.enum.map(String)
  if (known.const !== undefined) return [String(known.const)]
  return (known.anyOf ?? []).flatMap((one) =>
    one.const === undefined || one.const === null ? [] : [String(one.const)],
  )
}

/** What limits a value, in words. */
function listLimits(known: Schema): string[] {
  const { minimum, maximum, maxLength } = known
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`${minimum} to ${maximum}`]
      : minimum !== undefined
        ? [`at least ${minimum}`]
        : maximum !== undefined
          ? [`at most ${maximum}`]
          : []
  const length = maxLength === undefined ? [] : [`at most ${maxLength} characters`]
  const fallback = known.default === undefined ? [] : [`default ${JSON.stringify(known.default)}`]
  return [...range, ...length, ...fallback]
}

/** The object whose fields a reader wants to see: the one itself, or that of an array. */
function objectIn(document: OpenApi, given: Schema): Schema | undefined {
  const known = resolveRef(document, withoutNull(given).schema)
  if (known.type === 'array') return objectIn(document, known.items ?? {})
  if (known.properties) return known
  return known.anyOf?.map((one) => objectIn(document, one)).find(Boolean)
}

export function fieldView(document: OpenApi, name: string, given: Schema, required: boolean, depth = 0): FieldView {
  const { schema } = withoutNull(given)
  const known = resolveRef(document, schema)
  const values = listValues(known.type === 'array' ? resolveRef(document, known.items ?? {}) : known)
  return {
    name,
    type: typeText(document, given),
    required,
    description: given.description ?? schema.description ?? known.description ?? '',
    values,
    limits: values.length > 0 ? [] : listLimits(known),
    fields: depth < DEPTH_MAX ? listFields(document, given, depth + 1) : [],
  }
}

export function listFields(document: OpenApi, schema: Schema, depth = 0): FieldView[] {
  const object = objectIn(document, schema)
  const required = new Set(object?.required ?? [])
  return Object.entries(object?.properties ?? {}).map(([name, one]) =>
    fieldView(document, name, one, required.has(name), depth),
  )
}
