// In production an operator who has not proved a second factor may read, and may change nothing: every write route is tried.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Transport } from '../../../test/browser.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newOperator, OPERATOR } from '../../../test/operators.ts'
import { makeWorld, SAMPLES, type World } from '../../../test/route-samples.ts'
import { PRODUCTION, startVariant } from '../../../test/variant.ts'
import { AREAS } from '../../areas/areas.ts'
import { sql } from '../../db/sql.ts'
import type { Route } from '../../http/define-route.ts'

const ROUTES = AREAS.find(({ name }) => name === 'operator')!.routes as readonly Route[]
const WRITES = ROUTES.filter(({ method }) => method !== 'GET').map((route) => [route.id, route] as const)

let service: TestService
let production: Transport
let world: World
let headers: Record<string, string>
beforeAll(async () => {
  service = await startTestService()
  production = await startVariant(service, PRODUCTION)
  world = await makeWorld(service)
  const { cookie } = (await newOperator(service, 'admin')).headers
  const session = /freehold_session=([^;]+)/.exec(cookie)![1]!
  headers = { cookie: `__Host-freehold_session=${session}`, origin: PRODUCTION.BASE_URL }
})

describe('an operator in production without a second factor', () => {
  it('reads', async () => {
    expect((await production.send({ method: 'GET', url: `${OPERATOR}/queue`, headers })).status).toBe(200)
  })

  it.each(WRITES)('%s is refused before it changes anything', async (id, route) => {
    const sample = (await SAMPLES[id]?.(world, service)) ?? {}
    // Samples move the clock; only the factor is missing.
    const now = service.clock.now()
    await service.db.run(sql`
      update sessions set created_at = ${now}, authenticated_at = ${now}, expires_at = ${new Date(now.getTime() + 3_600_000)}`)
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(sample.params?.[name] ?? 'none'),
    )
    const body = sample.raw?.text ?? (sample.body === undefined ? undefined : JSON.stringify(sample.body))
    const type = sample.raw?.contentType ?? 'application/json'
    const { status, text } = await production.send({
      method: route.method,
      url: `${OPERATOR}${path}${sample.query ? `?${sample.query}` : ''}`,
      headers: { ...headers, ...sample.headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    const { code, reason } = JSON.parse(text).error
    expect([status, code, reason]).toEqual([403, 'forbidden', 'second_factor_required'])
  })
})
