// A good input for every route of the public API and of an account.
import { openBrowser, overInject } from './browser.ts'
import { newApplication } from './oauth.ts'
import { newPerson as newOwner } from './person.ts'
import { findReceipt, freshDomain, type MakeSample, newPurchase } from './route-sample-records.ts'
import { OFFER_SAMPLES } from './route-samples-offers.ts'
import { PAYEE_SAMPLES } from './route-samples-payees.ts'
import { SELLER_SAMPLES, STATEMENT_SAMPLES } from './route-samples-sellers.ts'

let views = 0
const newView = () => ({
  list: 'console.orders',
  name: `view-${views++}`,
  search: 'status=PAID',
  hidden_columns: ['Status'],
})

export const PUBLIC_SAMPLES: Record<string, MakeSample> = {
  'domain.search': () => ({ body: { q: 'taken-matrix.com' } }),
  'tools.whois': () => ({ body: { domain: 'taken-matrix.com' } }),
  'pricing.tld': () => ({ query: 'tld=com&op=renew' }),
  'tlds.metadata': () => ({ params: { tld: 'com' } }),
  'market.listings': () => ({ query: 'tld=com&sort=price_asc&limit=5' }),
  'market.listing': async (_, service) => ({ params: { name: (await service.list('live', freshDomain())).domain } }),
  'market.facets': () => ({ query: 'tld=com' }),
  'market.search': () => ({ query: 'q=matrix&tld=com&limit=10' }),
  'market.suggestions': () => ({ query: 'q=matrix' }),
  'market.checkout': async (_, service) => {
    await service.house()
    return { body: { domain: (await service.list('live', freshDomain())).domain } }
  },
  'market.brokerage.eligibility': () => ({ query: 'domain=taken-matrix.com' }),
  'market.brokerage.open': async (_, service) => {
    await service.house()
    return {
      body: {
        domain: `taken-${freshDomain()}`,
        tier: 'managed',
        buyer_email: 'b@matrix.example',
        budget_cents: 90_000,
        currency: 'EUR',
        notes: 'x',
      },
    }
  },
  'tlds.list': () => ({}),
  'account.get': () => ({}),
  // A person for each: others count on the session and the grants of the world's person.
  'account.password': async (_, service) => {
    const { headers, password } = await newOwner(service)
    return { headers: { cookie: headers.cookie }, body: { current_password: password, new_password: password } }
  },
  'account.email': async (_, service) => {
    const { headers, email, password } = await newOwner(service)
    return { headers: { cookie: headers.cookie }, body: { new_email: `new-${email}`, current_password: password } }
  },
  'account.confirmation': () => ({}),
  'account.sessions': () => ({}),
  'account.sessions.end': async ({ person }, service) => {
    const other = openBrowser(overInject(service))
    await other.signIn(person)
    const headers = { cookie: person.cookie }
    const { json } = await service.send({ method: 'GET', url: '/api/account/sessions', headers })
    const ended = json.sessions.find(({ current }: { current: boolean }) => !current)
    return { params: { session_id: ended.session_id } }
  },
  'account.reauthenticate': ({ person }) => ({ body: { password: person.password } }),
  'account.grants': () => ({}),
  'account.grants.revoke': async ({ person }, service) => {
    const application = await newApplication(overInject(service))
    await application.obtainTokens(person)
    return { params: { client_id: application.clientId } }
  },
  'account.export': () => ({}),
  'account.delete': async (_, service) => {
    const { headers, password } = await newOwner(service)
    return { headers: { cookie: headers.cookie }, body: { password } }
  },
  'account.orders': () => ({ query: 'limit=2' }),
  'account.order': async (world, service) => ({ params: { public_id: await newPurchase(world, service) } }),
  'account.document': async (world, service) => findReceipt(service, await newPurchase(world, service)),
  'account.views': () => ({}),
  'account.views.save': () => ({ body: newView() }),
  'account.views.remove': async ({ person }, service) => {
    const body = newView()
    const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl, 'content-type': 'application/json' }
    await service.send({ method: 'PUT', url: '/api/account/views', headers, body: JSON.stringify(body) })
    return { query: `list=${body.list}&name=${body.name}` }
  },
  'account.watches': () => ({}),
  'account.watches.add': () => ({ params: { domain: freshDomain() } }),
  'account.watches.remove': async ({ person }, service) => {
    const domain = freshDomain()
    const url = `/api/account/watches/${domain}`
    await service.send({ method: 'PUT', url, headers: { cookie: person.cookie, origin: service.deps.config.baseUrl } })
    return { params: { domain } }
  },
  ...SELLER_SAMPLES,
  ...PAYEE_SAMPLES,
  ...OFFER_SAMPLES,
  ...STATEMENT_SAMPLES,
  'bulk.runs': () => ({ query: 'limit=2' }),
  'batch.run': () => ({ body: { operations: [{ id: '1', op: 'tld_requirements', params: { tld: 'com' } }] } }),
  'batch.operations': () => ({}),
  'domains.owned': () => ({ query: 'limit=5' }),
  'bulk.operations': () => ({}),
  'bulk.run': () => ({ params: { op: 'renew' }, body: { domains: ['not-mine.com'], params: { years: 1 } } }),
}
