// What a bench runs on: a PostgreSQL server with real flushes, databases with a past, and the processes around them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { SCOPES } from '../../packages/server/src/kernel/owner.ts'
import { createPartner, issueCredential } from '../../packages/server/src/modules/partners/index.ts'
import { createDatabase, startPostgres } from '../../packages/server/test/postgres.ts'
import { SOURCE_ARGS } from '../from-source.mjs'
import { CURRENCY, PRICE } from './money.mjs'
import { benchDeps, openBenchDatabase } from './server.mjs'

export { median } from '../result.mjs'
export { CURRENCY, PRICE }

/** Every commit reaches the disk; no checkpoint falls into a round. */
export const BENCH_SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'shared_buffers=1GB',
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
]
export const startBenchPostgres = () => startPostgres(BENCH_SETTINGS)

export async function postgresVersion(url) {
  const [{ version }] = await query(url, "select current_setting('server_version') as version")
  return version.split(' ')[0]
}

export async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A partner with a registered webhook, so that every order has its delivery row too. */
export async function createSeller(deps, environment = 'sandbox') {
  const now = new Date()
  return deps.db.tx(async (tx) => {
    const partner = await createPartner(
      tx,
      { name: 'Bench', email: 'bench@partner.example', merchantOfRecord: true, affiliate: false },
      now,
    )
    const { credential, secret } = await issueCredential(deps, tx, partner.id, { environment, scopes: SCOPES }, now)
    await tx.run({
      text: `insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, created_at, updated_at)
             values ($1, $3, 'https://receiver.example/', 'none', array['order.recorded', 'order.refunded'], true, $2, $2)`,
      values: [partner.id, now, environment],
    })
    await tx.run({ text: 'update partners set approved_at = $2 where id = $1', values: [partner.id, now] })
    return { partnerId: partner.id, keyId: credential.keyId, secret }
  })
}

const id = (prefix, n) => `'${prefix}_01bench' || lpad((${n})::text, 19, '0')`

/** Names for sale, `bench-{n}.test`, from `from` on; live ones, of the marketplace or of a person, end in .com. */
const listings = (from, count, { status = "'listed'", live = false, sellerId = null } = {}) => `
  insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                        seller_id, listed_at, updated_at)
  select ${id('lst', 'n')}, '${live ? 'live' : 'sandbox'}', domain, domain, 'bench-' || n, '${live ? 'com' : 'test'}',
         ${PRICE}, ${PRICE}, '${CURRENCY}', ${status}, ${sellerId === null ? 'null' : `'${sellerId}'`}, now(), now()
  from generate_series(${from}::bigint, ${from + count - 1}::bigint) n,
       lateral (select 'bench-' || n || '.${live ? 'com' : 'test'}' as domain) named`

/** One order in twenty was refunded, one waits, the others were delivered; each with its journals, lines, events, deliveries. */
const past = (partner, count) => {
  const status = "case n % 20 when 0 then 'REFUNDED' when 1 then 'EXTERNALLY_PAID' else 'TRANSFER_COMPLETED' end"
  const series = `generate_series(1, ${count}) n`
  const moved = `${series} where n % 20 <> 1`
  const entries = (journal, rows, where) => `
    insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
    select ${id('ord', 'n')} || ':${journal}', e.line, 'sandbox', e.account, e.subject, '${CURRENCY}', e.amount
    from ${series} cross join lateral (values ${rows}) e(line, account, subject, amount) where ${where}`
  const journals = (journal, where) => `
    insert into ledger_journals (key, environment, partner_id, kind, at)
    select ${id('ord', 'n')} || ':${journal}', 'sandbox', '${partner}', 'order_${journal}', now() from ${series} where ${where}`
  const [owed, commission, order] = [PRICE * 0.85, PRICE * 0.15, id('ord', 'n')]
  return [
    listings(1, count, { status: "case n % 20 when 0 then 'listed' else 'sold' end" }),
    `insert into orders (id, partner_id, environment, listing_id, exclusive, domain, domain_unicode, payment_model, status,
       sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, external_payment_ref, buyer,
       transfer_state, transfer_completed_at, refund_id, reversed_at, reversal_id, created_at, updated_at)
     select ${order}, '${partner}', 'sandbox', ${id('lst', 'n')}, true, 'bench-' || n || '.test', 'bench-' || n || '.test',
       'partner_collected', ${status}, ${PRICE}, '${CURRENCY}', 1500, ${commission}, ${owed}, 'pi_' || n,
       '{"email":"buyer@example.com","name":"A Buyer","country":"DE"}',
       case n % 20 when 0 then 'cancelled' when 1 then 'pending' else 'completed' end,
       case when n % 20 > 1 then now() end, case when n % 20 = 0 then ${id('rfd', 'n')} end,
       case when n % 20 = 0 then now() end, case when n % 20 = 0 then ${id('txn', 'n')} end, now(), now() from ${series}`,
    `insert into refunds (id, order_id, partner_id, environment, status, amount_cents, commission_clawback_cents, currency, reason,
       created_at, completed_at)
     select ${id('rfd', 'n')}, ${order}, '${partner}', 'sandbox', 'completed', ${PRICE}, ${commission}, '${CURRENCY}', 'other',
       now(), now() from ${series} where n % 20 = 0`,
    `insert into idempotency_keys (partner_id, environment, key, fingerprint, status, body, created_at)
     select '${partner}', 'sandbox', gen_random_uuid()::text, sha256(n::text::bytea), 201, repeat('x', 1100), now() from ${series}`,
    journals('recorded', 'true'),
    entries(
      'recorded',
      `(1, 'partner_unbilled', '${partner}', ${owed}), (2, 'commission_prepaid', '', ${commission}),
      (3, 'order_deferred', ${order}, -${PRICE})`,
      'true',
    ),
    journals('delivered', 'n % 20 > 1'),
    entries(
      'delivered',
      `(1, 'order_deferred', ${order}, ${PRICE}), (2, 'domain_sales', '', -${PRICE}),
      (3, 'partner_commission', '', ${commission}), (4, 'commission_prepaid', '', -${commission})`,
      'n % 20 > 1',
    ),
    journals('reversed', 'n % 20 = 0'),
    entries(
      'reversed',
      `(1, 'order_deferred', ${order}, ${PRICE}), (2, 'commission_prepaid', '', -${commission}),
      (3, 'partner_unbilled', '${partner}', -${owed})`,
      'n % 20 = 0',
    ),
    `insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
     select ${order}, 1, now(), 'EXTERNALLY_PAID', 'order.recorded', ${id('evt', '2 * n')}, 'partner', 'Sale recorded.' from ${series}
     union all
     select ${order}, 2, now(), ${status}, 'order.moved', ${id('evt', '2 * n + 1')}, 'operator', 'Moved.' from ${moved}`,
    `insert into events (id, partner_id, environment, type, created_at, data, generation)
     select ${id('evt', '2 * n')}, '${partner}', 'sandbox', 'order.recorded', now(), '{"order":{}}'::json, 1 from ${series}
     union all
     select ${id('evt', '2 * n + 1')}, '${partner}', 'sandbox', 'order.moved', now(), '{"order":{}}'::json, 1 from ${moved}`,
    `insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, attempts, created_at, finished_at)
     select ${id('dlv', 'n')}, '${partner}', 'sandbox', ${id('evt', '2 * n')}, 'order.recorded', 'succeeded', 1, now(), now() from ${series}`,
  ]
}

