// Transactions and analytics over 10,000 and over 1,000,000 orders, and a settlement run over 100,000, on PostgreSQL.
// `node bench/settlement/run.mjs [--small 10000] [--large 1000000] [--settle 100000] [--requests 100]`
import '../from-source.mjs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

const { createApp } = await import('../../packages/server/src/app.ts')
const { migrate } = await import('../../packages/server/src/db/migrate.ts')
const { SCOPES } = await import('../../packages/server/src/kernel/owner.ts')
const { actOnPartner, createPartner, issueCredential } = await import(
  '../../packages/server/src/modules/partners/index.ts'
)
const { compactSums, runSettlement } = await import('../../packages/server/src/modules/settlement/index.ts')
const { createDatabase } = await import('../../packages/server/test/postgres.ts')
const { sign } = await import('../../packages/server/test/signer.ts')
const { median, postgresVersion, startBenchPostgres } = await import('../orders/fixture.mjs')
const { figureRow, ratioRow, report } = await import('../result.mjs')
const { benchDeps, openBenchDatabase } = await import('../orders/server.mjs')

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    settle: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '100' },
  },
})
const [small, large, settle, requests] = [values.small, values.large, values.settle, values.requests].map(Number)
const YEAR = '2025-03-01T00:00:00Z'

/** Orders of a year, evenly spread: 19 of 20 settled, one refunded an hour later, a few open; in two currencies and both models. */
const orders = (partner, count, state) => `
  insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status, listed_at, updated_at)
  values ('lst_bench', 'live', 'bench.com', 'bench.com', 'bench', 'com', 1, 1, 'USD', 'listed', now(), now()) on conflict do nothing;
  insert into orders (id, partner_id, environment, listing_id, exclusive, domain, domain_unicode, payment_model, status, sale_price_cents, currency,
    commission_bps, commission_cents, amount_owed_cents, transfer_state, transfer_completed_at, reversed_at, reversal_id, created_at, updated_at)
  select 'ord_' || lpad(n::text, 26, '0'), '${partner}', 'live', 'lst_bench', false, 'bench.com', 'bench.com',
    case when n % 10 = 3 then 'service_collected' else 'partner_collected' end, s.status,
    100000 + n % 1000, case when n % 7 = 0 then 'EUR' else 'USD' end, 1500, share_of(100000 + n % 1000, 1500),
    case when n % 10 = 3 then 0 else 100000 + n % 1000 - share_of(100000 + n % 1000, 1500) end, 'completed', t.at + interval '1 day',
    case when s.status = 'REFUNDED' then t.at + interval '1 hour' end, case when s.status = 'REFUNDED' then 'txn_' || lpad(n::text, 26, 'r') end, t.at, t.at
  from generate_series(1, ${count}) n
  cross join lateral (select date_trunc('milliseconds', '${YEAR}'::timestamptz + n * (interval '365 days' / ${count})) as at) t
  cross join lateral (select ${state} as status) s;`
const HISTORY = "case when n % 20 = 0 then 'REFUNDED' when n % 1000 = 1 then 'TRANSFER_IN_PROGRESS' else 'SETTLED' end"

async function prepare(postgres, name, count, state, after = '') {
  const url = await createDatabase(postgres.url, name)
  const db = await openBenchDatabase({ url }, 4)
  await migrate(db)
  const deps = await benchDeps(db)
  const now = new Date()
  const seller = await db.tx(async (tx) => {
    const partner = await createPartner(
      tx,
      { name: 'Bench', email: 'b@bench.example', merchantOfRecord: true, affiliate: true },
      now,
    )
    await actOnPartner(tx, partner.id, 'approve', now)
    const { credential, secret } = await issueCredential(
      deps,
      tx,
      partner.id,
      { environment: 'live', scopes: SCOPES },
      now,
    )
    return { partnerId: partner.id, keyId: credential.keyId, secret }
  })
  const begun = performance.now()
  await db.session(async (session) => {
    await session.script('set statement_timeout = 0')
    await session.script(orders(seller.partnerId, count, state))
    await session.script('commit')
    if (after) await session.script(after.replaceAll('{partner}', seller.partnerId))
  })
  while ((await compactSums(db, 50_000)) > 0);
  await db.session(async (session) => {
    await session.script('set statement_timeout = 0')
    await session.script('vacuum (analyze)')
    await session.script('checkpoint')
  })
  console.log(`${name}: ${count} orders in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return { url, db, deps, seller, app: await createApp(deps) }
}

const WORST = 5
const rows = []
const shown = (number) => number.toLocaleString('en-US')

async function ask({ app, seller }, path) {
  const begun = performance.now()
  const response = await app.inject(sign(seller, 'GET', `/api/partner/v1${path}`))
  const milliseconds = performance.now() - begun
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.body}`)
  return { milliseconds, json: JSON.parse(response.body) }
}

