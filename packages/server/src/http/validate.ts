// Strict validation without coercion: unknown fields are rejected, and each message says what to send.
import { _, Ajv2020, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { ApiError, type ErrorDetail } from '../kernel/errors.ts'
import { VALIDATION_CHARACTERS_MAX, VALIDATION_DETAILS_MAX, VALIDATION_NODES_MAX } from '../kernel/limits.ts'
import { EMAIL_LENGTH_MAX, isEmail } from '../kernel/text/email-address.ts'
import { parseUrl } from '../kernel/text/url.ts'

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
    error: { message: 'has an invalid format', params: ({ schemaCode }) => _`{pattern: ${schemaCode}}` },
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
    error: { message: 'has an invalid format', params: ({ schemaCode }) => _`{format: ${schemaCode}}` },
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

function findErrors(schema: TSchema, value: unknown): ErrorObject[] | null {
  const quick = firstErrorValidator(schema)
  if (quick(value)) return null
  const first = quick.errors ?? []
  if (!isSmall(value)) return first
  const thorough = allErrorsValidator(schema)
  return thorough(value) ? first : (thorough.errors ?? first)
}

const toFieldPath = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .join('.')

const FIELD_LENGTH_MAX = 200
/** A field name of the caller's goes back to it cut. */
const cut = (field: string): string =>
  field.length > FIELD_LENGTH_MAX ? `${field.slice(0, FIELD_LENGTH_MAX).toWellFormed()}…` : field

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  uri: 'must be an absolute URL',
  date: 'must be a date such as 2026-01-31',
  'date-time': 'must be a date-time with a time zone, such as 2026-01-31T12:00:00Z',
}

/** For the patterns in our schemas. */
const PATTERN_MESSAGES: Readonly<Record<string, string>> = {
  '^https?://': 'must start with http:// or https://',
  '^[A-Za-z]{2}$': 'must be a two-letter country code such as US',
  '^[A-Z]{2}$': 'must be a two-letter country code such as US',
  '^[A-Z]{3}$': 'must be a currency code such as USD',
  '^[A-Za-z]{2,20}$': 'must have 2 to 20 letters',
  '^[a-z0-9_]{1,60}$': 'must have 1 to 60 characters a-z, 0-9 and _',
  '\\S': 'must not contain only spaces',
  '^[!-~]+$': 'must have only letters, digits and punctuation, without spaces or accents',
}

const withArticle = (type: string): string => (type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`)

const counted = (count: unknown, noun: string): string => `${count as number} ${noun}${count === 1 ? '' : 's'}`

/** The message of each keyword that fails; null for keywords that schemas of requests do not use. */
function formatMessage(keyword: string, params: Record<string, unknown>): string | null {
  switch (keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${String(params.allowedValue)}`
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => withArticle(String(type)))
        .join(' or ')}`
    case 'pattern':
      return PATTERN_MESSAGES[String(params.pattern)] ?? `must match the pattern ${String(params.pattern)}`
    case 'format':
      return FORMAT_MESSAGES[String(params.format)] ?? 'has an invalid format'
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${counted(params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${counted(params.limit, 'character')}`
    case 'minItems':
      return `must have at least ${counted(params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${counted(params.limit, 'item')}`
    case 'minProperties':
      return `must have at least ${counted(params.limit, 'field')}`
    case 'maxProperties':
      return `must have at most ${counted(params.limit, 'field')}`
    case 'minimum':
      return `must be at least ${params.limit as number}`
    case 'maximum':
      return `must be at most ${params.limit as number}`
    case 'uniqueItems':
      return 'must not contain duplicates'
    case 'propertyNames':
      return 'must not have field names of more than 40 characters'
    default:
      return null
  }
}

function toErrorDetail(error: ErrorObject, place: string): ErrorDetail {
  const at = cut(toFieldPath(error.instancePath))
  const within = (name: string) => cut(at ? `${at}.${name}` : name)
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'required') return { field: within(String(params.missingProperty)), message: 'is required' }
  if (error.keyword === 'additionalProperties')
    return { field: within(String(params.additionalProperty)), message: 'unknown field' }
  return {
    field: at || place,
    message: formatMessage(error.keyword, params) ?? error.message ?? 'has an invalid format',
  }
}

/**
 * Throws a `validation_error` that names the first errors in order; for a large value, the first error only. `place` names the
 * whole: `body`, `query`.
 */
export function assertValid(schema: TSchema, value: unknown, place: string): void {
  const errors = findErrors(schema, value)
  if (errors === null) return
  const details = errors
    .filter((error) => error.keyword !== 'anyOf')
    .slice(0, VALIDATION_DETAILS_MAX)
    .map((error) => toErrorDetail(error, place))
  const first = details[0] ?? { field: place, message: 'has an invalid format' }
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
        message: `${field}: must not contain a NUL character or an invalid Unicode character (unpaired surrogate)`,
        details: [
          { field, message: 'must not contain a NUL character or an invalid Unicode character (unpaired surrogate)' },
        ],
      })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, property] of Object.entries(value)) {
      if (!isStorable(key)) assertStorable(key, field)
      assertStorable(property, field === 'body' || field === 'query' ? key : `${field}.${key}`)
    }
  }
}
