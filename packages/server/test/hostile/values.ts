// What a hostile sender puts where a value belongs: texts, numbers as JSON writes them, dates, and the borders of a schema.
import type { Random } from './random.ts'

/** As much of JSON Schema as our routes use. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Shown on a page as it stands it would run; the judge looks for it. */
export const MARKUP = '<img src=x onerror=hostile()>'

export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202egnirts\u202c',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '𝒳𠜎𐍈',
  'e\u0301'.repeat(300),
  'İıſK',
  "'; drop table orders; --",
  "' or 1=1 --",
  '$1; select pg_sleep(20)',
  '\\x00\\',
  '%00%zz%',
  '{{7*7}}<%= 7*7 %>',
  MARKUP,
  '"><script>hostile()</script>',
  'javascript:hostile()',
  '../../../../etc/passwd',
  'http://[::1',
  'http://127.0.0.1:1/',
  'http://user:pw@host.example/',
  '\u007f\u0080\u0085',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e309',
  '__proto__',
  'constructor',
  'xn--',
  'xn--a-ecp.ru',
  'a..b',
  '.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(126)}com`,
  'ß.com',
  'ａ.com',
  'com',
  'a@b.c',
  `${'a'.repeat(250)}@b.example`,
  'x'.repeat(256),
  'x'.repeat(5000),
  '𠜎'.repeat(1100),
]

export const DATES: readonly string[] = [
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '2016-12-31T23:59:60Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '+275760-09-13T00:00:00Z',
  '275760-09-13',
  '-000001-01-01',
  '20260101',
  '2026-W01',
  '2026-01-01 00:00:00',
  '2026-01-01T00:00:00',
  '٢٠٢٦-٠١-٠١',
  'now',
  'infinity',
  'epoch',
  '1700000000',
]

/** Written into the JSON as they stand; not all of them are JSON. */
export const NUMBERS: readonly string[] = [
  '0',
  '-0',
  '-0.0',
  '1.0',
  '1e0',
  '1e2',
  '1e-400',
  '0.1',
  '1.5',
  '-1',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '999999999999',
  '1000000000000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '1e300',
  '1e400',
  '-1e400',
  `1${'0'.repeat(400)}`,
  'NaN',
  'Infinity',
  '0x10',
  '01',
  '+1',
  '.5',
  '1_000',
  '"1"',
  '"1e3"',
]

/** Of every type that JSON knows. */
export const TYPES: readonly unknown[] = [null, true, false, 0, 12.5, '', 'text', [], [null], [[]], {}, { a: 1 }, [{}]]

const filled = (length: number): string => 'a'.repeat(length)

function textBorders({ minLength = 0, maxLength, format }: Schema): unknown[] {
  const lengths = [minLength, minLength - 1, ...(maxLength === undefined ? [] : [maxLength, maxLength + 1])]
  const texts = lengths.filter((length) => length >= 0).map(filled)
  // As many characters, but more UTF-16 units and bytes: lengths must mean the same everywhere.
  if (maxLength !== undefined) texts.push('𠜎'.repeat(maxLength), 'é'.repeat(maxLength))
  return format === undefined ? texts : [...texts, ...DATES]
}

function numberBorders({ minimum, maximum }: Schema): unknown[] {
  const borders = [minimum, maximum].filter((border) => border !== undefined)
  return borders.flatMap((border) => [border, border - 1, border + 1, border + 0.5])
}

function arrayBorders({ items, minItems = 0, maxItems }: Schema, sample: unknown, random: Random): unknown[] {
  const [first] = Array.isArray(sample) ? (sample as unknown[]) : []
  const one = first ?? pickBoundaryValue(items ?? {}, undefined, random)
  const lengths = [minItems, minItems - 1, 1, 2, ...(maxItems === undefined ? [] : [maxItems, maxItems + 1])]
  return lengths.filter((length) => length >= 0).map((length) => Array(length).fill(one) as unknown[])
}

/** A value at the border of what the schema takes, on either side of it. */
export function pickBoundaryValue(schema: Schema, sample: unknown, random: Random): unknown {
  const choice = schema.anyOf ? random.pick(schema.anyOf) : schema
  if (choice.enum) return random.pick(choice.enum)
  if (choice.const !== undefined) return choice.const
  const types = [choice.type ?? []].flat()
  if (types.includes('integer') || types.includes('number'))
    return random.pick([...numberBorders(choice), 0, 1, -1, 2 ** 31, 2 ** 53])
  if (types.includes('string')) return random.pick([...textBorders(choice), ...TEXTS])
  if (types.includes('boolean')) return random.chance(0.5)
  if (types.includes('array')) return random.pick(arrayBorders(choice, sample, random))
  if (types.includes('null')) return null
  if (choice.properties)
    return Object.fromEntries(
      Object.entries(choice.properties).map(([name, property]) => [
        name,
        pickBoundaryValue(property, undefined, random),
      ]),
    )
  return random.pick(TYPES)
}
