// settle_offer() does to an offer of every status what the rule says about a payment.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { nextState } from '../../kernel/state-machine.ts'
import { OFFER_ENDS, OFFER_STATUSES, type OfferStatus } from './rules.ts'

const MADE = new Date('2026-11-17T12:00:00.000Z')
const PAID = new Date('2026-11-17T13:00:00.000Z')
const ORDER = newId('order', PAID)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

/** The row of the offer and its moves after the payment. */
async function settle(tx: Tx, status: OfferStatus) {
  const [listing, offer] = [newId('listing', MADE), newId('offer', MADE)]
  await tx.run(sql`
    insert into listings (id, environment, domain, domain_unicode, label, tld, price_cents, floor_price_cents, currency, status,
                          listed_at, updated_at)
    values (${listing}, 'live', 'parity.test', 'parity.test', 'parity', 'test', 100, 1, 'USD', 'listed', ${MADE}, ${MADE})`)
  await tx.run(sql`
    insert into offers (id, listing_id, domain, domain_unicode, buyer_id, amount_cents, currency, status, decide_at, expires_at,
                        created_at, updated_at)
    values (${offer}, ${listing}, 'parity.test', 'parity.test', ${newId('user', MADE)}, 50, 'USD', ${status}, ${MADE},
            ${PAID}, ${MADE}, ${MADE})`)
  await tx.run(sql`
    insert into offer_moves (offer_id, number, side, action, amount_cents, at) values (${offer}, 1, 'buyer', 'make', 50, ${MADE})`)
  await tx.run(sql`select settle_offer(${offer}, ${ORDER}, ${PAID})`)
  const row = await tx.one<object>(sql`select status, order_id, decide_at, updated_at from offers where id = ${offer}`)
  const moves = await tx.many(
    sql`select number, side, action, at from offer_moves where offer_id = ${offer} order by number`,
  )
  return { ...row, moves }
}

function expected(status: OfferStatus) {
  const made = { number: 1, side: 'buyer', action: 'make', at: MADE }
  const paid = nextState(OFFER_ENDS, status, 'pay')
  if (paid === null) return { status, orderId: null, decideAt: MADE, updatedAt: MADE, moves: [made] }
  const moves = [made, { number: 2, side: 'buyer', action: 'pay', at: PAID }]
  return { status: paid, orderId: ORDER, decideAt: null, updatedAt: PAID, moves }
}

it.each(OFFER_STATUSES)('a payment of an offer with status %s', async (status) => {
  expect(await undo(service.db, (tx) => settle(tx, status))).toEqual(expected(status))
})

it.each<[string, string, OfferStatus]>([
  ["status = 'accepted'", "status in ('accepted', 'countered_by_seller')", 'countered_by_seller'],
  ["status = 'accepted'", 'false', 'accepted'],
  ["status = 'paid'", "status = 'closed'", 'accepted'],
])('is found to differ where settle_offer has %s as %s', async (from, to, status) => {
  const change = await deviate(service.db, 'settle_offer', from, to)
  const found = await undo(service.db, async (tx) => {
    await change(tx)
    return settle(tx, status)
  })
  expect(found).not.toEqual(expected(status))
})
