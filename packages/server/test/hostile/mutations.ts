// Spoils a request in one place, or in several: path, query, headers, method, body, authorisation.
import { encodeCursor } from '../../src/http/pagination.ts'
import { spoilBody } from './body-mutations.ts'
import { type Draft, type Material, readHeader, setHeader } from './draft.ts'
import type { Random } from './random.ts'
import { DATES, NUMBERS, pickBoundaryValue, TEXTS } from './values.ts'

/** As a sender who does not care writes it: properly, twice, not at all, or overlong. */
function encoded(text: string, random: Random): string {
  const proper = encodeURIComponent(text.toWellFormed())
  const ways = [proper, proper, proper, encodeURIComponent(proper), text.replace(/[^\x21-\x7e]|[#?&/]/g, '%')]
  return random.pick(ways)
}

/** Pieces of the wire that no encoder writes. */
const BROKEN = [
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '%e0%a4%a',
  '+',
  '%2e%2e%2f',
  '%252e',
  '%u0041',
  '\u00e9',
]

const LOOKALIKES = [
  'ptn_00000000000000000000000000',
  'ord_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  `req_${'z'.repeat(26)}`,
  'pk_sandbox_000000000000000000000000',
  '0',
  '.',
  '..',
  'null',
]

function spoilPath(material: Material, random: Random): string {
  const { draft, template, params } = material
  const names = Object.keys(params)
  if (names.length === 0 || random.chance(0.15)) {
    const path = draft.path
    draft.path = random.pick([
      `${path}/`,
      `/${path}`,
      `${path}%00`,
      `${path}/..`,
      path.toUpperCase(),
      path.replace(/\/(?=[^/]*$)/, '//'),
      `${path};a=b`,
      `${path}.json`,
      `${path}/${'a/'.repeat(2000)}`,
      path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
      `/.${path}`,
    ])
    return 'another path'
  }
  const name = random.pick(names)
  const hostile = random.pick([
    encoded(random.pick(TEXTS), random),
    random.pick(BROKEN),
    random.pick(LOOKALIKES),
    `${encodeURIComponent(params[name]!)}${random.pick(BROKEN)}`,
    encodeURIComponent(params[name]!.toUpperCase()),
  ])
  draft.path = template.replace(/\{(\w+)\}/g, (_, one: string) =>
    one === name ? hostile : encodeURIComponent(params[one] ?? ''),
  )
  return `path parameter ${name}`
}

/** Made as ours are, but for another list, with another key, or of nothing. */
const cursors = (): string[] => {
  const good = encodeCursor({ list: 'orders' }, ['2026-01-01T00:00:00.000Z', 'ord_00000000000000000000000000'])
  const bytes = Buffer.from(good, 'base64url')
  bytes[bytes.length >> 1]! ^= 1
  const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [
    good,
    good.slice(0, -3),
    `${good}AA`,
    `${good}=`,
    bytes.toString('base64url'),
    of([]),
    of({}),
    of(null),
    of(['x', 1, 1]),
  ]
}

/** What is called so is read as a time, though its schema says text. */
const isTime = (name: string): boolean => /^(from|to|since|until|before|after)$|_at$/.test(name)

function queryValue(name: string, material: Material, random: Random): string {
  const { draft } = material
  const sent = draft.query.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  if (isTime(name) && random.chance(0.6)) return encoded(random.pick(DATES), random)
  const kinds = [
    () => encoded(String(pickBoundaryValue(material.querySchema[name] ?? {}, undefined, random)), random),
    () => encoded(random.pick(TEXTS), random),
    () => encoded(random.pick(DATES), random),
    () => encoded(random.pick(NUMBERS), random),
    () => random.pick(BROKEN),
    () => (name === 'cursor' ? random.pick(cursors()) : `${sent ?? ''},${sent ?? ''},`),
  ]
  return random.pick(kinds)()
}

function spoilQuery(material: Material, random: Random): string {
  const { draft } = material
  const names = [...Object.keys(material.querySchema), ...draft.query.map((pair) => pair.split('=', 1)[0]!)]
  if (names.length === 0 || random.chance(0.1)) {
    draft.query.push(
      random.pick([
        'unknown=1',
        '%zz',
        '=',
        '&&&',
        '__proto__=1',
        '?',
        `${'a'.repeat(3000)}=1`,
        'a[b][c]=1',
        '%00=%00',
      ]),
    )
    return 'unknown parameters'
  }
  const name = random.pick(names)
  const value = queryValue(name, material, random)
  const others = draft.query.filter((pair) => !pair.startsWith(`${name}=`))
  draft.query = random.pick([
    [...others, `${name}=${value}`],
    [...others, `${name}=${value}`],
    [...others, `${name}=${value}`],
    [...draft.query, `${name}=${value}`],
    [...others, `${name}[]=${value}`],
    [...others, `${name}[0]=${value}`],
    [...others, name],
    [...others, `${name}=`],
    [...others, `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`],
    others,
  ])
  return `parameter ${name}`
}

/** Values that HTTP itself lets through. */
const HEADERS: [string, string][] = [
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'x'.repeat(255)],
  ['idempotency-key', 'with blank'],
  ['idempotency-key', 'caf\u00e9'],
  ['idempotency-key', 'tab\there'],
  ['idempotency-key', ''],
  ['accept', 'text/html'],
  ['accept', 'application/x-ndjson'],
  ['accept', 'text/csv'],
  ['accept', 'text/event-stream'],
  ['accept', '*/*;q=0'],
  ['accept', `${'a/b,'.repeat(1000)}c/d`],
  ['accept-encoding', 'gzip;q=0, *;q=0'],
  ['cookie', `freehold_session=${'x'.repeat(150)}`],
  ['cookie', 'freehold_session=%00; freehold_session=; =;;'],
  ['cookie', `a=${'x'.repeat(7000)}`],
  ['cookie', '__proto__=1; constructor=2'],
  ['x-partner-id', "' or 1=1"],
  ['x-partner-id', 'ptn_00000000000000000000000000'],
  ['x-partner-id', '\u00ff'],
  ['x-forwarded-for', '::ffff:1.2.3.4, x, '],
  ['forwarded', 'for="[::1"'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['referer', 'not an address'],
  ['sec-fetch-site', 'cross-site'],
  ['if-none-match', '"x", W/'],
  ['if-modified-since', 'never'],
  ['range', 'bytes=9-1'],
  ['expect', '100-continue'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-01'],
  ['traceparent', 'x'.repeat(500)],
  ['x-http-method-override', 'DELETE'],
  ['user-agent', ''],
  ['user-agent', '\u00ff'.repeat(2000)],
  ['accept-language', 'xx-'.repeat(800)],
  ['mcp-protocol-version', '9999-99-99'],
  ['mcp-session-id', '\u00e9'],
  ['stripe-signature', 't=x,v1='],
]

function spoilHeaders({ draft }: Material, random: Random): string {
  const [name, value] = random.pick(HEADERS)
  // Not in place of what lets the caller in: whether that fails is another mutation's matter.
  setHeader(draft, name, name === 'cookie' && readHeader(draft, 'cookie') ? undefined : value)
  return `header ${name}`
}

/** A header twice, which only a socket can send. */
function repeatHeader({ draft }: Material, random: Random): string {
  const name = random.pick([
    'x-service-signature',
    'x-service-key-id',
    'x-service-nonce',
    'authorization',
    'content-type',
    'idempotency-key',
    'cookie',
    'origin',
    'x-partner-id',
  ])
  draft.headers.push([name, 'first'], [name, 'second'])
  return `header ${name} twice`
}

function spoilMethod({ draft }: Material, random: Random): string {
  draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
  return `method ${draft.method}`
}

/** A body where none belongs. */
function addBody({ draft }: Material, random: Random): string {
  draft.body = Buffer.from(random.pick(['{}', '{"a":1}', 'x', '\u0000', '[]']))
  if (random.chance(0.7)) setHeader(draft, 'content-type', 'application/json')
  return 'a body'
}

function spoilAuthorisation({ draft }: Material, random: Random): string {
  draft.authorisation = random.pick(['none', 'garbage', 'other-kind', 'foreign'] as const)
  return `authorisation: ${draft.authorisation}`
}

type Mutation = (material: Material, random: Random) => string

function mutationsFor({ draft, params, querySchema, value, encoding }: Material): Mutation[] {
  const hasBody = value !== undefined || encoding === 'form'
  const hasQuery = Object.keys(querySchema).length > 0 || draft.query.length > 0
  const some = (mutation: Mutation, times: number): Mutation[] => Array<Mutation>(times).fill(mutation)
  return [
    ...some(spoilBody, hasBody ? 12 : 0),
    ...some(spoilQuery, hasQuery ? 9 : 1),
    ...some(spoilPath, Object.keys(params).length > 0 ? 6 : 1),
    ...some(spoilHeaders, 2),
    ...some(spoilAuthorisation, 2),
    repeatHeader,
    spoilMethod,
    addBody,
  ]
}

/** Mostly one change, since the first bad one hides the rest; now and then several. */
export function spoil(material: Material, random: Random): { draft: Draft; changes: string[] } {
  const count = random.chance(0.15) ? 2 + random.below(2) : 1
  const changes = Array.from({ length: count }, () => random.pick(mutationsFor(material))(material, random))
  return { draft: material.draft, changes }
}
