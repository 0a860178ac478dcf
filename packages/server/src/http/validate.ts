// Validation, once and strictly: no coercion, unknown members refused, and words a person can act on.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { ApiError, type ErrorDetail } from '../kernel/errors.ts'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, coerceTypes: false, useDefaults: false })
ajv.addFormat('date-time', DATE_TIME)
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
ajv.addFormat('uri', { validate: (text: string) => URL.canParse(text) })

const validators = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  let validator = validators.get(schema)
  if (!validator) {
    validator = ajv.compile(schema)
    validators.set(schema, validator)
  }
  return validator
}

const fieldOf = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .join('.')

function detailOf(error: ErrorObject, place: string): ErrorDetail {
  const at = fieldOf(error.instancePath)
  const within = (name: string) => (at ? `${at}.${name}` : name)
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
      return { field: at || place, message: `must be a ${params.format as string}` }
    default:
      return { field: at || place, message: error.message ?? 'is malformed' }
  }
}

/** Throws a `validation_error` that names every fault, first one first. `place` names the whole: `body`, `query`. */
export function assertValid(schema: TSchema, value: unknown, place: string): void {
  const validator = validatorOf(schema)
  if (validator(value)) return
  const details = (validator.errors ?? [])
    .filter((error) => error.keyword !== 'anyOf')
    .map((error) => detailOf(error, place))
    .slice(0, 20)
  const first = details[0] ?? { field: place, message: 'is malformed' }
  throw new ApiError('validation_error', { message: `${first.field}: ${first.message}`, details })
}

/** For tests and development: what is wrong with an answer, or null. */
export function mismatch(schema: TSchema, value: unknown): string | null {
  const validator = validatorOf(schema)
  return validator(value) ? null : ajv.errorsText(validator.errors)
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
