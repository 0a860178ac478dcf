// Example values made from schemas: the documented example where there is one, else a value that fits the name and the type.
import { type OpenApi, resolveRef, type Schema } from './document.ts'

const DEPTH_MAX = 6

const BY_NAME: [pattern: RegExp, value: unknown][] = [
  [/(^|_)email$/, 'buyer@example.com'],
  [/_at$|_until$/, '2026-01-15T09:30:00Z'],
  [/^(from|to|date|day|period_start|period_end)$/, '2026-01-01'],
  [/_url$|^url$/, 'https://shop.example/'],
  [/domain$|^name$/, 'quickwheels.com'],
  [/_cents$/, 250_000],
  [/_bps$/, 1500],
  [/currency$/, 'USD'],
  [/country$/, 'US'],
  [/^tld$/, 'com'],
  [/^q$/, 'electric bikes'],
  [/cursor$/, null],
  [/_id$/, null],
]

/** `quote_id` is shown as `quote_…` where the schema has no example of one. */
const idText = (name: string): string => `${name.replace(/_id$/, '')}_…`

function byName(name: string, known: Schema): unknown {
  if (/_id$/.test(name)) return idText(name)
  const found = BY_NAME.find(([pattern]) => pattern.test(name))
  if (!found) return undefined
  const fits = typeof found[1] === 'number' ? isNumber(known) : typeof found[1] === 'string' ? isText(known) : false
  return fits ? found[1] : undefined
}

const getType = (known: Schema): string => [known.type ?? 'any'].flat().find((one) => one !== 'null') ?? 'null'
const isNumber = (known: Schema): boolean => ['integer', 'number'].includes(getType(known))
const isText = (known: Schema): boolean => getType(known) === 'string'

/** `all` shows every field, as a response has them; without it only those that a request must have. */
type Wanted = { all: boolean }

export function buildExample(document: OpenApi, schema: Schema, wanted: Wanted, name = '', depth = 0): unknown {
  const known = resolveRef(document, schema)
  const given = schema.examples ?? known.examples
  if (given) return given[0]
  if (known.const !== undefined) return known.const
  if (known.enum) return known.enum[0]
  if (known.anyOf) {
    const first = known.anyOf.find((one) => one.type !== 'null' && one.const !== null) ?? known.anyOf[0] ?? {}
    return buildExample(document, first, wanted, name, depth)
  }
  if (known.properties && depth < DEPTH_MAX) return objectExample(document, known, wanted, depth)
  if (getType(known) === 'array')
    return depth < DEPTH_MAX
      ? [buildExample(document, known.items ?? {}, wanted, name.replace(/s$/, ''), depth + 1)]
      : []
  return byName(name, known) ?? plainExample(known)
}

function plainExample(known: Schema): unknown {
  if (known.default !== undefined) return known.default
  if (isNumber(known)) return Math.max(known.minimum ?? 1, 1)
  if (getType(known) === 'boolean') return true
  if (getType(known) === 'object') return {}
  if (getType(known) === 'null') return null
  if (known.format === 'date-time') return '2026-01-15T09:30:00Z'
  if (known.format === 'date') return '2026-01-15'
  return known.format === 'uri' ? 'https://shop.example/' : 'text'
}

function objectExample(document: OpenApi, known: Schema, { all }: Wanted, depth: number): Record<string, unknown> {
  const required = new Set(known.required ?? [])
  const shown = Object.entries(known.properties ?? {}).filter(([name]) => all || required.has(name))
  return Object.fromEntries(shown.map(([name, one]) => [name, buildExample(document, one, { all }, name, depth + 1)]))
}
