// The query string as pairs, decoded once: the signature and the router read the very same pairs.
import type { TObject, TSchema } from 'typebox'
import { ApiError, type ErrorDetail, invalidField } from '../kernel/errors.ts'
import { VALIDATION_DETAILS_MAX } from '../kernel/limits.ts'
import { cutText } from '../kernel/text/cut-text.ts'
import { findNearest } from '../kernel/text/nearest-name.ts'

/** `ignored`: parameters that the route does not know have no effect. `refused`: they are an error. */
export type UnknownParameters = 'ignored' | 'refused'

export type Pair = readonly [key: string, value: string]

const PLAIN = /^[A-Za-z0-9._~\-=&]*$/

/** Form-decoding as `URLSearchParams` does it: `+` is a blank, a broken escape stays as it stands. */
export function queryPairs(rawQuery: string): Pair[] {
  if (rawQuery === '') return []
  if (!PLAIN.test(rawQuery)) return [...new URLSearchParams(`?${rawQuery}`)]
  const pairs: Pair[] = []
  for (const part of rawQuery.split('&')) {
    if (part === '') continue
    const cut = part.indexOf('=')
    pairs.push(cut < 0 ? [part, ''] : [part.slice(0, cut), part.slice(cut + 1)])
  }
  return pairs
}

type QuerySchema = TSchema & { type?: string; enum?: string[]; items?: TSchema }

/** A value that does not look like its type stays text, so that validation names it. */
function convert(schema: QuerySchema, text: string): unknown {
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (schema.type === 'array') return text.split(',')
  return text
}

/** A parameter name of the caller's goes back to it cut. */
const PARAMETER_BYTES_MAX = 200

/** A filter with a typing error would otherwise be ignored, and the response would hold more than was asked for. */
function assertKnown(pairs: readonly Pair[], known: readonly string[]): void {
  const unknown = [...new Set(pairs.map(([key]) => key))].filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const details = unknown.slice(0, VALIDATION_DETAILS_MAX).map((key): ErrorDetail => {
    const nearest = findNearest(key, known)
    const field = cutText(key.toWellFormed(), PARAMETER_BYTES_MAX) || 'query'
    return {
      field,
      message: nearest === null ? 'unknown parameter' : `unknown parameter; the closest known one is ${nearest}`,
    }
  })
  throw new ApiError('validation_error', { message: `${details[0]!.field}: ${details[0]!.message}`, details })
}

/** Known parameters, converted for validation; a repeated one is refused. */
export function readQuery(
  pairs: readonly Pair[],
  schema: TObject,
  unknown: UnknownParameters,
): Record<string, unknown> {
  if (unknown === 'refused' && pairs.length > 0) assertKnown(pairs, Object.keys(schema.properties))
  const known = schema.properties as Record<string, QuerySchema>
  const values: Record<string, unknown> = {}
  const repeated: ErrorDetail[] = []
  for (const [key, text] of pairs) {
    if (!Object.hasOwn(known, key)) continue
    if (Object.hasOwn(values, key)) repeated.push({ field: key, message: 'must be sent only once' })
    values[key] = convert(known[key]!, text)
  }
  if (repeated.length > 0)
    throw new ApiError('validation_error', {
      message: `${repeated[0]!.field}: must be sent only once`,
      details: repeated.slice(0, VALIDATION_DETAILS_MAX),
    })
  return values
}

/** `status=a,b`: one value or several, each of which must be known. */
export function commaList<const Value extends string>(
  field: string,
  text: string | undefined,
  known: readonly Value[],
): Value[] | undefined {
  if (text === undefined) return undefined
  const values = text.split(',').map((part) => part.trim())
  if (!values.every((value) => known.includes(value as Value)))
    throw invalidField(field, `must be a comma-separated list of these values: ${known.join(', ')}`)
  return [...new Set(values as Value[])].sort()
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A day, which means its first moment in UTC, or a moment with its zone. */
export function instant(field: string, text: string): Date {
  const at = DAY.test(text) ? new Date(`${text}T00:00:00.000Z`) : INSTANT.test(text) ? new Date(text) : undefined
  // A day that no calendar has, such as 30 February, rolls over silently: ask for it back.
  const day = text.slice(0, 10)
  const real = at && !Number.isNaN(at.getTime()) && new Date(`${day}T00:00:00.000Z`).toISOString().startsWith(day)
  if (!at || !real)
    throw invalidField(field, 'must be a date (2026-01-31) or a date-time with a time zone (2026-01-31T12:00:00Z)')
  return at
}

/** `from` inclusive, `to` exclusive. */
export function dateRange(
  query: { from?: string | undefined; to?: string | undefined },
  [start, end] = ['from', 'to'],
): { from: Date | undefined; to: Date | undefined } {
  const from = query.from === undefined ? undefined : instant(start, query.from)
  const to = query.to === undefined ? undefined : instant(end, query.to)
  if (from && to && from >= to) throw invalidField(start, `must be before ${end}`)
  return { from, to }
}
