// For one operation, each of its texts as long as the service reads it: fields, parameters, headers, arrays and unknown fields.
import { BODY_BYTES_MAX, OAUTH_BODY_BYTES_MAX } from '../../src/kernel/limits.ts'
import { listPlaces, type Place, replaced, valueAt } from './body-mutations.ts'
import { type Form, fitted } from './cpu-forms.ts'
import { formText, type Material, setHeader } from './draft.ts'
import type { Operation } from './operations.ts'
import type { Schema } from './values.ts'

/** Changes the draft of a good request: at which place, and how. */
export type CpuCase = { place: string; name: string; apply(material: Material): void }

/** What remains of Node's 16 KiB for a request line and its headers, beside the headers of a signed request. */
const LINE_BYTES_MAX = 14_000
const FORM_BYTES_MAX = 32 * 1024
const CHECKOUT_FORM_BYTES_MAX = 16 * 1024
const IMPORT_BYTES = 256 * 1024
const IMPORT_LINE_BYTES = 16 * 1024 - 1
/** For the names and quotes around a text. */
const ROOM = 2048

const HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-none-match',
  'mcp-session-id',
  'origin',
  'referer',
  'stripe-signature',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-partner-id',
  'x-service-key-id',
  'x-service-nonce',
  'x-service-signature',
  'x-service-timestamp',
]

export function bodyBytesMax({ template, route, door }: Operation, encoding: Material['encoding']): number {
  if (encoding === 'form') return template.startsWith('/checkout/') ? CHECKOUT_FORM_BYTES_MAX : FORM_BYTES_MAX
  if (encoding === 'other') return IMPORT_BYTES
  if (template.startsWith('/api/oauth/')) return OAUTH_BODY_BYTES_MAX
  return door === 'stripe' ? 1024 * 1024 : (route?.bodyBytesMax ?? BODY_BYTES_MAX)
}

const encodeUrl = (text: string): string => encodeURIComponent(text.toWellFormed())
const encodeJson = (text: string): string => JSON.stringify(text)
const encodeForm = (text: string): string => new URLSearchParams([['', text]]).toString()
/** What HTTP lets through in a header: the bytes of UTF-8, each as a character, and no control characters. */
const encodeHeader = (text: string): string =>
  Buffer.from(text.toWellFormed().replace(/\p{Cc}/gu, ' ')).toString('latin1')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function writeBody(material: Material, value: unknown): void {
  const isForm = material.encoding === 'form' && isObject(value)
  material.draft.body = Buffer.from(isForm ? formText(value) : JSON.stringify(value))
}

const listTypes = (schema: Schema): string[] => [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? [])
const findMaxLength = (schema: Schema): number | undefined =>
  [schema, ...(schema.anyOf ?? [])].find(({ maxLength }) => maxLength !== undefined)?.maxLength

/** Fields that hold a text, by their schema or in the sample. Every field of a form does. */
function textPlaces({ bodySchema, value, encoding }: Material): Place[] {
  if (encoding === 'form') return Object.keys(value as object).map((name) => ({ path: [name], schema: {} }))
  const places = bodySchema || value !== undefined ? listPlaces(bodySchema ?? {}, value) : []
  return places.filter(
    ({ path, schema }) => listTypes(schema).includes('string') || typeof valueAt(value, path) === 'string',
  )
}

/** A text of each form: as long as the body may be, as long as its schema allows, and behind the sample's own text. */
function fieldCases(operation: Operation, material: Material, form: Form): CpuCase[] {
  const room = bodyBytesMax(operation, material.encoding) - (material.draft.body?.length ?? 0) - ROOM
  const encode = material.encoding === 'form' ? encodeForm : encodeJson
  return textPlaces(material).flatMap(({ path, schema }) => {
    const place = path.join('.')
    const put = (name: string, text: () => string): CpuCase => ({
      place,
      name: `${place}: ${form.name}, ${name}`,
      apply: (one) => writeBody(one, replaced(one.value, path, text())),
    })
    const known = valueAt(material.value, path)
    const maxLength = findMaxLength(schema)
    return [
      put('as long as the body', () => fitted(form, room, encode)),
      ...(typeof known === 'string' && known !== ''
        ? [put('behind the sample, as long as the body', () => known + fitted(form, room - known.length, encode))]
        : []),
      ...(maxLength === undefined ? [] : [put('as long as its schema', () => form.text(maxLength))]),
    ]
  })
}

function parameterCases({ template, params, querySchema, draft }: Material, form: Form): CpuCase[] {
  const names = [...new Set([...Object.keys(querySchema), ...draft.query.map((pair) => pair.split('=', 1)[0]!)])]
  const text = (schema: Schema = {}, whole = true) =>
    encodeUrl(whole ? fitted(form, LINE_BYTES_MAX - 1000, encodeUrl) : form.text(findMaxLength(schema) ?? 64))
  const inQuery = names.flatMap((name) =>
    [true, false].map(
      (whole): CpuCase => ({
        place: `?${name}`,
        name: `parameter ${name}: ${form.name}, as long as ${whole ? 'the request line' : 'its schema'}`,
        apply: ({ draft: one }) => {
          one.query = one.query.filter((pair) => !pair.startsWith(`${name}=`))
          one.query.push(`${name}=${text(querySchema[name], whole)}`)
        },
      }),
    ),
  )
  const inPath = Object.keys(params).map(
    (name): CpuCase => ({
      place: `/${name}`,
      name: `path ${name}: ${form.name}`,
      apply: ({ draft: one }) => {
        one.path = template.replace(/\{(\w+)\}/g, (_, other: string) =>
          other === name ? text() || 'a' : encodeURIComponent(params[other] ?? ''),
        )
      },
    }),
  )
  return [...inQuery, ...inPath]
}

