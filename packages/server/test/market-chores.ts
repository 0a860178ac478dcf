// Moves of random histories between the sales: other prices, withdrawn listings, monthly payouts and statements, other bank accounts, missed
// deadlines and adjustments.
import { sql } from '../src/db/sql.ts'
import { requestPayouts } from '../src/modules/sellers/service/pay-out.ts'
import { stateMonth } from '../src/modules/sellers/service/state.ts'
import type { Lot } from './market.ts'
import type { Run, Scene } from './market-scene.ts'

const pickLot = ({ lots }: Scene, which: number): Lot | undefined => lots[which % Math.max(1, lots.length)]

/** The seller of the domain changes its listing; an operator is the seller of the marketplace's own. */
async function actOnListing({ market }: Scene, { domain, seller }: Lot, method: string, body?: object) {
  const found = await market.service.db.one<{ id: string }>(
    sql`select id from listings where domain = ${domain} and environment = 'live' order by id desc limit 1`,
  )
  const path = `/listings/${found!.id}`
  return seller === null
    ? market.service.operator(method, path, body)
    : market.call(market.sellers[seller]!, method, `/seller${path}`, body)
}

/** Open offers and reservations keep what was agreed. */
const reprice: Run = async (scene, { which, price }) => {
  const lot = pickLot(scene, which)
  if (!lot) return 404
  const cents = 100 + price
  const terms = { price_cents: cents, floor_price_cents: Math.ceil(cents / 2) }
  const { status } = await actOnListing(scene, lot, 'PATCH', terms)
  if (status === 200) lot.price = cents
  return status
}

const withdraw: Run = async (scene, { which }) => {
  const lot = pickLot(scene, which)
  return lot ? (await actOnListing(scene, lot, 'DELETE')).status : 404
}

/** The payouts of the month are made again, as in the next month. The clock does not move, because sessions would end with it. */
const payMonthly: Run = async ({ market: { service }, sellerPayouts }) => {
  await service.db.run(sql`delete from service_state where key = 'seller_payouts'`)
  await service.background.runJobNow('sellers.pay_monthly')
  const made = await service.db.many<{ id: string }>(
    sql`select id from seller_payouts where requested_by = 'monthly' and status = 'pending' order by id desc limit 5`,
  )
  const fresh = made.filter(({ id }) => !sellerPayouts.includes(id))
  sellerPayouts.push(...fresh.map(({ id }) => id))
  return fresh.length > 0 ? 200 : 409
}

/** From the smallest amount on that a seller can ask for. Without the request: it needs a recent sign-in, which a long run outlives. */
const askForPayout: Run = async ({ market: { service, sellers }, sellerPayouts }, { who }) => {
  const seller = sellers[who]!.userId
  const made = await service.db.tx((tx) =>
    requestPayouts(service.deps, tx, seller, { by: 'seller' }, service.clock.now()),
  )
  sellerPayouts.push(...made.map(({ id }) => id))
  return 201
}

let months = 0

/** Everything until now is on a statement of a month that no other run has. */
const stateMonthly: Run = async ({ market: { service } }) => {
  const { deps, clock } = service
  const month = `${2100 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, '0')}`
  return (await stateMonth(deps, month, new Date(clock.now().getTime() + 1000))) > 0 ? 200 : 409
}

/** To a bank account that an operator enters, or to the account at Stripe again. The last seller has neither. */
const moveDestination: Run = async ({ market }, { who, isGood }) => {
  const { service, sellers, stripe } = market
  const seller = sellers[who % (sellers.length - 1)]!
  if (stripe && isGood) {
    // The seller has just signed in: a long run outlives the sign-in of its start.
    await service.db.run(
      sql`update sessions set authenticated_at = ${service.clock.now()} where user_id = ${seller.userId}`,
    )
    return (await market.call(seller, 'POST', '/seller/payout-account', { use: true })).status
  }
  const body = { kind: 'manual', bank_reference: 'DE89 3704' }
  return (await service.operator('PUT', `/sellers/${seller.userId}/destination`, body)).status
}

/** Nobody responded in time. Stripe decides about its disputes itself. */
const missDeadline: Run = async ({ market: { service }, orders }, { which }) => {
  const order = orders[which % Math.max(1, orders.length)] ?? 'none'
  const late = await service.db.many(sql`
    update disputes set respond_by = ${service.clock.now()}
    where order_id = ${order} and provider = 'sandbox' and status = 'needs_response' returning id`)
  await service.background.runJobNow('disputes.lose_overdue')
  return late.length > 0 ? 200 : 404
}

const adjust: Run = async ({ market: { service }, settlements }, { which, price, isGood }) => {
  const id = settlements[which % Math.max(1, settlements.length)] ?? 'none'
  const cents = 1 + (price % 500)
  const body = { amount_cents: isGood ? cents : -cents, reason: 'A correction.' }
  return (await service.operator('POST', `/settlements/${id}/adjustments`, body)).status
}

export const CHORE_MOVES: Record<string, [weight: number, Run]> = {
  reprice: [2, reprice],
  withdraw_listing: [1, withdraw],
  pay_monthly: [2, payMonthly],
  ask_for_payout: [2, askForPayout],
  state_monthly: [1, stateMonthly],
  move_destination: [1, moveDestination],
  miss_deadline: [1, missDeadline],
  adjust: [1, adjust],
}
