// A settlement run in a process of its own, killed with SIGKILL at random moments on PostgreSQL, and run again.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { checkLedger } from '../packages/server/src/modules/audit/index.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'

const ROUNDS = Number(process.env.SETTLEMENT_KILL_ROUNDS ?? 2)
const ORDERS = Number(process.env.SETTLEMENT_ORDERS ?? 1000)
const RUNNER = fileURLToPath(new URL('./settlement-run.mjs', import.meta.url))

/** Delivered orders of a live partner in an ended month, with the rows that the books want of them. */
const FIXTURE = `
  insert into partners (id, name, email, merchant_of_record, commission_bps, brokerage_bps, referral_bps, created_at, updated_at)
  values ('ptn_kill', 'Kill', 'k@kill.example', true, 1500, 1000, 1000, '2026-01-01Z', '2026-01-01Z');
  insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status, listed_at, updated_at)
  select 'lst_' || n, 'live', 'kill-' || n || '.com', 'kill-' || n || '.com', 'kill-' || n, 'com', 1000 + n, 1000, 'USD', 'sold', '2026-01-01Z', '2026-01-01Z'
  from generate_series(1, ${ORDERS}) n;
  insert into orders (id, partner_id, environment, listing_id, exclusive, domain, domain_unicode, payment_model, status, sale_price_cents, currency,
    commission_bps, commission_cents, amount_owed_cents, transfer_state, transfer_completed_at, created_at, updated_at)
  select 'ord_' || lpad(n::text, 26, '0'), 'ptn_kill', 'live', 'lst_' || n, true, 'kill-' || n || '.com', 'kill-' || n || '.com', m.model, 'TRANSFER_COMPLETED',
    1000 + n, 'USD', 1500, share_of(1000 + n, 1500), case m.model when 'partner_collected' then 1000 + n - share_of(1000 + n, 1500) else 0 end,
    'completed', '2026-01-02Z'::timestamptz + n * interval '1 minute', '2026-01-01Z', '2026-01-02Z'
  from generate_series(1, ${ORDERS}) n cross join lateral (select case n % 3 when 0 then 'service_collected' else 'partner_collected' end as model) m;
  insert into events (id, partner_id, environment, type, created_at, data, generation)
  select 'evt_' || o.id, o.partner_id, o.environment, 'order.recorded', o.created_at, '{}', 1 from orders o;
  insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
  select o.id, 1, o.created_at, o.status, 'order.recorded', 'evt_' || o.id, 'partner', 'x' from orders o;
  insert into ledger_journals (key, environment, partner_id, kind, at)
  select o.id || ':' || j.event, o.environment, o.partner_id, 'order_' || j.event, o.created_at from orders o
  cross join lateral (values (case o.payment_model when 'partner_collected' then 'recorded' else 'paid' end), ('delivered')) j(event);
  insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  select o.id || ':' || e.event, e.line, o.environment, e.account, e.subject, o.currency, e.amount from orders o cross join lateral (values
    ('recorded', 'partner_collected', 1, 'partner_unbilled', o.partner_id::text, o.amount_owed_cents),
    ('recorded', 'partner_collected', 2, 'commission_prepaid', '', o.commission_cents),
    ('recorded', 'partner_collected', 3, 'order_deferred', o.id::text, -o.sale_price_cents),
    ('paid', 'service_collected', 1, 'cash', '', o.sale_price_cents),
    ('paid', 'service_collected', 2, 'commission_prepaid', '', o.commission_cents),
    ('paid', 'service_collected', 3, 'order_deferred', o.id::text, -o.sale_price_cents),
    ('paid', 'service_collected', 4, 'commission_accrued', o.partner_id::text, -o.commission_cents),
    ('delivered', o.payment_model, 1, 'order_deferred', o.id::text, o.sale_price_cents),
    ('delivered', o.payment_model, 2, 'domain_sales', '', -o.sale_price_cents),
    ('delivered', o.payment_model, 3, 'partner_commission', '', o.commission_cents),
    ('delivered', o.payment_model, 4, 'commission_prepaid', '', -o.commission_cents)
  ) e(event, model, line, account, subject, amount) where e.model = o.payment_model and e.amount <> 0;`

const STATE = `
  select json_build_object(
    'statements', (select json_agg(json_build_array(id, period_start, period_end, status, orders_count, settled_count, gross_sold_cents,
                     commission_retained_cents, amount_owed_cents, commission_earned_cents) order by id) from settlements),
    'lines', (select json_agg(json_build_array(settlement_id, line, order_id) order by settlement_id, line) from settlement_lines),
    'orders', (select json_agg(json_build_array(id, status, settlement_id) order by id) from orders),
    'timeline', (select count(*) from order_timeline where status = 'SETTLED'),
    'events', (select count(*) from events where type = 'order.settled'),
    'accounts', (select json_agg(t order by t) from (select json_build_array(account, subject, sum(amount_cents))::text as t
                 from ledger_entries group by account, subject having sum(amount_cents) <> 0) x)) as state`

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows ?? []
  } finally {
    await client.end()
  }
}

/** Starts a run, which kills itself after that many transactions. The number of its transactions, or null when it was killed. */
function run(url: string, transactions?: number): Promise<number | null> {
  const args = transactions === undefined ? [url] : [url, String(transactions)]
  const child = fork(RUNNER, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let begun: number | null = null
  child.on('message', (count) => {
    begun = Number(count)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal === null && code !== 0) reject(new Error(`the run ended with ${code}`))
      else resolve(code === 0 ? begun : null)
    })
  })
}

it('gives the same statements however often it is killed', async () => {
  const name = `freehold_kill_${process.pid}`
  const template = await createDatabase(inject('postgresUrl'), `${name}_t`, 'freehold_template')
  await query(template, FIXTURE)
  const undisturbed = await createDatabase(inject('postgresUrl'), name, `${name}_t`)
  const transactions = (await run(undisturbed)) ?? 0
  expect(transactions).toBeGreaterThan(ORDERS / 100)
  const [expected] = await query(undisturbed, STATE)
  expect(expected).toMatchObject({
    state: { timeline: ORDERS, events: ORDERS, statements: [expect.arrayContaining(['closed', ORDERS])] },
  })

  const killed = await createDatabase(inject('postgresUrl'), `${name}_k`, `${name}_t`)
  let kills = 0
  for (let done = false; !done; ) {
    // Each time it gets about as far as leaves something for all the others.
    const most = Math.ceil((transactions / ROUNDS) * 0.8)
    done = (await run(killed, kills < ROUNDS ? 1 + Math.floor(Math.random() * most) : undefined)) !== null
    if (!done) kills += 1
    const db = openPostgres({ url: killed, poolSize: 1 })
    expect(await checkLedger(db)).toEqual([])
    await db.close()
  }
  expect(await query(killed, STATE)).toEqual([expected])
  expect(kills).toBeGreaterThanOrEqual(ROUNDS / 2)
})
