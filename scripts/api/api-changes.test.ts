// The comparison of two API documents sees every change that breaks a client, and lets additions pass.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { breakingChanges } from './api-changes.mjs'
import { DOCUMENTS, readWholeDocument } from './openapi-documents.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Json = Record<string, unknown>

/** For each operation, with its schemas: the document stays readable as it grows. */
const OPENAPI_BYTES_PER_OPERATION_MAX = 3000

const base = () => ({
  paths: {
    '/orders': {
      post: {
        security: [{ key: [] }],
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['domain'],
                properties: {
                  domain: { type: 'string', maxLength: 512 },
                  tier: { type: 'string', enum: ['a', 'b'] },
                  budget: { type: 'number' },
                } as Record<string, Json>,
                additionalProperties: false,
              },
            },
          },
        },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } as Json,
          400: { description: 'bad' },
        } as Record<string, Json>,
      },
    } as Record<string, Json>,
  } as Record<string, Record<string, Json>>,
  webhooks: {
    'order.paid': {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
    },
  } as Record<string, Json>,
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } } },
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string' },
          status: { type: 'string', enum: ['PAID'] },
          refund: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        } as Record<string, Json>,
      },
    },
  },
})
type Document = ReturnType<typeof base>

const changed = (change: (document: Document) => void): string[] => {
  const after = base()
  change(after)
  return breakingChanges(base(), after)
}
// biome-ignore lint/suspicious/noExplicitAny: planted changes reach into any depth
const operation = (document: Document): any => document.paths['/orders']!.post
const requestFields = (document: Document) =>
  operation(document).requestBody.content['application/json'].schema as {
    required: string[]
    properties: Record<string, Json>
  }
const order = (document: Document) => document.components.schemas.Order

describe('breakingChanges', () => {
  it('finds nothing between equal documents', () => {
    expect(changed(() => {})).toEqual([])
  })

  it('lets additions pass', () => {
    expect(
      changed((document) => {
        document.paths['/new'] = { get: { responses: {} } }
        requestFields(document).properties.note = { type: 'string' }
        requestFields(document).properties.tier = { type: 'string', enum: ['a', 'b', 'c'] }
        order(document).properties.extra = { type: 'string' }
        operation(document).responses[404] = { description: 'gone' }
      }),
    ).toEqual([])
  })

  it.each<[string, (document: Document) => void, string]>([
    ['a removed operation', (document) => delete document.paths['/orders'], 'POST /orders was removed'],
    [
      'a parameter that became required',
      (document) => {
        document.components.parameters.Limit.required = true
      },
      'POST /orders: the parameter query limit is now required',
    ],
    [
      'a request field that became required',
      (document) => requestFields(document).required.push('tier'),
      'POST /orders request.tier is now required',
    ],
    [
      'a removed request field',
      (document) => delete requestFields(document).properties.budget,
      'POST /orders request.budget was removed',
    ],
    [
      'a value that is no longer accepted',
      (document) => {
        requestFields(document).properties.tier = { type: 'string', enum: ['a'] }
      },
      'POST /orders request.tier no longer accepts b',
    ],
    [
      'a stricter limit',
      (document) => {
        requestFields(document).properties.domain = { type: 'string', maxLength: 100 }
      },
      'POST /orders request.domain has a stricter maxLength: 512 before, 100 now',
    ],
    [
      'a narrower request type',
      (document) => {
        requestFields(document).properties.budget = { type: 'integer' }
      },
      'POST /orders request.budget no longer accepts number',
    ],
    [
      'another status of success',
      (document) => {
        operation(document).responses = { 200: operation(document).responses[201] }
      },
      'POST /orders: 201 is no longer returned',
    ],
    [
      'another authentication',
      (document) => {
        operation(document).security = []
      },
      'POST /orders is authenticated in another way',
    ],
  ])('finds %s', (_name, change, line) => {
    expect(changed(change)).toEqual([line])
  })

  it('accepts one more way to authenticate, and finds one that is gone', () => {
    const more = (document: Document) => operation(document).security.push({ token: [] })
    expect(changed(more)).toEqual([])
    const another = changed((document) => {
      operation(document).security = [{ token: [] }]
    })
    expect(another).toEqual(['POST /orders is authenticated in another way'])
  })

  it('finds what a response and a webhook no longer promise', () => {
    const removed = changed((document) => delete order(document).properties.status)
    expect(removed).toEqual(['POST /orders response.status was removed', 'webhook order.paid.status was removed'])
    const missing = changed((document) => {
      order(document).required = ['id']
    })
    expect(missing).toContain('POST /orders response.status may now be missing')
    const nullable = changed((document) => {
      order(document).properties.id = { anyOf: [{ type: 'string' }, { type: 'null' }] }
    })
    expect(nullable).toContain('POST /orders response.id may now be null')
  })
})

it('keeps the documents small for their number of operations', () => {
  for (const file of DOCUMENTS) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const { paths } = JSON.parse(text) as { paths: Record<string, object> }
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
    expect(operations).toBeGreaterThan(100)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(OPENAPI_BYTES_PER_OPERATION_MAX * operations)
  }
})

it('shares every error response of the documents', () => {
  const document = readWholeDocument() as unknown as {
    paths: Record<string, Record<string, { tags: string[]; responses: Record<string, Json> }>>
  }
  const inlined = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags }) => !tags.includes('OAuth') && !tags.includes('MCP'))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status, response]) => Number(status) >= 400 && response.$ref === undefined)
  expect(inlined).toEqual([])
})