const headerCases = (form: Form): CpuCase[] =>
  HEADERS.map((name) => ({
    place: name,
    name: `header ${name}: ${form.name}`,
    apply: ({ draft }) => {
      const length = Math.floor(LINE_BYTES_MAX / Math.max(1, encodeHeader(form.text(64)).length / 64))
      setHeader(draft, name, encodeHeader(form.text(length)).trim() || 'a')
    },
  }))

const filled = (item: string, between: string, bytes: number): string =>
  `${item}${`${between}${item}`.repeat(Math.max(0, Math.floor((bytes - item.length) / (item.length + between.length))))}`

/** Very many small things: items of an array, unknown fields, pairs of a query or a form. */
function manyCases(operation: Operation, material: Material): CpuCase[] {
  const { bodySchema, value, encoding, draft } = material
  const room = bodyBytesMax(operation, encoding) - (draft.body?.length ?? 0) - ROOM
  const name = Object.keys(material.querySchema)[0] ?? 'a'
  const pairs = ['a=', 'a', '', `${name}=`, '%61=%61'].map(
    (pair): CpuCase => ({
      place: 'query',
      name: `pairs ${JSON.stringify(pair)} in the query`,
      apply: ({ draft: one }) => one.query.push(filled(pair, '&', LINE_BYTES_MAX - 1000)),
    }),
  )
  if (encoding === 'form') {
    const fields = ['a=', '', 'a=%61', `${Object.keys(value as object)[0] ?? 'a'}=`].map(
      (pair): CpuCase => ({
        place: 'form',
        name: `pairs ${JSON.stringify(pair)} in the form`,
        apply: ({ draft: one }) => {
          one.body = Buffer.from(`${one.body?.toString() ?? ''}&${filled(pair, '&', room)}`)
        },
      }),
    )
    return [...pairs, ...fields]
  }
  if (encoding === 'other' || value === undefined) return pairs
  const raw = (path: Place['path'], json: string) => (one: Material) => {
    const text = JSON.stringify(replaced(one.value, path, 'MANY-7f3a'))
    one.draft.body = Buffer.from(text.replace('"MANY-7f3a"', () => json))
  }
  const arrays = listPlaces(bodySchema ?? {}, value)
    .filter(({ path, schema }) => listTypes(schema).includes('array') || Array.isArray(valueAt(value, path)))
    .flatMap(({ path }) =>
      ['0', '"a"', '{}', '[]', '"é.com"'].map(
        (item): CpuCase => ({
          place: path.join('.'),
          name: `${path.join('.')}: items ${item}`,
          apply: raw(path, `[${filled(item, ',', room)}]`),
        }),
      ),
    )
  const makeFields = (count: number) => Array.from({ length: count }, (_, at) => `"x${at}":0`).join(',')
  const objects = listPlaces(bodySchema ?? {}, value)
    .filter(({ path, schema }) => listTypes(schema).includes('object') || isObject(valueAt(value, path)))
    .map(
      ({ path }): CpuCase => ({
        place: path.join('.'),
        name: `${path.join('.')}: unknown fields`,
        apply: raw(path, `{${makeFields(Math.floor(room / 12))}}`),
      }),
    )
  const root: CpuCase = {
    place: 'body',
    name: 'unknown fields',
    apply: (one) => {
      const own = JSON.stringify(one.value)
      one.draft.body = Buffer.from(`{${makeFields(Math.floor(room / 12))}${own === '{}' ? '}' : `,${own.slice(1)}`}`)
    },
  }
  return [...pairs, ...arrays, ...objects, ...(isObject(value) ? [root] : [])]
}

/** Lines of a file, each as long as a line may be. */
const importCases = (form: Form): CpuCase[] => [
  {
    place: 'lines',
    name: `lines: ${form.name}`,
    apply: ({ draft }) => {
      const line = fitted(form, IMPORT_LINE_BYTES, String)
      const head = draft.body?.toString().split('\n')[0] ?? ''
      const count = Math.floor(IMPORT_BYTES / (Buffer.byteLength(line) + 2))
      draft.body = Buffer.from(`${head}\n${`${line}\n`.repeat(count)}`)
    },
  },
  {
    place: 'cells',
    name: `cells in quotes: ${form.name}`,
    apply: ({ draft }) => {
      const line = fitted(form, IMPORT_LINE_BYTES - 8, String).replaceAll('\n', ' ')
      const head = draft.body?.toString().split('\n')[0] ?? ''
      const count = Math.floor(IMPORT_BYTES / (Buffer.byteLength(line) + 8))
      draft.body = Buffer.from(`${head}\n${`${line}"x",${'\n'}`.repeat(count)}`)
    },
  },
]

/** All cases of an operation that are about one form. */
export const formCases = (operation: Operation, material: Material, form: Form): CpuCase[] => [
  ...fieldCases(operation, material, form),
  ...parameterCases(material, form),
  ...(material.encoding === 'other' ? importCases(form) : []),
]

export { headerCases, manyCases }
