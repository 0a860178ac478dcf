// Deliveries to work on: live orders whose transfers have started, held until the bench lets the worker have them.
import { randomBytes, randomUUID } from 'node:crypto'

const { sql } = await import('../../packages/server/src/db/sql.ts')
const { newId } = await import('../../packages/server/src/kernel/ids.ts')
const { lockOrder, moveOrder } = await import('../../packages/server/src/modules/orders/index.ts')
const { recordOrder } = await import('../../packages/server/src/modules/orders/service/record.ts')
const { putTarget } = await import('../../packages/server/src/modules/delivery/store/deliveries.ts')
const { CURRENCY, PRICE } = await import('../orders/money.mjs')

const AT_A_TIME = 8
const TARGET = {
  method: 'auth_code',
  source: 'order',
  registrarIanaId: null,
  registrarAccount: null,
  contactEmail: null,
  nameservers: [],
}

const list = (db, domains, now) =>
  db.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                          listed_at, updated_at)
    select l.id, 'live', l.domain, l.domain, split_part(l.domain, '.', 1), 'com', ${PRICE}, ${PRICE}, ${CURRENCY}, 'listed',
           ${now}, ${now}
    from unnest(${domains.map(() => newId('listing', now))}::text[], ${domains}::text[]) as l(id, domain)`)

async function sell(deps, partnerId, domain) {
  const now = deps.clock.now()
  const owner = { partnerId, environment: 'live' }
  const { body } = await recordOrder(deps, {
    owner,
    key: randomUUID(),
    fingerprint: randomBytes(32),
    now,
    quoteId: null,
    domain,
    expectedPriceCents: PRICE,
    currency: CURRENCY,
    externalPaymentRef: 'bench',
    buyer: null,
    returnUrl: null,
    cancelUrl: null,
    delivery: null,
  })
  await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, owner, JSON.parse(body).public_id)
    await putTarget(tx, order, TARGET, now)
    await moveOrder(deps, tx, order, 'start_transfer', { kind: 'operator', actor: 'bench' })
    await tx.run(sql`update domain_deliveries set next_attempt_at = 'infinity' where order_id = ${order.id}`)
  })
}

export async function queueDeliveries(deps, partnerId, domains) {
  await list(deps.db, domains, deps.clock.now())
  const waiting = [...domains]
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let domain = waiting.pop(); domain; domain = waiting.pop()) await sell(deps, partnerId, domain)
    }),
  )
  await deps.db.session((session) =>
    session.script('vacuum (analyze) domain_deliveries, delivery_steps, orders, order_timeline, events, listings'),
  )
}

/** The worker finds them at its next look. */
export const releaseDeliveries = (db) =>
  db.run(sql`update domain_deliveries set next_attempt_at = clock_timestamp() where next_attempt_at = 'infinity'`)

/** Of the domains: how many deliveries are done, and whether any will never be. */
export async function countDone(db, prefix) {
  const rows = await db.many(sql`
    select d.state, d.last_error, count(*)::int as count from domain_deliveries d join orders o on o.id = d.order_id
    where o.domain like ${`${prefix}%`} group by 1, 2`)
  const stuck = rows.find(({ state }) => !['queued', 'waiting', 'done'].includes(state))
  if (stuck) throw new Error(`a delivery is in state ${stuck.state}: ${stuck.lastError}`)
  return rows.filter(({ state }) => state === 'done').reduce((sum, { count }) => sum + count, 0)
}
