// A deprecated route says so on every answer, good or bad, and in the document; and it is given its twelve months.
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { defineRoute } from './define-route.ts'
import { type Deprecation, deprecationHeaders } from './deprecation.ts'
import { buildOpenApi } from './openapi/document.ts'
import { type Guard, mountArea } from './pipeline.ts'
import { Strict, Type } from './schema.ts'

const deprecated: Deprecation = { since: '2027-01-01', sunset: '2028-01-01', link: '/docs/guides/versioning' }
const HEADERS = {
  deprecation: '@1798761600',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  link: '</docs/guides/versioning>; rel="deprecation"; type="text/html"',
}

const route = (id: string, more: { deprecated?: Deprecation }) =>
  defineRoute({
    id,
    area: 'public',
    method: 'GET',
    path: `/${id}`,
    summary: 'A sample.',
    description: '',
    returns: 'Nothing.',
    query: Strict({ fail: Type.Optional(Type.String()) }),
    response: Strict({}),
    handle: (_, { query }) => {
      if (query.fail) throw new ApiError('conflict')
      return {}
    },
    ...more,
  })
const routes = [route('leaving', { deprecated }), route('staying', {})]

async function ask(url: string) {
  const app = Fastify()
  app.setErrorHandler((error: ApiError, _request, reply) => reply.code(error.status).send({}))
  const guard = {
    area: 'public',
    prefix: '',
    admit: async () => ({ caller: {}, now: new Date(0), headers: {}, logged: {} }),
    write: () => Promise.reject(new Error('reads only')),
  } as unknown as Guard<'public'>
  mountArea(app, { config: { production: false } } as Deps, guard, routes)
  const { statusCode, headers } = await app.inject({ method: 'GET', url })
  const { deprecation, sunset, link } = headers
  return { statusCode, headers: { deprecation, sunset, link } }
}

describe('a deprecated route', () => {
  it('says so on every answer', async () => {
    expect(await ask('/leaving')).toEqual({ statusCode: 200, headers: HEADERS })
    expect(await ask('/leaving?fail=yes')).toEqual({ statusCode: 409, headers: HEADERS })
    expect((await ask('/staying')).headers).toEqual({})
  })

  it('is marked in the document, and no other is', () => {
    const area = { name: 'public', prefix: '', tag: 'Public API', description: '', routes } as const
    const none = { tag: 'Events', description: '', webhooks: [] }
    const { paths } = buildOpenApi([area], '1', [], none) as { paths: Record<string, { get: Record<string, unknown> }> }
    expect(paths['/leaving']?.get).toMatchObject({
      deprecated: true,
      description: expect.stringContaining('Available until 2028-01-01'),
    })
    expect(paths['/staying']?.get).not.toHaveProperty('deprecated')
  })

  it('is served for twelve months at least', () => {
    expect(() => deprecationHeaders({ ...deprecated, sunset: '2027-12-31' })).toThrow('longer')
    expect(() => deprecationHeaders({ ...deprecated, since: 'soon' })).toThrow('not a date')
  })
})
