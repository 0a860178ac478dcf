// SIGKILL of workers while they deliver domains: by the registrar's own log every domain is transferred exactly once, and no
// order is forgotten. DELIVERY_KILLS and DELIVERY_ORDERS lengthen it; `npm run prove` does.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Database, sql } from '../packages/server/src/db/sql.ts'
import { createSimulatedRegistrar } from '../packages/server/src/integrations/registrar/simulated.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { type Id, newId } from '../packages/server/src/kernel/ids.ts'
import { createSecretBox } from '../packages/server/src/kernel/secret-box.ts'
import { createOrderEvents, simulatedBooks } from '../packages/server/src/modules/delivery/index.ts'
import { lockOrder, moveOrder } from '../packages/server/src/modules/orders/index.ts'
import { recordOrder } from '../packages/server/src/modules/orders/service/record.ts'
import { until } from '../packages/server/test/receiver.ts'
import { countRounds, openKillPlace, random } from './kill-worker.ts'
import { cleanUp } from './process.ts'

const KILLS = Number(process.env.DELIVERY_KILLS ?? 1)
const ROUNDS = countRounds(KILLS)
const ORDERS = Number(process.env.DELIVERY_ORDERS ?? 18)

afterAll(cleanUp)

/** Each account is a kind of trouble at the registrar; the first is none. */
const ACCOUNTS = ['ACME-1', 'sim-lost-answer', 'ACME-2', 'sim-lost-request', 'ACME-3', 'sim-busy']

async function sellAndStart(
  db: Database,
  secrets: ReturnType<typeof createSecretBox>,
  number: number,
): Promise<string> {
  const partner = await db.one<{ id: Id<'partner'> }>(sql`
    select p.id from partners p join credentials c on c.partner_id = p.id and c.environment = 'sandbox'
    where p.merchant_of_record order by p.id limit 1`)
  const owner = { partnerId: partner!.id, environment: 'sandbox' as const }
  const now = systemClock.now()
  const domain = `killed-delivery-${number}.test`
  await db.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                          listed_at, updated_at)
    values (${newId('listing', now)}, 'sandbox', ${domain}, ${domain}, ${domain.split('.')[0]}, 'test', 1000, 1000, 'USD',
            'listed', ${now}, ${now})`)
  const account = ACCOUNTS[number % ACCOUNTS.length]!
  const delivery = { method: 'push', registrar_iana_id: 146, registrar_account: account, nameservers: [] }
  const recorded = await recordOrder(
    { db, clock: systemClock, config: { sellers: { feeBps: 1000, dnsServers: null } } },
    {
      owner,
      key: randomUUID(),
      fingerprint: randomBytes(32),
      now,
      quoteId: null,
      domain,
      expectedPriceCents: 1000,
      currency: 'USD',
      externalPaymentRef: 'ref',
      buyer: null,
      returnUrl: null,
      cancelUrl: null,
      delivery,
    },
  )
  const { public_id: id } = JSON.parse(recorded.body) as { public_id: string }
  const simulated = (books: Database, scope: string) =>
    createSimulatedRegistrar(simulatedBooks(books), systemClock, scope)
  const orderEvents = createOrderEvents({ simulated: simulated as never, live: null })
  const deps = { clock: systemClock, secrets, orderEvents }
  await db.tx(async (tx) =>
    moveOrder(deps, tx, await lockOrder(tx, owner, id), 'start_transfer', { kind: 'operator', actor: 'test' }),
  )
  return id
}

const count = async (db: Database, state: string[]): Promise<number> =>
  (await db.one<{ count: number }>(
    sql`select count(*)::int as count from domain_deliveries where state = any(${state})`,
  ))!.count

it(
  `${KILLS} kills of a worker amid ${ORDERS} deliveries transfer no domain twice and forget none`,
  async () => {
    const { db, dataDir, work, kill, stop } = await openKillPlace(KILLS)
    const secrets = createSecretBox(Buffer.from(readFileSync(path.join(dataDir, 'master.key'), 'utf8'), 'base64'))
    const orders: string[] = []
    const sellSome = async (most: number): Promise<void> => {
      for (let n = 0; n < most && orders.length < ORDERS; n++)
        orders.push(await sellAndStart(db, secrets, orders.length))
    }
    /** Time passes for retries, and for what the dead workers had leased. */
    const hasten = () =>
      db.run(sql`update domain_deliveries set next_attempt_at = now() where state in ('queued', 'waiting')`)
    let amid = 0
    for (let round = 0; round < ROUNDS; round++) {
      await sellSome(Math.ceil(ORDERS / ROUNDS))
      await hasten()
      const done = await count(db, ['done'])
      const reach = random(8)
      const workers = await work()
      await until(
        'some are delivered',
        async () => (await count(db, ['done'])) >= done + reach || (await count(db, ['queued'])) === 0,
      )
      await kill(workers)
      const open = await db.one<{ count: number }>(
        sql`select count(*)::int as count from delivery_steps where outcome = 'sent'`,
      )
      if (open!.count > 0 || (await count(db, ['queued'])) > 0) amid++
    }
    await sellSome(ORDERS)
    const last = await work()
    await until(
      'every domain is delivered',
      async () => {
        await db.run(sql`
          update domain_deliveries set next_attempt_at = now()
          where state in ('queued', 'waiting') and (lease is null or next_attempt_at > now() + interval '2 minutes')`)
        return (await count(db, ['done'])) === ORDERS
      },
      600,
    )
    expect(new Set(await stop(last))).toEqual(new Set([0]))

    const pushes = await db.many<{ scope: string; outcomes: string[] }>(sql`
      select scope, array_agg(outcome order by id) as outcomes from simulated_commands where command = 'push' group by scope`)
    expect(new Set(pushes.map(({ scope }) => scope))).toEqual(new Set(orders))
    // Nothing arrives after the push that was done: the engine asked, and did not send again.
    const wrong = pushes.filter(
      ({ outcomes }) => outcomes.filter((one) => one === 'done').length !== 1 || outcomes.at(-1) !== 'done',
    )
    expect(wrong).toEqual([])
    const completed = await db.many<{ orderId: string; lines: number }>(sql`
      select order_id, count(*)::int as lines from order_timeline
      where event = 'order.transfer_completed' and order_id = any(${orders}) group by order_id`)
    expect(completed.filter(({ lines }) => lines !== 1)).toEqual([])
    expect(completed).toHaveLength(ORDERS)
    await db.close()
    console.log(
      `delivery: ${KILLS} kills in ${ROUNDS} moments, ${amid} of them amid deliveries; ${ORDERS} domains, each pushed once`,
    )
    // One moment alone can be missed on a busy machine.
    expect(amid).toBeGreaterThanOrEqual(Math.floor(ROUNDS / 2))
  },
  180_000 + ROUNDS * 30_000,
)
