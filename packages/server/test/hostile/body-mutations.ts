// Spoils the body of a request: its members, its text, its bytes and what is said about it.
import { gzipSync } from 'node:zlib'
import { BODY_BYTES_MAX } from '../../src/kernel/limits.ts'
import { type Draft, formText, type Material, setHeader } from './draft.ts'
import type { Random } from './random.ts'
import { DATES, NUMBERS, pickBoundaryValue, type Schema, TEXTS, TYPES } from './values.ts'

export type Path = (string | number)[]
export type Place = { path: Path; schema: Schema }
type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every place of the body that the schema knows or the sample has. */
export function listPlaces(schema: Schema, value: unknown, path: Path = []): Place[] {
  const choice = schema.anyOf?.find((one) => one.properties ?? one.items) ?? schema
  const own: Place[] = path.length === 0 ? [] : [{ path, schema }]
  if (Array.isArray(value) && value.length > 0)
    return [...own, ...listPlaces(choice.items ?? {}, value[0], [...path, 0])]
  const names = new Set([...Object.keys(choice.properties ?? {}), ...(isObject(value) ? Object.keys(value) : [])])
  const fields = [...names].flatMap((name) =>
    listPlaces(choice.properties?.[name] ?? {}, isObject(value) ? value[name] : undefined, [...path, name]),
  )
  return [...own, ...fields]
}

/** A copy with another value at a place; undefined takes the member away. */
export function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? [...(value as unknown[])] : []
    items[step] = replaced(items[step], rest, by)
    return items
  }
  const fields: Json = isObject(value) ? { ...value } : {}
  fields[step] = replaced(fields[step], rest, by)
  return fields
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], value)

const PLACE = 'HOSTILE-PLACE-7f3a'

/** The body as it is sent: JSON, or a form whose members are texts. */
function write({ draft, encoding }: Material, value: unknown): void {
  const text = encoding === 'form' && isObject(value) ? formText(value) : JSON.stringify(value)
  draft.body = Buffer.from(text ?? '')
}

