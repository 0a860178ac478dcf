// Offers in random histories: made, countered, accepted, declined, withdrawn, decided by the floor, expired and paid.
import { sql } from '../src/db/sql.ts'
import type { TestResponse } from './harness.ts'
import { type Chance, chooseCard, type Run, type Scene, type SceneOffer } from './market-scene.ts'

/** Moves are about one of the last offers: older ones have mostly ended. */
const RECENT = 8

function pickOffer({ offers }: Scene, which: number): SceneOffer | undefined {
  const recent = offers.slice(-RECENT)
  return recent[which % Math.max(1, recent.length)]
}

type Side = 'buyer' | 'seller'

/** An operator is the seller of the marketplace's own domains. */
function send({ market }: Scene, offer: SceneOffer, side: Side, action: string, body?: object): Promise<TestResponse> {
  const path = `/offers/${offer.id}/${action}`
  if (side === 'buyer') return market.call(market.buyers[offer.buyer]!, 'POST', `/market${path}`, body)
  if (offer.seller === null) return market.service.operator('POST', path, body)
  return market.call(market.sellers[offer.seller]!, 'POST', `/seller${path}`, body)
}

/** The side that the offer waits for, mostly. */
async function findSide({ market }: Scene, { id }: SceneOffer, { isDisputed, isReferred }: Chance): Promise<Side> {
  const found = await market.service.db.one<{ status: string }>(sql`select status from offers where id = ${id}`)
  const isBuyers = found?.status === 'countered_by_seller'
  return isBuyers !== (isDisputed && isReferred) ? 'buyer' : 'seller'
}

const make: Run = async (scene, { who, by, price, which, isOwn, isGood }) => {
  const { market, lots } = scene
  // For a domain with offers already, or for a new one.
  const known = isGood ? undefined : lots[which % Math.max(1, lots.length)]
  const lot = known ?? (await market.take(isOwn ? null : who, price))
  if (!known) lots.push(lot)
  const bid = Math.max(1, Math.floor((lot.price * (1 + (which % 100))) / 101))
  const body = { domain: lot.domain, amount_cents: bid, currency: lot.currency }
  const { status, json } = await market.call(market.buyers[by]!, 'POST', '/market/offers', body)
  if (status === 201) scene.offers.push({ ...lot, id: json.offer_id, buyer: by, bid, ask: lot.price })
  return status
}

const counter: Run = async (scene, chance) => {
  const offer = pickOffer(scene, chance.which)
  if (!offer) return 404
  const side = await findSide(scene, offer, chance)
  const amount = offer.bid + 1 + (chance.price % Math.max(1, offer.ask - offer.bid - 1))
  const { status } = await send(scene, offer, side, 'counter', { amount_cents: amount })
  if (status === 200) Object.assign(offer, side === 'buyer' ? { bid: amount } : { ask: amount })
  return status
}

const end =
  (action: string): Run =>
  async (scene, chance) => {
    const offer = pickOffer(scene, chance.which)
    if (!offer) return 404
    const side = action === 'withdraw' && chance.isGood ? 'buyer' : await findSide(scene, offer, chance)
    return (await send(scene, offer, side, action)).status
  }

/** The buyer pays at the agreed price. */
const pay: Run = async (scene, chance) => {
  const { market } = scene
  const offer = pickOffer(scene, chance.which)
  if (!offer) return 404
  const { json } = await market.call(market.buyers[offer.buyer]!, 'GET', `/market/offers/${offer.id}`)
  if (!json.checkout_url) return 409
  const orderId = await market.pay(json.checkout_url, chooseCard(chance), chance.which)
  if (orderId === null) return 409
  scene.orders.push(orderId)
  return 201
}

/** The floor decides about every offer that was made until now. */
const decide: Run = async ({ market: { service } }) => {
  await service.db.run(sql`update offers set decide_at = ${service.clock.now()} where decide_at is not null`)
  await service.background.runJobNow('offers.decide')
  return 200
}

/** The time of one offer is over, and the job notes it. It also closes offers for domains that are sold. */
const expire: Run = async (scene, { which }) => {
  const { db, clock, background } = scene.market.service
  const offer = pickOffer(scene, which)
  if (!offer) return 404
  const now = clock.now()
  await db.run(sql`update offers set expires_at = ${now} where id = ${offer.id}`)
  await db.run(sql`update listings set reserved_until = ${now} where reserved_by = ${offer.id}`)
  await background.runJobNow('offers.follow')
  const found = await db.one<{ status: string }>(sql`select status from offers where id = ${offer.id}`)
  return found?.status === 'expired' ? 200 : 409
}

export const OFFER_MOVES: Record<string, [weight: number, Run]> = {
  offer: [8, make],
  counter: [6, counter],
  accept: [5, end('accept')],
  decline: [1, end('decline')],
  withdraw: [1, end('withdraw')],
  decide: [2, decide],
  expire: [1, expire],
  pay_offer: [6, pay],
}
