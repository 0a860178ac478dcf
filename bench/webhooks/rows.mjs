// Rows that a bench of deliveries needs: a partner with an endpoint, and events with deliveries that are due.
import { createSecretBox } from '../../packages/server/src/kernel/secret-box.ts'
import { sealContext } from '../../packages/server/src/modules/webhooks/rules/signing.ts'
import { DATA, SECRET } from './processes.mjs'

export const GOOD = 'ptn_01bench000000000000000good'
export const DEAD = 'ptn_01bench000000000000000dead'
/** After the events of a past that another bench has made. */
let serial = 10_000_000

export async function register(query, partner, url) {
  const box = createSecretBox(Buffer.alloc(32, 7))
  const owner = { partnerId: partner, environment: 'live' }
  await query(
    `insert into partners (id, name, email, merchant_of_record, commission_bps, brokerage_bps, referral_bps, created_at, updated_at)
    values ($1, 'Bench', 'b@bench.example', true, 1500, 1000, 1000, now(), now()) on conflict do nothing`,
    [partner],
  )
  await query(
    `insert into webhook_endpoints (partner_id, environment, url, secret_sealed, event_types, active, created_at, updated_at)
    values ($1, 'live', $2, $3, '{order.recorded}', true, now(), now())
    on conflict (partner_id, environment) do update set url = $2, active = true, failing_since = null`,
    [partner, url, box.seal(SECRET, sealContext({ ...owner, isDefault: true }))],
  )
}

/** Events and their deliveries, due now. */
export async function fill(query, partner, number) {
  const from = serial
  serial += number
  const id = (prefix) => `'${prefix}_01bench' || lpad(n::text, 19, '0')`
  const series = `generate_series(${from}::bigint, ${serial - 1}::bigint) n`
  await query(`insert into events (id, partner_id, environment, type, created_at, data, generation)
    select ${id('evt')}, '${partner}', 'live', 'order.recorded', now(), '${DATA}', 1 from ${series}`)
  await query(`insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
    select ${id('dlv')}, '${partner}', 'live', ${id('evt')}, 'order.recorded', 'pending', now(), now() from ${series}`)
}
