// The moves of random histories: sales, offers, taxes, deliveries, refunds, disputes, statements and payouts. Each returns the status of
// its last request.
import { randomUUID } from 'node:crypto'
import { sql } from '../src/db/sql.ts'
import { ApiError } from '../src/kernel/errors.ts'
import type { TestResponse } from './harness.ts'
import type { Lot } from './market.ts'
import { CHORE_MOVES } from './market-chores.ts'
import { OFFER_MOVES } from './market-offers.ts'
import { type Chance, chooseCard, type Run, type Scene } from './market-scene.ts'
import { STRIPE_MOVES } from './market-stripe.ts'
import { V1 } from './shop.ts'

const RECENT = 6

const pick = <Item>(list: readonly Item[], which: number): Item | undefined => list[which % Math.max(1, list.length)]
const pickId = (list: readonly string[], which: number): string => pick(list, which) ?? 'none'

const operate = async ({ market }: Scene, path: string, body: object = {}): Promise<number> =>
  (await market.service.operator('POST', path, body)).status

/** The IDs that a response lists, kept for later moves. */
async function keepIds(into: string[], { status, json }: TestResponse, list: string, field: string): Promise<number> {
  if (status < 300) into.push(...json[list].map((one: Record<string, string>) => one[field]))
  return status
}

/** At the checkout of a partner. */
async function checkOut(scene: Scene, { domain }: Lot, chance: Chance): Promise<number> {
  const { market } = scene
  const { by, isReferred } = chance
  const link = isReferred ? { link_id: pick(market.links, by + 1) } : {}
  const session = await market.shop.createSession(market.partners[by]!, domain, link)
  if (session.status !== 201) return session.status
  const orderId = await market.pay(session.json.checkout_url, chooseCard(chance), chance.which)
  if (orderId === null) return 409
  scene.orders.push(orderId)
  return 201
}

async function takeLot(scene: Scene, { who, isOwn, price }: Chance): Promise<Lot> {
  const lot = await scene.market.take(isOwn ? null : who, price)
  scene.lots.push(lot)
  return lot
}

/** A partner sells the domain and collects the payment. */
async function sell(scene: Scene, { domain, price, currency }: Lot, { by }: Chance): Promise<number> {
  const { service, partners } = scene.market
  const body = { domain, expected_price: price, currency, external_payment_ref: 'r' }
  const headers = { 'idempotency-key': randomUUID() }
  const { status, json } = await service.signed(partners[by]!, 'POST', `${V1}/orders`, body, { headers })
  if (status === 201) {
    scene.orders.push(json.public_id)
    scene.collected.push({ id: json.public_id, by })
  }
  return status
}

const actOnOrder =
  (action: string, body: object = {}): Run =>
  (scene, { which }) =>
    operate(scene, `/orders/${pickId(scene.orders, which)}/${action}`, body)

/** Mostly a recent order, which is not delivered yet. */
async function deliver(scene: Scene, { which, isOwn, isReferred }: Chance): Promise<number> {
  const order = pickId(isOwn && isReferred ? scene.orders : scene.orders.slice(-RECENT), which)
  await operate(scene, `/orders/${order}/start_transfer`, { without_choice: true })
  return operate(scene, `/orders/${order}/complete_transfer`)
}

async function refundPartly({ market, collected }: Scene, { which, price }: Chance): Promise<number> {
  const sold = pick(collected, which)
  const body = { order_public_id: sold?.id ?? 'ord_none', reason: 'other', amount_cents: 1 + (price % 90) }
  return (await market.service.signed(market.partners[sold?.by ?? 0]!, 'POST', `${V1}/refunds`, body)).status
}

const actOnDispute =
  (action: string, body: object): Run =>
  async (scene, { which }) => {
    const order = pickId(scene.orders, which)
    const found = await scene.market.service.db.one<{ id: string }>(
      sql`select id from disputes where order_id = ${order} order by id limit 1`,
    )
    return operate(scene, `/disputes/${found?.id ?? 'none'}/${action}`, body)
  }

const runJob = async ({ market }: Scene, job: string): Promise<number> =>
  (await market.service.background.runJobNow(job)) ? 200 : 409

/** The hold of all delivered sales ends. The clock does not move, because sessions would end with it. */
async function endHolds(scene: Scene): Promise<number> {
  const { db, clock } = scene.market.service
  await db.run(sql`update seller_sales set payable_at = ${clock.now()} where state = 'delivered'`)
  return runJob(scene, 'sellers.follow_sales')
}

/** A whole sale of a seller's domain, until it is payable: what follows a payout would be seldom otherwise. */
async function earn(scene: Scene, chance: Chance): Promise<number> {
  const lot = await takeLot(scene, { ...chance, isOwn: false })
  const status = await checkOut(scene, lot, { ...chance, isDisputed: false })
  if (status !== 201) return status
  const order = scene.orders.at(-1)!
  await operate(scene, `/orders/${order}/start_transfer`, { without_choice: true })
  await operate(scene, `/orders/${order}/complete_transfer`)
  return endHolds(scene)
}

async function refundDelivered(scene: Scene, { which }: Chance): Promise<number> {
  const delivered = await scene.market.service.db.many<{ id: string }>(sql`
    select id from orders where id = any(${scene.orders}) and status in ('TRANSFER_COMPLETED', 'SETTLED') order by id`)
  const order = pickId(
    delivered.map(({ id }) => id),
    which,
  )
  return operate(scene, `/orders/${order}/refund_after_delivery`, { reason: 'A mistake.' })
}

