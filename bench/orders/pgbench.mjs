// The yardsticks: pgbench sending the statements of `record_order`, one by one, in the same kind of transaction; and pgbench calling
// `record_order`, as the service does.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { CURRENCY, PRICE, query } from './fixture.mjs'

const run = promisify(execFile)

/** What `record_order` does, one statement after another; `:n` is the number of the name. */
const statements = (partner) => `
select set_config('lock_timeout', '10s', true);
insert into idempotency_keys (partner_id, environment, key, fingerprint, created_at)
  values ('${partner}', 'sandbox', md5(:n::text), sha256(:n::text::bytea), now())
  on conflict (partner_id, environment, key) do update
    set fingerprint = excluded.fingerprint, status = null, body = null, created_at = excluded.created_at, expires_at = null
    where idempotency_keys.expires_at <= excluded.created_at;
select * from listings l where l.environment = 'sandbox' and l.domain = 'bench-' || :n || '.test' and l.status <> 'withdrawn' for update;
select * from quotes q where q.listing_id = 'lst_01bench' || lpad(:n::text, 19, '0') and q.partner_id = '${partner}'
  and q.status = 'active' and q.expires_at > now() for update;
select p.commission_bps from partners p where p.id = '${partner}';
select exists (select from review_rules r
  where (r.kind = 'min_amount' and ${PRICE} >= r.value::bigint)
     or (r.kind = 'buyer_email' and r.value = 'buyer@example.com')
     or (r.kind = 'buyer_email_domain' and r.value = 'example.com')
     or (r.kind = 'buyer_country' and r.value = 'DE'));
insert into orders (id, partner_id, environment, listing_id, exclusive, domain, domain_unicode, payment_model, status,
    sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, external_payment_ref, buyer, return_url,
    created_at, updated_at)
  values ('ord_02bench' || lpad(:n::text, 19, '0'), '${partner}', 'sandbox', 'lst_01bench' || lpad(:n::text, 19, '0'), true,
    'bench-' || :n || '.test', 'bench-' || :n || '.test', 'partner_collected', 'EXTERNALLY_PAID', ${PRICE}, '${CURRENCY}', 1500,
    share_of(${PRICE}, 1500), ${PRICE} - share_of(${PRICE}, 1500), 'pi_' || :n,
    '{"email":"buyer@example.com","name":"A Buyer","country":"DE"}', 'https://shop.example/thanks', now(), now())
  returning *;
insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
  values ('ord_02bench' || lpad(:n::text, 19, '0'), 1, now(), 'EXTERNALLY_PAID', 'order.recorded',
    'evt_02bench' || lpad(:n::text, 19, '0'), 'partner', 'Sale recorded; the partner collected the payment.');
insert into ledger_journals (key, environment, partner_id, kind, at)
  values ('ord_02bench' || lpad(:n::text, 19, '0') || ':' || 'recorded', 'sandbox', '${partner}', 'order_recorded', now());
insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  values ('ord_02bench' || lpad(:n::text, 19, '0') || ':' || 'recorded', 1, 'sandbox', 'partner_unbilled', '${partner}', '${CURRENCY}', ${PRICE * 0.85}),
    ('ord_02bench' || lpad(:n::text, 19, '0') || ':' || 'recorded', 2, 'sandbox', 'commission_prepaid', '', '${CURRENCY}', ${PRICE * 0.15}),
    ('ord_02bench' || lpad(:n::text, 19, '0') || ':' || 'recorded', 3, 'sandbox', 'order_deferred',
     'ord_02bench' || lpad(:n::text, 19, '0'), '${CURRENCY}', -${PRICE});
insert into events (id, partner_id, environment, type, created_at, data, generation)
  values ('evt_02bench' || lpad(:n::text, 19, '0'), '${partner}', 'sandbox', 'order.recorded', now(),
    json_build_object('order', json_build_object('public_id', 'ord_02bench' || lpad(:n::text, 19, '0'),
      'domain', 'bench-' || :n || '.test', 'status', 'EXTERNALLY_PAID', 'sale_price_cents', ${PRICE}, 'currency', '${CURRENCY}')),
    coalesce((select (value ->> 'generation')::int from service_state where key = 'cluster'), 1));
insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
  select 'dlv_02bench' || lpad(:n::text, 19, '0'), '${partner}', 'sandbox', 'evt_02bench' || lpad(:n::text, 19, '0'),
    'order.recorded', 'pending', now(), now()
  from webhook_endpoints w
  where w.partner_id = '${partner}' and w.environment = 'sandbox' and 'order.recorded' = any (w.event_types);
update listings l set status = 'sold', reserved_by_partner = null, reserved_by = null, reserved_until = null, updated_at = now()
  where l.id = 'lst_01bench' || lpad(:n::text, 19, '0');
update idempotency_keys k set status = 201, body = (
    select left(order_view(o)::text, -1) || ', "timeline" : ' || json_build_array(json_build_object('at', iso_time(now()),
      'status', 'EXTERNALLY_PAID', 'event', 'order.recorded', 'event_id', 'evt_02bench' || lpad(:n::text, 19, '0'), 'actor', 'partner',
      'message', 'Sale recorded. The partner collected the payment.'))::text || '}'
    from orders o where o.id = 'ord_02bench' || lpad(:n::text, 19, '0'))
  where k.partner_id = '${partner}' and k.environment = 'sandbox' and k.key = md5(:n::text) returning body;
`