export const FOR_SALE_FROM = 10_000_001

const PERSON = 'usr_01bench0000000000000000000'

/** Brings the database up: its partner, its past, and names for sale. `live`: real sales; `ofPerson`: of someone's domains. */
export async function prepare(target, { past: count = 0, forSale, live = false, ofPerson = false }) {
  const db = await openBenchDatabase(target, 2)
  await migrate(db)
  const seller = await createSeller(await benchDeps(db), live ? 'live' : 'sandbox')
  await db.session(async (session) => {
    await session.script('set statement_timeout = 0')
    if (count > 0) for (const statement of past(seller.partnerId, count)) await session.script(statement)
    if (ofPerson)
      await session.script(`insert into users (id, email, password_hash, email_confirmed_at, created_at, updated_at)
                            values ('${PERSON}', 'person@example.com', 'none', now(), now(), now())`)
    await session.script(listings(FOR_SALE_FROM, forSale, { live, sellerId: ofPerson ? PERSON : null }))
    await session.script('vacuum (analyze)')
    if (target.url) await session.script('checkpoint')
  })
  await db.close()
  let next = FOR_SALE_FROM
  const take = (amount) => {
    if (next + amount > FOR_SALE_FROM + forSale) throw new Error(`no more than ${forSale} names were made for sale`)
    next += amount
    return next - amount
  }
  const giveBack = (amount) => {
    next -= amount
  }
  return { ...target, ...seller, take, giveBack }
}

export async function createBenchDatabase(postgres, name, amounts) {
  return prepare({ url: await createDatabase(postgres.url, name) }, amounts)
}

export async function startServer(target, extra = {}) {
  const { url, directory } = target
  const child = fork(
    fileURLToPath(new URL('./server.mjs', import.meta.url)),
    [JSON.stringify({ url, directory, ...extra })],
    {
      execArgv: [...SOURCE_ARGS, ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])],
    },
  )
  const [{ port }] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with code ${code}`))),
  ])
  const cpu = async () => {
    child.send('cpu')
    const [{ cpu: used }] = await once(child, 'message')
    return used.user + used.system
  }
  const stop = async () => {
    child.send('stop')
    await once(child, 'exit')
  }
  return { port, pid: child.pid, cpu, stop }
}

export function startLoad() {
  const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)))
  return {
    async run(task) {
      child.send(task)
      const [{ result, failed }] = await once(child, 'message')
      if (failed) throw new Error(failed)
      return result
    },
    stop: () => child.kill(),
  }
}

/** Which goes first changes from round to round, so that none always finds the machine as another left it. */
export async function inTurns(rounds, ...works) {
  const taken = []
  for (let round = 0; round < rounds; round++) {
    const results = new Map()
    for (const work of round % 2 === 0 ? works : works.toReversed()) results.set(work, await work())
    taken.push(works.map((work) => results.get(work)))
  }
  return taken
}
