// What the service shows without a credential: readiness costs one query a second, metrics in production need a token, HTTPS is pinned.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import type { Database } from '../db/sql.ts'
import { createReadiness } from './readiness.ts'
import { createServer, mountSystem } from './server.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  MAIL: 'off',
  BASE_URL: 'https://market.example',
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64'),
  RATE_LIMITS: 'on',
}

let development: TestService
let production: TestService
beforeAll(async () => {
  development = await startTestService({ MASTER_KEY: PRODUCTION.MASTER_KEY })
  production = await startTestService(PRODUCTION, { on: development })
})
const withToken = () => startTestService({ ...PRODUCTION, METRICS_TOKEN: 'metrics-token' }, { on: development })

/** Counts the queries of one service. */
function countQueries(service: TestService) {
  const { many, one, session } = service.db
  let queries = 0
  service.db.many = ((...args: Parameters<typeof many>) => {
    queries++
    return many.apply(service.db, args)
  }) as typeof many
  service.db.one = ((...args: Parameters<typeof one>) => {
    queries++
    return one.apply(service.db, args)
  }) as typeof one
  service.db.session = ((work: Parameters<typeof session>[0]) => {
    queries++
    return session(work)
  }) as typeof session
  return {
    queries: () => queries,
    restore: () => Object.assign(service.db, { many, one, session }),
  }
}

const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  service.send({ method: 'GET', url, headers })

describe('/readyz', () => {
  it('asks the database once for 100 requests at the same time', async () => {
    const counted = countQueries(development)
    const responses = await Promise.all(Array.from({ length: 100 }, () => get(development, '/readyz')))
    counted.restore()
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(counted.queries()).toBe(1)
  })

  it('asks again after a second, shares a slow check, and reports a database that fails', async () => {
    let now = 0
    let queries = 0
    let runQuery: Database['one'] = async () => undefined
    const one: Database['one'] = (query) => {
      queries++
      return runQuery(query)
    }
    const db = { session: (work: (session: { one: Database['one'] }) => unknown) => work({ one }) }
    const checkReadiness = createReadiness({ db: db as never, log: development.deps.log }, () => now)
    // No migration is in this database.
    expect(await checkReadiness()).toBe('not_migrated')
    now = 999
    await checkReadiness()
    expect(queries).toBe(1)
    now = 1000
    let fail: (error: Error) => void = () => {}
    runQuery = () =>
      new Promise((_, reject) => {
        fail = reject
      })
    const first = checkReadiness()
    now = 60_000
    const second = checkReadiness()
    expect(queries).toBe(2)
    fail(new Error('gone'))
    expect(await Promise.all([first, second])).toEqual(['unavailable', 'unavailable'])
    now = 61_000
    runQuery = development.db.one
    expect(await checkReadiness()).toBe('ready')
  })
})

describe('/metrics', () => {
  it('is open in development, as it has been', async () => {
    expect((await get(development, '/metrics')).status).toBe(200)
  })

  it('does not exist in production without a token, for any method', async () => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await production.send({ method, url: '/metrics', headers: { host: 'market.example' } })
      expect([method, response.status]).toEqual([method, 404])
    }
    expect((await get(production, '/healthz')).status).toBe(200)
    expect((await get(production, '/readyz')).status).toBe(200)
  })

  it('wants the token in production', async () => {
    const service = await withToken()
    expect((await get(service, '/metrics')).status).toBe(401)
    expect((await get(service, '/metrics', { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await get(service, '/metrics', { authorization: 'Bearer metrics-token' })).status).toBe(200)
  })

  it.each([
    [undefined, {}, 200],
    ['metrics-token', {}, 401],
    ['metrics-token', { authorization: 'Bearer metrics-token' }, 200],
  ])(
    'is served on the port of a worker in production, with the token %s if there is one',
    async (token, headers, status) => {
      const { deps } = token ? await withToken() : production
      const worker = createServer(deps)
      mountSystem(worker, deps, { isPublic: false })
      expect((await worker.inject({ url: '/metrics', headers })).statusCode).toBe(status)
      await worker.close()
    },
  )
})

describe('Strict-Transport-Security', () => {
  it.each(['/', '/healthz', '/api/batch', '/no/such/path', '/api/partner/v1/me'])(
    'is on every response in production: %s',
    async (path) => {
      expect((await get(production, path)).headers['strict-transport-security']).toBe('max-age=63072000')
    },
  )

  it('is not sent in development', async () => {
    expect((await get(development, '/')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the content security policy', () => {
  it.each(['/', '/api/market/listings', '/healthz', '/no-such-page', '/favicon.svg'])(
    'forbids framing and other sources on every response: %s',
    async (path) => {
      const policy = (await get(development, path)).headers['content-security-policy']
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
    },
  )
})
