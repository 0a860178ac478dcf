// Validation, once and strictly: no coercion, unknown members refused, and words a person can act on.
import { _, Ajv2020, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { EMAIL_LENGTH_MAX, isEmail } from '../kernel/email-address.ts'
import { ApiError, type ErrorDetail } from '../kernel/errors.ts'
import { VALIDATION_CHARACTERS_MAX, VALIDATION_DETAILS_MAX, VALIDATION_NODES_MAX } from '../kernel/limits.ts'
import { parseUrl } from '../kernel/url-text.ts'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => DATE_TIME.test(text),
  date: (text) => DATE.test(text),
  uri: (text) => parseUrl(text) !== null,
  // Of the schema of schemas. Schemas are ours.
  'uri-reference': () => true,
  regex: () => true,
  // Bodies are not trimmed, so an address with spaces around it would be stored with them.
  email: (text) => text.length <= EMAIL_LENGTH_MAX && text === text.trim() && isEmail(text),
}

type Limits = { maxLength?: number } & Record<string, unknown>

/** A text over `maxLength` is refused by that keyword; nothing else looks at it. A code point has up to two code units. */
const shortTextsOnly =
  (test: (text: string) => boolean, { maxLength = Number.POSITIVE_INFINITY }: Limits) =>
  (text: string): boolean =>
    text.length > 2 * maxLength || test(text)

/** In place of AJV's own keywords, which run a regular expression on a text of any length when all errors are wanted. */
const TEXT_KEYWORDS: FuncKeywordDefinition[] = [
  {
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    compile: (pattern: string, parent: Limits) => {
      const expression = new RegExp(pattern, 'u')
      return shortTextsOnly((text) => expression.test(text), parent)
    },
    errors: false,
    error: { message: 'is malformed', params: ({ schemaCode }) => _`{pattern: ${schemaCode}}` },
  },
  {
    keyword: 'format',
    type: 'string',
    schemaType: 'string',
    compile: (format: string, parent: Limits) => {
      const test = FORMATS[format]
      if (!test) throw new Error(`unknown format ${format}`)
      return shortTextsOnly(test, parent)
    },
    errors: false,
    error: { message: 'has the wrong format', params: ({ schemaCode }) => _`{format: ${schemaCode}}` },
  },
]

function newValidators(allErrors: boolean): (schema: TSchema) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors, strict: true, strictTypes: false, coerceTypes: false, useDefaults: false })
  for (const definition of TEXT_KEYWORDS) {
    ajv.removeKeyword(definition.keyword as string)
    ajv.addKeyword(definition)
  }
  const validators = new WeakMap<TSchema, ValidateFunction>()
  return (schema) => {
    let validator = validators.get(schema)
    if (!validator) {
      validator = ajv.compile(schema)
      validators.set(schema, validator)
    }
    return validator
  }
}

/** Stops at the first error: its work is bounded by the part of the value that is valid. */
const firstErrorValidator = newValidators(false)
/** Lists every error, so a large array of wrong items costs an error object for each. For small values only. */
const allErrorsValidator = newValidators(true)

/** Whether a value is small enough to list all its errors. Stops counting at the limits. */
function isSmall(value: unknown): boolean {
  let [nodes, characters] = [0, 0]
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    nodes += 1
    if (typeof one === 'string') characters += one.length
    else if (typeof one === 'object' && one !== null) {
      if (Array.isArray(one) && one.length > VALIDATION_NODES_MAX) return false
      const keys = Object.keys(one)
      if (keys.length > VALIDATION_NODES_MAX) return false
      for (const key of keys) {
        characters += key.length
        open.push((one as Record<string, unknown>)[key])
      }
    }
    if (nodes > VALIDATION_NODES_MAX || characters > VALIDATION_CHARACTERS_MAX) return false
  }
  return true
}

function errorsOf(schema: TSchema, value: unknown): ErrorObject[] | null {
  const quick = firstErrorValidator(schema)
  if (quick(value)) return null
  const first = quick.errors ?? []
  if (!isSmall(value)) return first
  const thorough = allErrorsValidator(schema)
  return thorough(value) ? first : (thorough.errors ?? first)
}

const fieldOf = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .join('.')

const FIELD_LENGTH_MAX = 200
/** A field name of the caller's goes back to it cut. */
const cut = (field: string): string =>
  field.length > FIELD_LENGTH_MAX ? `${field.slice(0, FIELD_LENGTH_MAX).toWellFormed()}…` : field

function detailOf(error: ErrorObject, place: string): ErrorDetail {
  const at = cut(fieldOf(error.instancePath))
  const within = (name: string) => cut(at ? `${at}.${name}` : name)
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return { field: within(String(params.missingProperty)), message: 'is required' }
    case 'additionalProperties':
      return { field: within(String(params.additionalProperty)), message: 'is not a known member' }
    case 'enum':
      return { field: at || place, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
    case 'type':
      return { field: at || place, message: `must be ${[params.type].flat().join(' or ')}` }
    case 'pattern':
      return { field: at || place, message: 'is malformed' }
    case 'format':
      return {
        field: at || place,
        message: params.format === 'email' ? 'must be an email address' : `must be a ${params.format as string}`,
      }
    default:
      return { field: at || place, message: error.message ?? 'is malformed' }
  }
}

/**
 * Throws a `validation_error` that names the first errors in order; for a large value, the first error only. `place` names the
 * whole: `body`, `query`.
 */
export function assertValid(schema: TSchema, value: unknown, place: string): void {
  const errors = errorsOf(schema, value)
  if (errors === null) return
  const details = errors
    .filter((error) => error.keyword !== 'anyOf')
    .slice(0, VALIDATION_DETAILS_MAX)
    .map((error) => detailOf(error, place))
  const first = details[0] ?? { field: place, message: 'is malformed' }
  throw new ApiError('validation_error', { message: `${first.field}: ${first.message}`, details })
}

/** For tests and development: the first mismatch between a response and its schema, or null. */
export function mismatch(schema: TSchema, value: unknown): string | null {
  const validator = firstErrorValidator(schema)
  if (validator(value)) return null
  return (validator.errors ?? []).map(({ instancePath, message }) => `data${instancePath} ${message}`).join(', ')
}

export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** PostgreSQL text holds no NUL and no half of a surrogate pair; neither does any name or address. */
export function assertStorable(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (!isStorable(value))
      throw new ApiError('validation_error', {
        message: `${field}: contains a character that text cannot hold`,
        details: [{ field, message: 'contains a character that text cannot hold' }],
      })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!isStorable(key)) assertStorable(key, field)
      assertStorable(member, field === 'body' || field === 'query' ? key : `${field}.${key}`)
    }
  }
}
