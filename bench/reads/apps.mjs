// The read under test, twice in one server: behind the signature, and behind a guard that lets everybody in. Beside it the framework
// with the same statement, and the framework alone.
import Fastify from 'fastify'
import pg from 'pg'
import { AREAS } from '../../packages/server/src/areas/areas.ts'
import { partnerGuard } from '../../packages/server/src/areas/partner.ts'
import { mountArea } from '../../packages/server/src/http/pipeline.ts'
import { createServer } from '../../packages/server/src/http/server.ts'
import { findByDomain } from '../../packages/server/src/modules/catalog/store/listings.ts'

export const OPEN_PREFIX = '/open'

const caller = {
  partnerId: 'ptn_01k9zq4x7v3m8n2p5r6s7t8w9y',
  environment: 'sandbox',
  credential: { keyId: 'pk_sandbox_open', secret: '' },
  scopes: ['search'],
  partner: {
    name: 'Open',
    approved: true,
    merchantOfRecord: true,
    affiliate: false,
    commissionBps: 1500,
    sandboxOffsetSeconds: 0,
  },
}

/** Same validation, handler, database read, serialisation, headers, metrics and log line; no signature and no nonce. */
const openGuard = (deps) => ({
  area: 'partner',
  prefix: OPEN_PREFIX,
  admit: async () => ({
    caller,
    now: deps.clock.now(),
    headers: {},
    logged: { partner_id: caller.partnerId, key_id: caller.credential.keyId, environment: 'sandbox' },
  }),
})

export async function createReadsApp(deps) {
  const app = createServer(deps)
  const [partner] = AREAS
  const detail = partner.routes.filter(({ id }) => id === 'domains.get')
  mountArea(app, deps, partnerGuard(deps, deps.admission), detail)
  mountArea(app, deps, openGuard(deps), detail)
  await app.ready()
  return app
}

/** The same answer at the same path, and nothing else: no database, no validation, no ids, no log, no metrics. */
export function createBareApp(response) {
  const app = Fastify({ logger: false })
  app.get(`${OPEN_PREFIX}/domains/:name`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(response),
  )
  return app
}

/** The statement of the service, as the service sends it. */
const sameStatement = (domain) => findByDomain({ one: (statement) => statement }, 'sandbox', domain)

/** The framework and the driver with the statement of the service and a response of the same fields, and nothing else. */
export function createYardstickApp(url, poolSize) {
  const app = Fastify({ logger: false })
  const pool = new pg.Pool({ connectionString: url, max: poolSize })
  app.get(`${OPEN_PREFIX}/domains/:name`, async (request) => {
    const { text, name, values } = sameStatement(request.params.name)
    const { rows } = await pool.query({ text, name, values })
    const [row] = rows
    return {
      domain: row.domain,
      domain_unicode: row.domain_unicode,
      tld: row.tld,
      price_cents: row.price_cents,
      currency: row.currency,
      available: row.status === 'listed',
      status: row.status,
      floor_price_cents: row.floor_price_cents,
      description: row.description,
      categories: row.categories,
      listed_at: row.listed_at,
      updated_at: row.updated_at,
      reserved_until: row.reserved_until,
    }
  })
  app.addHook('onClose', () => pool.end())
  return app
}
