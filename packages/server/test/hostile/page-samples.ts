// Good input for the pages of the market and of the workplaces.
import { newPerson } from '../person.ts'
import { freshDomain, keptEndpoint, newMail, newOrder } from '../route-sample-records.ts'
import { newOfferListing, OFFER_SAMPLES } from '../route-samples-offers.ts'
import { REGISTRANT } from '../route-samples-registrations.ts'
import type { Sample, Stage } from './stage.ts'

export type Make = (stage: Stage) => Sample | Promise<Sample>

const named: Make = async ({ service }) => ({
  params: { name: (await service.list('live', freshDomain())).domain },
})

const asOperator: Make = ({ operator }) => ({ caller: operator.headers })

/** By method and path; a page that is not here takes none. */
export const PAGE_SAMPLES: Record<string, Make> = {
  'GET /domains/{name}': named,
  'GET /domains/{name}/share.png': named,
  'GET /sitemaps/domains/{part}': () => ({ params: { part: '1' } }),
  'POST /domains/{name}/buy': async (stage) => ({ ...(await named(stage)), form: {} }),
  'GET /domains/{name}/register': async ({ service }) => {
    service.deps.registrars.live = 'simulated'
    return { caller: (await newPerson(service)).headers, params: { name: freshDomain() } }
  },
  'POST /domains/{name}/register': async ({ service }) => {
    service.deps.registrars.live = 'simulated'
    const { headers } = await newPerson(service)
    return { caller: headers, params: { name: freshDomain() }, form: { ...REGISTRANT, years: '1' } }
  },
  'POST /domains/{name}/offer': async ({ service }) => ({
    caller: (await newPerson(service)).headers,
    params: { name: await newOfferListing(service) },
    form: { amount: '900', message: 'x' },
  }),
  'POST /domains/{name}/watch': async ({ service }) => {
    const { headers } = await newPerson(service)
    const domain = freshDomain()
    return { caller: headers, params: { name: domain }, form: { watch: 'yes' }, leadsTo: `/domains/${domain}` }
  },
  'POST /domains/{name}/broker': () => ({
    params: { name: `taken-${freshDomain()}` },
    form: { tier: 'managed', email: 'b@c.example', budget: '900', notes: 'x' },
  }),
  'GET /brokerage': () => ({ query: 'q=taken-hostile.com' }),
  'GET /market': () => ({ query: 'q=a&tld=com&from=1&to=900&length=9&sort=price_asc' }),
  'GET /search': () => ({ query: 'q=matrix&plain=1' }),
  'GET /whois': () => ({ query: 'q=taken-matrix.com&plain=1' }),
  'GET /docs/api/{area}/{resource}': () => ({ params: { area: 'partner', resource: 'orders' } }),
  'GET /tlds': () => ({ query: 'q=co' }),
  'GET /tlds/{tld}': () => ({ params: { tld: 'com' } }),
  'GET /console': asOperator,
  'GET /console/{page}': ({ operator }) => ({ caller: operator.headers, params: { page: 'orders' } }),
  'GET /console/{page}/{item}': ({ operator }) => ({
    caller: operator.headers,
    params: { page: 'webhooks', item: 'endpoints' },
  }),
  'GET /account/{page}': () => ({ params: { page: 'orders' } }),
  'GET /account/{page}/{list}/{item}': async ({ world, service }) => {
    const { params } = await OFFER_SAMPLES['seller.offers.get']!(world, service)
    return { params: { page: 'selling', list: 'offers', item: params!.offer_id! } }
  },
  'GET /portal/{page}': () => ({ params: { page: 'orders' } }),
  'GET /portal/{page}/{item}': async ({ world, service }) => ({
    caller: world.owner.headers,
    params: { page: 'orders', item: await newOrder(world, service) },
  }),
  'GET /portal/{page}/{list}/{item}': async ({ world, service }) => {
    const { params } = await keptEndpoint(world, service)
    return {
      caller: world.owner.headers,
      params: { page: 'webhooks', list: 'endpoints', item: params!.endpoint_id! },
    }
  },
  'GET /console/mail/{item}/preview': async ({ operator, service }) => {
    const { params } = await newMail(service)
    return { caller: operator.headers, params: { item: params!.message_id! } }
  },
}