/** Both in turns, so that both meet the same machine. */
async function compare(label, path, one, other) {
  for (let n = 0; n < 10; n++) for (const target of [one, other]) await ask(target, path)
  const times = [[], []]
  for (let n = 0; n < requests; n++) {
    times[0].push((await ask(one, path)).milliseconds)
    times[1].push((await ask(other, path)).milliseconds)
  }
  const [a, b] = times.map(median)
  console.log(`| ${label} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(b / a).toFixed(2)} |`)
  rows.push({
    ...ratioRow({
      what: `${label}, over ${shown(large)} orders : over ${shown(small)}`,
      unit: 'ms',
      ours: [b],
      peer: [a],
      limit: { most: WORST },
    }),
    // Medians of interleaved requests, not of rounds.
    spread: null,
  })
  return b / a
}

const postgres = await startBenchPostgres()
try {
  console.log(
    `${cpus().length} CPUs, load ${loadavg()
      .map((n) => n.toFixed(1))
      .join(' ')}, node ${process.version}`,
  )
  const one = await prepare(postgres, 'bench_small', small, HISTORY)
  const other = await prepare(postgres, 'bench_large', large, HISTORY)
  console.log(`\n| median of ${requests}, ms | ${small} orders | ${large} orders | ratio |\n|---|---|---|---|`)
  const ratios = [
    await compare('page of transactions with totals', '/transactions', one, other),
    await compare('100 rows with totals', '/transactions?limit=100', one, other),
    await compare('a status that few have', '/transactions?status=TRANSFER_IN_PROGRESS', one, other),
    await compare('one payment model', '/transactions?payment_model=service_collected', one, other),
    await compare(
      'a range that starts and ends within an hour',
      '/transactions?from=2025-04-10T10:17:23Z&to=2025-12-24T18:44:01Z',
      one,
      other,
    ),
    await compare('analytics of a year by day', '/analytics?from=2025-03-01&to=2026-03-01', one, other),
    await compare(
      'analytics of a year by month',
      '/analytics?from=2025-03-01&to=2026-03-01&granularity=month',
      one,
      other,
    ),
  ]
  console.log(`\nworst ratio ${Math.max(...ratios).toFixed(2)} (promised: ${WORST})`)

  const run = await prepare(
    postgres,
    'bench_settle',
    settle,
    "'TRANSFER_COMPLETED'",
    `insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
     select o.id, line, o.created_at, o.status, 'order.recorded', 'evt_' || o.id || line, 'partner', 'A line.' from orders o, generate_series(1, 3) line;
     insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, created_at, updated_at)
     values ('{partner}', 'live', 'https://receiver.example/', 'none', array['order.settled'], true, now(), now());`,
  )
  let longest = 0
  const timed = {
    ...run.db,
    tx: async (work) => {
      const begun = performance.now()
      const result = await run.db.tx(work)
      longest = Math.max(longest, performance.now() - begun)
      return result
    },
  }
  const begun = performance.now()
  const closed = await runSettlement({ ...run.deps, db: timed }, { owner: null, month: null, cut: false })
  const seconds = (performance.now() - begun) / 1000
  const settled = closed.reduce((sum, { ordersCount }) => sum + ordersCount, 0)
  console.log(
    `\nsettlement run: ${settled} orders on ${closed.length} statements in ${seconds.toFixed(1)} s, ${Math.round(settled / seconds)} a second, longest transaction ${longest.toFixed(0)} ms`,
  )
  rows.push(
    figureRow({ what: `a settlement run over ${shown(settle)} orders`, unit: 's', figures: [seconds] }),
    figureRow({ what: 'its longest transaction', unit: 'ms', figures: [longest] }),
  )
  report({
    name: 'settlement',
    database: 'PostgreSQL',
    rows,
    versions: { postgresql: await postgresVersion(postgres.url) },
  })
  for (const target of [one, other, run]) {
    await target.app.close()
    await target.db.close()
  }
} finally {
  await postgres.stop()
}