async function mature(scene: Scene): Promise<number> {
  const { db, clock } = scene.market.service
  await db.run(sql`update referral_sales set available_at = ${clock.now()} where available_at is not null`)
  return runJob(scene, 'referrals.mature')
}

/** Periods end without the clock, too. */
async function settle(scene: Scene): Promise<number> {
  const { service } = scene.market
  const month = new Date(service.clock.now().getTime() - 70 * 86_400_000)
  await service.db.run(sql`
    update orders set transfer_completed_at = ${month}
    where status = 'TRANSFER_COMPLETED' and transfer_completed_at > ${month}`)
  const closed = await service.operator('POST', '/settlements/run', {})
  return keepIds(scene.settlements, closed, 'settlements', 'settlement_id')
}

/** By an operator: a long run outlives the recent sign-in that a seller needs. */
async function paySeller(scene: Scene, { who }: Chance): Promise<number> {
  const { service, sellers } = scene.market
  const made = await service.operator('POST', `/sellers/${sellers[who]!.userId}/payouts`, {})
  return keepIds(scene.sellerPayouts, made, 'payouts', 'payout_id')
}

async function payPartner(scene: Scene, { by, isReferred }: Chance): Promise<number> {
  const { service, partners } = scene.market
  const kind = isReferred ? 'referral' : 'commission'
  const body = { partner_id: partners[by]!.partnerId, kind, environment: 'live' }
  return keepIds(scene.payouts, await service.operator('POST', '/payouts', body), 'payouts', 'payout_id')
}

const endSellerPayout: Run = (scene, { which, isGood }) => {
  const path = `/seller-payouts/${pickId(scene.sellerPayouts, which)}`
  return isGood
    ? operate(scene, `${path}/paid`, { reference: 'r' })
    : operate(scene, `${path}/failed`, { reason: 'The bank refused it.' })
}

const returnPayout: Run = (scene, { which }) =>
  operate(scene, `/seller-payouts/${pickId(scene.sellerPayouts, which)}/returned`, { reason: 'The account is closed.' })

async function endPayout(scene: Scene, { which, isGood }: Chance): Promise<number> {
  const path = `/payouts/${pickId(scene.payouts, which)}`
  await operate(scene, `${path}/sent`)
  return operate(scene, `${path}/${isGood ? 'paid' : 'failed'}`)
}

async function freeze(scene: Scene, { who }: Chance): Promise<number> {
  scene.market.clearShelf(who)
  scene.frozen.add(who)
  return operate(scene, `/sellers/${scene.market.sellers[who]!.userId}/freeze`, { reason: 'A question.' })
}

/** Everybody: a seller who stays frozen does nothing more in this history. */
export async function unfreeze(scene: Scene): Promise<number> {
  let status = 404
  for (const who of scene.frozen)
    status = await operate(scene, `/sellers/${scene.market.sellers[who]!.userId}/unfreeze`)
  scene.frozen.clear()
  return status
}

const RATES = [
  { country: 'DE', rate_bps: 1900, reverse_charge: false },
  { country: 'FR', rate_bps: 2000, reverse_charge: true },
]

/** No tax, tax in the prices, or on top of them. Orders that were paid before keep theirs. */
const setTax: Run = async ({ market }, { which }) => {
  const body = { seller_country: 'DE', rates: which % 3 === 0 ? [] : RATES, prices: which % 3 === 1 ? 'gross' : 'net' }
  return (await market.service.operator('PUT', '/tax', body)).status
}

/** The moves, and how often each comes. */
export const MOVES = {
  sell: [3, async (scene, chance) => sell(scene, await takeLot(scene, chance), chance)],
  checkout: [6, async (scene, chance) => checkOut(scene, await takeLot(scene, chance), chance)],
  // Sold, offered for or refunded: whether it can be bought, the service knows.
  buy_again: [
    2,
    async (scene, chance) => {
      const lot = pick(scene.lots, chance.which)
      if (!lot) return 404
      return chance.isGood ? checkOut(scene, lot, chance) : sell(scene, lot, chance)
    },
  ],
  earn: [5, earn],
  ...OFFER_MOVES,
  ...STRIPE_MOVES,
  ...CHORE_MOVES,
  set_tax: [2, setTax],
  deliver: [7, deliver],
  refund: [1, actOnOrder('refund')],
  cancel: [1, actOnOrder('cancel')],
  refund_partly: [2, refundPartly],
  refund_after_delivery: [3, refundDelivered],
  won: [2, actOnDispute('close', { outcome: 'won' })],
  lost: [3, actOnDispute('close', { outcome: 'lost' })],
  submit: [1, actOnDispute('submit', { text: 'The domain was delivered.' })],
  accept_dispute: [1, actOnDispute('accept', {})],
  end_holds: [3, endHolds],
  mature: [1, mature],
  settle: [2, settle],
  settle_up: [2, (scene, { which }) => operate(scene, `/settlements/${pickId(scene.settlements, which)}/paid`)],
  pay_seller: [5, paySeller],
  seller_payout: [3, endSellerPayout],
  return_payout: [2, returnPayout],
  pay_partner: [3, payPartner],
  partner_payout: [3, endPayout],
  send_refunds: [1, (scene) => runJob(scene, 'checkout.send_refunds')],
  send_responses: [1, (scene) => runJob(scene, 'disputes.send_responses')],
  freeze: [1, freeze],
  unfreeze: [4, unfreeze],
} satisfies Record<string, [weight: number, Run]> as Record<string, [weight: number, Run]>

/** Any status but an error of ours. A move that is not possible now is refused. */
export async function perform(scene: Scene, move: string, chance: Chance): Promise<number> {
  try {
    return await MOVES[move]![1](scene, chance)
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}
