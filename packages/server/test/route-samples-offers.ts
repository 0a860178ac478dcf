// A good input for every route of offers.
import { sql } from '../src/db/sql.ts'
import type { Id } from '../src/kernel/ids.ts'
import { giveDomains } from '../src/modules/domains/index.ts'
import type { TestService } from './harness.ts'
import { newPerson, type Person } from './person.ts'
import { freshDomain, type MakeSample, type World } from './route-sample-records.ts'

type Caller = Pick<Person, 'headers'>
type Offered = { offer_id: string }

const send = (service: TestService, { headers }: Caller, url: string, body: object = {}) =>
  service.send({
    method: 'POST',
    url: `/api${url}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A domain that accepts offers, of a seller or of the marketplace itself. */
async function newListing(service: TestService, seller?: Caller & { userId: Id<'user'> }): Promise<string> {
  await service.house()
  const domain = freshDomain()
  const terms = { price_cents: 250_000, currency: 'USD', accepts_offers: true }
  if (!seller) return (await service.list('live', domain, terms)).domain
  await service.db.tx((tx) => giveDomains(tx, { accountId: seller.userId, email: null }, [domain], service.clock.now()))
  await send(service, seller, '/seller/listings', { domain, ...terms })
  return domain
}

const toCaller = ({ person }: World, service: TestService) => ({
  headers: { cookie: person.cookie, origin: service.deps.config.baseUrl },
})

/** The world's person buys and sells in many samples; their earlier offers must not reach a limit. */
async function readWorldPerson(world: World, service: TestService) {
  const user = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${world.person.email}`)
  const userId = user!.id
  await service.db.run(sql`update offers set status = 'withdrawn' where buyer_id = ${userId} and status <> 'accepted'`)
  return { ...toCaller(world, service), userId }
}

async function makeOffer(service: TestService, buyer: Caller, domain: string): Promise<Offered> {
  const { json } = await send(service, buyer, '/market/offers', { domain, amount_cents: 100_000, currency: 'USD' })
  return { offer_id: json.offer_id }
}

/** An offer of the world's person, which a seller countered if the route needs it. */
async function asBuyer(world: World, service: TestService, isCountered: boolean): Promise<Offered> {
  const seller = await newPerson(service)
  const offer = await makeOffer(service, await readWorldPerson(world, service), await newListing(service, seller))
  if (isCountered) await send(service, seller, `/seller/offers/${offer.offer_id}/counter`, { amount_cents: 200_000 })
  return offer
}

/** An offer for a domain of the world's person. */
async function asSeller(world: World, service: TestService, isCountered: boolean): Promise<Offered> {
  const seller = await readWorldPerson(world, service)
  const offer = await makeOffer(service, await newPerson(service), await newListing(service, seller))
  if (isCountered) await send(service, seller, `/seller/offers/${offer.offer_id}/counter`, { amount_cents: 200_000 })
  return offer
}

const COUNTER = { amount_cents: 150_000, message: 'matrix' }
const END = { message: 'matrix' }

export const OFFER_SAMPLES: Record<string, MakeSample> = {
  'market.offers.create': async (world, service) => {
    await readWorldPerson(world, service)
    const domain = await newListing(service)
    return { body: { domain, amount_cents: 100_000, currency: 'USD', message: 'matrix' } }
  },
  'market.offers.list': () => ({ query: 'status=open,accepted&limit=2' }),
  'market.offers.get': async (world, service) => ({ params: await asBuyer(world, service, false) }),
  'market.offers.counter': async (world, service) => ({ params: await asBuyer(world, service, true), body: COUNTER }),
  'market.offers.accept': async (world, service) => ({ params: await asBuyer(world, service, true) }),
  'market.offers.decline': async (world, service) => ({ params: await asBuyer(world, service, true), body: END }),
  'market.offers.withdraw': async (world, service) => ({ params: await asBuyer(world, service, false), body: END }),
  'seller.offers.list': () => ({ query: 'status=open,accepted&limit=2' }),
  'seller.offers.get': async (world, service) => ({ params: await asSeller(world, service, false) }),
  'seller.offers.counter': async (world, service) => ({ params: await asSeller(world, service, false), body: COUNTER }),
  'seller.offers.accept': async (world, service) => ({ params: await asSeller(world, service, false) }),
  'seller.offers.decline': async (world, service) => ({ params: await asSeller(world, service, false), body: END }),
  'seller.offers.withdraw': async (world, service) => ({ params: await asSeller(world, service, true), body: END }),
}

/** An offer for a domain of the marketplace itself. */
async function ofMarketplace(service: TestService): Promise<Offered> {
  return makeOffer(service, await newPerson(service), await newListing(service))
}

export const OPERATOR_OFFER_SAMPLES: Record<string, MakeSample> = {
  'operator.offers.list': () => ({ query: 'seller=marketplace&status=open&limit=2' }),
  'operator.offers.get': async (_, service) => ({ params: await ofMarketplace(service) }),
  'operator.offers.counter': async (_, service) => ({ params: await ofMarketplace(service), body: COUNTER }),
  'operator.offers.accept': async (_, service) => ({ params: await ofMarketplace(service) }),
  'operator.offers.decline': async (_, service) => ({ params: await ofMarketplace(service), body: END }),
  'operator.offers.withdraw': async (_, service) => {
    const params = await ofMarketplace(service)
    await service.operator('POST', `/offers/${params.offer_id}/counter`, { amount_cents: 200_000 })
    return { params, body: END }
  },
}

export const newOfferListing = (service: TestService): Promise<string> => newListing(service)