/** JSON text of our own at a place: what `JSON.stringify` would never write. */
function writeRaw(material: Material, path: Path, raw: string): void {
  const text = JSON.stringify(replaced(material.value, path, PLACE)) ?? ''
  material.draft.body = Buffer.from(text.replace(`"${PLACE}"`, () => raw))
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Each makes one change and says what it was. */
type BodyMutation = (material: Material, random: Random, place: Place) => string

const shown = (path: Path): string => path.join('.')

const MEMBER_MUTATIONS: BodyMutation[] = [
  (material, random, { path, schema }) => {
    const value = pickBoundaryValue(schema, valueAt(material.value, path), random)
    write(material, replaced(material.value, path, value))
    return `${shown(path)} at a border`
  },
  (material, _random, { path }) => {
    write(material, replaced(material.value, path, undefined))
    return `${shown(path)} missing`
  },
  (material, random, { path }) => {
    write(material, replaced(material.value, path, random.pick(TYPES)))
    return `${shown(path)} of another type`
  },
  (material, random, { path }) => {
    write(material, replaced(material.value, path, random.pick(TEXTS)))
    return `${shown(path)} is a hostile text`
  },
  (material, random, { path }) => {
    write(material, replaced(material.value, path, random.pick(DATES)))
    return `${shown(path)} is a hostile date`
  },
  (material, random, { path }) => {
    writeRaw(material, path, random.pick(NUMBERS))
    return `${shown(path)} is a hostile number`
  },
  (material, random, { path }) => {
    const raw = random.pick([nested(31), nested(10_000), `${'['.repeat(10_000)}${']'.repeat(10_000)}`])
    writeRaw(material, path, raw)
    return `${shown(path)} is nested deeply`
  },
  (material, random, { path }) => {
    const name = String(path[0])
    const text = JSON.stringify(material.value) ?? '{}'
    const duplicate = JSON.stringify(random.pick(TYPES))
    material.draft.body = Buffer.from(text.replace(/^\{/, `{${JSON.stringify(name)}:${duplicate},`))
    return `${name} given twice`
  },
]

const UNKNOWN = [
  'unknown_member',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a\u0000',
  'x'.repeat(3000),
]

const WHOLE_MUTATIONS: BodyMutation[] = [
  (material, random) => {
    const name = random.pick(UNKNOWN)
    const text = JSON.stringify(material.value) ?? '{}'
    const field = `${JSON.stringify(name)}:${JSON.stringify(random.pick(TYPES))}`
    material.draft.body = Buffer.from(text.replace(/^\{/, text === '{}' ? `{${field}` : `{${field},`))
    return `unknown member ${name.slice(0, 20)}`
  },
  ({ draft }, random) => {
    draft.body = Buffer.from(
      random.pick(['', ' ', '{', '}', 'null', 'true', '12', '"text"', '[]', '[{}]', '{}{}', '\ufeff{}', '{}\u0000']),
    )
    return 'another document'
  },
  ({ draft }, random) => {
    const raw = random.pick([nested(10_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`, nested(33)])
    draft.body = Buffer.from(raw)
    return 'a document that is nested deeply'
  },
  ({ draft }, random) => {
    draft.body = Buffer.alloc(random.pick([BODY_BYTES_MAX + 1, 4 * BODY_BYTES_MAX + 1]), 'x')
    return 'a huge document'
  },
  (material, random) => {
    const extra = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, random.below(9)]))
    write(material, { ...(isObject(material.value) ? material.value : {}), ...extra })
    return 'thousands of members'
  },
]

const ENCODINGS: ((bytes: Buffer, draft: Draft) => Buffer)[] = [
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(`\u00e9${bytes.toString('utf8')}`, 'latin1'),
  (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), bytes.subarray(-1)]),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('e', '\u0435')),
  (bytes) => gzipSync(bytes),
  (bytes, draft) => {
    setHeader(draft, 'content-encoding', 'gzip')
    return gzipSync(bytes)
  },
  (bytes, draft) => {
    setHeader(draft, 'content-encoding', 'gzip')
    return bytes
  },
  (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  (bytes) => Buffer.concat([bytes, bytes]),
]

const MEDIA_TYPES = [
  undefined,
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=latin1',
  'application/json, application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/csv',
  'application/json\u00e9',
  ';',
  `application/${'x'.repeat(3000)}`,
]

const BYTE_MUTATIONS: BodyMutation[] = [
  ({ draft }, random) => {
    draft.body = random.pick(ENCODINGS)(draft.body ?? Buffer.from('{}'), draft)
    return 'bytes in another encoding'
  },
  ({ draft }, random) => {
    const type = random.pick(MEDIA_TYPES)
    setHeader(draft, 'content-type', type)
    return `media type ${String(type).slice(0, 40)}`
  },
]

/** Form fields are texts: what can be said of them is less. */
function spoilForm(material: Material, random: Random): string {
  const fields = material.value as Record<string, string>
  const name = random.pick(Object.keys(fields).length === 0 ? ['next'] : Object.keys(fields))
  const given = Buffer.from(formText(fields))
  const { draft } = material
  switch (random.below(6)) {
    case 0:
      write(material, replaced(fields, [name], random.pick([...TEXTS, ...DATES, ...NUMBERS])))
      return `${name} is hostile`
    case 1:
      draft.body = Buffer.from(formText(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))))
      return `${name} missing`
    case 2:
      draft.body = Buffer.from(`${given.toString()}&${name}=second&${name}[]=third`)
      return `${name} several times`
    case 3:
      draft.body = Buffer.from(`${given.toString()}&%zz=%&=&&&__proto__=x&${encodeURIComponent(name)}%00=x`)
      return 'broken escapes'
    case 4:
      draft.body = Buffer.alloc(40_000, 'x=1&')
      return 'a huge form'
    default:
      return random.pick(BYTE_MUTATIONS)(material, random, { path: [name], schema: {} })
  }
}

export function spoilBody(material: Material, random: Random): string {
  if (material.encoding === 'form') return spoilForm(material, random)
  const places = material.bodySchema ? listPlaces(material.bodySchema, material.value) : []
  const kinds = [
    ...(places.length > 0 ? Array(3).fill(MEMBER_MUTATIONS).flat() : []),
    ...WHOLE_MUTATIONS,
    ...BYTE_MUTATIONS,
  ] as BodyMutation[]
  return random.pick(kinds)(material, random, places.length > 0 ? random.pick(places) : { path: [], schema: {} })
}
