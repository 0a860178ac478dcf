// A good input for every route of sellers.
import type { TestService } from './harness.ts'
import { freshDomain, type MakeSample, type World } from './route-sample-records.ts'

const TERMS = { price_cents: 250_000, currency: 'USD' }

/** A listing of the world's person that waits for its proof. */
async function newProof({ person }: World, service: TestService): Promise<{ listing_id: string }> {
  const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl, 'content-type': 'application/json' }
  const body = JSON.stringify({ domain: freshDomain(), ...TERMS })
  const { json } = await service.send({ method: 'POST', url: '/api/seller/listings', headers, body })
  return { listing_id: json.listing_id }
}

export const SELLER_SAMPLES: Record<string, MakeSample> = {
  'seller.listings.create': () => ({ body: { domain: freshDomain(), ...TERMS, accepts_offers: true } }),
  'seller.listings.list': () => ({ query: 'status=listed,pending_verification&limit=2' }),
  'seller.listings.get': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.change': async (world, service) => ({
    params: await newProof(world, service),
    body: { price_cents: 240_000 },
  }),
  'seller.listings.withdraw': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.verify': async (world, service) => ({ params: await newProof(world, service) }),
  'seller.listings.import': () => ({
    raw: { contentType: 'text/csv', text: `domain,price_cents,currency\n${freshDomain()},100,USD\n` },
  }),
}
