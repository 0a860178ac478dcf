// A server under load, in a process of its own: the click redirect, or a bare route that answers the same 302.
import { tmpdir } from 'node:os'
import Fastify from 'fastify'
import pino from 'pino'
import { createApp } from '../../packages/server/src/app.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { openPostgres } from '../../packages/server/src/db/postgres.ts'
import { createLogger } from '../../packages/server/src/http/logger.ts'
import { createServer } from '../../packages/server/src/http/server.ts'
import { createPartner } from '../../packages/server/src/modules/partners/index.ts'
import { createDeps } from '../../packages/server/src/service.ts'

const { kind, url, links } = JSON.parse(process.argv[2])

const bare = (app) =>
  app.get('/r/:code', (_request, reply) =>
    reply.code(302).header('location', '/').header('cache-control', 'no-store').send(''),
  )

/** As in production, but for the limits; log lines are written to nowhere. */
async function openDeps() {
  const env = {
    RATE_LIMITS: 'off',
    TRUST_PROXY: '1',
    REGISTRY: 'simulated',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const db = openPostgres({ url, poolSize: 4 })
  await migrate(db)
  const config = { ...readConfig(env, tmpdir()), production: true }
  const log = createLogger(config, pino.destination('/dev/null'))
  return createDeps(config, { db, log, processMetrics: true })
}

async function newLinks({ db }) {
  const now = new Date()
  const partner = await db.tx((tx) =>
    createPartner(tx, { name: 'Bench', email: 'b@x.example', merchantOfRecord: true, affiliate: true }, now),
  )
  const codes = Array.from({ length: links }, (_, index) => `bench${String(index).padStart(5, '0')}`)
  await db.run({
    text: `insert into referral_links (id, partner_id, environment, code, kind, destination, created_at)
           select 'lnk_01bench' || lpad(n::text, 19, '0'), $1, 'live', c, 'generic', '/', $2
           from unnest($3::text[]) with ordinality as t(c, n)`,
    values: [partner.id, now, codes],
  })
  return codes
}

const deps = kind === 'framework' ? null : await openDeps()
const codes = kind === 'clicks' ? await newLinks(deps) : []
const app =
  kind === 'framework' ? Fastify({ logger: false }) : kind === 'bare' ? createServer(deps) : await createApp(deps)
if (kind !== 'clicks') bare(app)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send({ port: app.server.address().port, codes })
process.on('disconnect', () => process.exit(1))
process.on('message', async (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() })
  if (message !== 'stop') return
  await app.close()
  const sums =
    kind === 'clicks' &&
    (await deps.db.one({
      text: 'select sum(clicks)::bigint as clicks, sum(unique_clicks)::bigint as "uniqueClicks" from referral_clicks',
      values: [],
    }))
  process.send({ counted: sums || null })
  await deps?.db.close()
  process.exit(0)
})