const numbered = (prefix) => `'${prefix}bench' || lpad(:n::text, 19, '0')`

/** The one statement that the service sends, a transaction of its own; it has ids in reserve for an order that is held. */
const call = (partner) => `
select replayed, status, body from record_order(
  '${partner}', 'sandbox', md5(:n::text), sha256(:n::text::bytea), ${numbered('ord_02')},
  array[${numbered('evt_02')}, ${numbered('evt_03')}], array[${numbered('dlv_02')}, ${numbered('dlv_03')}],
  now(), now(), null, 'bench-' || :n || '.test', ${PRICE}, '${CURRENCY}', 'pi_' || :n,
  '{"email":"buyer@example.com","name":"A Buyer","country":"DE"}', 'https://shop.example/thanks', null, null, 1000);
`

/** What admits a request before its order: committed by itself, and not waited for on the disk. */
const NONCE = `with mode as materialized (select set_config('synchronous_commit', 'off', true))
insert into used_nonces (nonce, slot, expires_at)
select gen_random_uuid(), floor(extract(epoch from now()) / 1800)::int, now() + interval '15 minutes' from mode;
`

/** Each client counts its own orders; all of them together walk through the names, from `base` on. */
const script = (partner, { nonce, called }) => `
\\set i :i + 1
\\set n :base + :i * :clients + :client_id
${nonce ? NONCE : ''}${called ? call(partner) : `begin;\n${statements(partner)}commit;`}
`

/** The same for a driver: `$1` is the number of the name, as text. */
export const orderStatements = (partner) =>
  statements(partner)
    .split(';\n')
    .map((text) => text.trim().replaceAll(/:n\b/g, '$1'))
    .filter((text) => text !== '')

function binary() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const found = versions.map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`).find((file) => existsSync(file))
  return process.env.PGBENCH ?? found ?? 'pgbench'
}

const folder = mkdtempSync(path.join(tmpdir(), 'freehold-pgbench-'))

const orderId = (n) => `ord_02bench${String(n).padStart(19, '0')}`

/** Orders a second. Names are taken in advance, as many as `perSecondMax` needs; what is left goes back. */
export async function runPgbench(target, { clients, seconds, perSecondMax, nonce, called = false }) {
  const file = path.join(folder, 'record-order.sql')
  writeFileSync(file, script(target.partnerId, { nonce, called }))
  const names = perSecondMax * seconds + 2 * clients
  const base = target.take(names)
  const variables = { i: 0, base, clients }
  const { stdout } = await run(binary(), [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    `--jobs=${Math.min(2, clients)}`,
    `--time=${seconds}`,
    `--file=${file}`,
    ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    target.url,
  ])
  const [, perSecond] = /tps = ([\d.]+) \(without/.exec(stdout) ?? []
  const [, failed] = /number of failed transactions: (\d+)/.exec(stdout) ?? [0, '0']
  if (!perSecond || failed !== '0') throw new Error(stdout)
  const [, done] = /transactions actually processed: (\d+)/.exec(stdout) ?? []
  const [{ last, made }] = await query(
    target.url,
    'select max(id) as last, count(*)::int as made from orders where id >= $1 and id < $2',
    [orderId(base), orderId(base + names)],
  )
  if (made !== Number(done)) throw new Error(`${done} transactions made ${made} orders`)
  target.giveBack(base + names - (Number(last.slice(-19)) + 1))
  return { perSecond: Number(perSecond) }
}

export const pgbenchVersion = async () => (await run(binary(), ['--version'])).stdout.trim()
