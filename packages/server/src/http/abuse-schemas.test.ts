// No schema that a caller reaches runs a pattern or a format on a text of any length.
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { MCP_GROUP } from '../agents/mcp.ts'
import { TOOLS } from '../agents/tools.ts'
import { AREAS } from '../areas/areas.ts'
import { OAUTH_GROUP } from '../areas/oauth.ts'
import { ApiError } from '../kernel/errors.ts'
import { OPERATIONS } from '../modules/domains/views.ts'
import type { Route } from './define-route.ts'
import { EmailText, Strict, Type } from './schema.ts'
import { assertValid } from './validate.ts'

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The places of a schema whose text is matched without a limit on its length. */
function unlimited(schema: unknown, place: string): string[] {
  if (!isNode(schema)) return []
  const matches = typeof schema.pattern === 'string' || typeof schema.format === 'string'
  const own = matches && typeof schema.maxLength !== 'number' ? [place] : []
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => unlimited(value, `${place}.${key}`))]
}

const routes: Route[] = AREAS.flatMap(({ routes }) => [...routes] as Route[])
const inputs: [string, unknown][] = [
  ...routes.flatMap(({ id, params, query, body }): [string, unknown][] => [
    [`${id} params`, params],
    [`${id} query`, query],
    [`${id} body`, body],
  ]),
  ...[OAUTH_GROUP, MCP_GROUP].flatMap(({ operations }) =>
    operations.flatMap(({ id, query, body }): [string, unknown][] => [
      [`${id} query`, query],
      [`${id} body`, body?.schema],
    ]),
  ),
  ...Object.entries(OPERATIONS).map(([op, { params }]): [string, unknown] => [`bulk ${op}`, params]),
  ...[...TOOLS.values()].map(({ name, params }): [string, unknown] => [`tool ${name}`, params]),
]

describe('the input schemas of the route table', () => {
  it('limit the length of every text that has a pattern or a format', () => {
    expect(inputs.length).toBeGreaterThan(300)
    expect(inputs.flatMap(([place, schema]) => unlimited(schema, place))).toEqual([])
  })
})

/** The error of a value that its schema refuses, and the processor time that the refusal took. */
function measureRefusal(schema: TSchema, value: unknown): { details: ApiError['details']; milliseconds: number } {
  const before = process.cpuUsage()
  try {
    assertValid(schema, value, 'body')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { user, system } = process.cpuUsage(before)
    return { details: error.details, milliseconds: (user + system) / 1000 }
  }
  throw new Error('the schema took the value')
}

describe('validation', () => {
  it('never runs a pattern on a text that is longer than its schema allows', () => {
    const schema = Strict({ text: Type.String({ maxLength: 20, pattern: '^(a+)+$' }) })
    // At 30 characters this pattern already takes seconds.
    expect(measureRefusal(schema, { text: `${'a'.repeat(200_000)}!` }).details).toEqual([
      { field: 'text', message: 'must have at most 20 characters' },
    ])
    expect(measureRefusal(schema, { text: 'aaa!' }).details).toEqual([
      { field: 'text', message: 'must match the pattern ^(a+)+$' },
    ])
  })

  it.each(['.', '@', 'a', ' ', 'a@a.', '@.', 'ü', '你'])(
    'refuses an email address of 250,000 × %j for its length',
    (part) => {
      const schema = Strict({ email: EmailText() })
      const { details, milliseconds } = measureRefusal(schema, { email: part.repeat(250_000) })
      expect(details).toEqual([{ field: 'email', message: 'must have at most 254 characters' }])
      expect(milliseconds).toBeLessThan(5000)
    },
  )

  it('names a malformed email address as such, also one with spaces around it', () => {
    const schema = Strict({ email: EmailText() })
    for (const email of ['ada', 'ada@', '@x.example', 'a@b', ' ada@x.example', 'ada@x.example\n', 'a b@x.example'])
      expect(measureRefusal(schema, { email }).details).toContainEqual({
        field: 'email',
        message: 'must be an email address',
      })
  })

  it('lists up to 20 errors of a small value', () => {
    const schema = Strict({ items: Type.Array(Type.String()) })
    expect(measureRefusal(schema, { items: Array(30).fill(1) }).details).toHaveLength(20)
    expect(measureRefusal(schema, { items: [1, 'a', 2] }).details).toEqual([
      { field: 'items.0', message: 'must be a string' },
      { field: 'items.2', message: 'must be a string' },
    ])
  })

  it.each([
    ['an array of wrong items', { items: Array(100_000).fill(1) }, 'items.0'],
    [
      'unknown fields',
      { items: [], ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`x${at}`, 1])) },
      'x0',
    ],
    ['long texts', { items: ['x'.repeat(200_000), 1, 2] }, 'items.1'],
  ])('stops at the first error of a large value: %s', (_, value, field) => {
    const schema = Strict({ items: Type.Array(Type.String()) })
    const { details, milliseconds } = measureRefusal(schema, value)
    expect(details.map((detail) => detail.field)).toEqual([field])
    expect(milliseconds).toBeLessThan(5000)
  })

  it('cuts a field name that it returns', () => {
    const [detail] = measureRefusal(Strict({}), { ['x'.repeat(100_000)]: 1 }).details
    expect(detail!.field).toHaveLength(201)
  })
})
