// Everybody and everything that hostile requests are made of and sent by: the world of the samples, and strangers to it.

import { overInject } from '../browser.ts'
import type { Answer, TestPartner, TestService } from '../harness.ts'
import { type Application, CALLBACK, newAccessToken, newApplication } from '../oauth.ts'
import { newPerson, type Person } from '../person.ts'
import { freshDomain, type Sample, type World } from '../route-sample-records.ts'
import { makeWorld } from '../route-samples.ts'
import { openShop } from '../shop.ts'

export type Stage = {
  service: TestService
  world: World
  /** Another partner, with a key that may do everything. */
  stranger: TestPartner
  /** Signed in, and of no partner. */
  outsider: Person
  /** Of the outsider's kind: a token of somebody else. */
  otherToken: string
  application: Application
}

export async function setStage(service: TestService): Promise<Stage> {
  await service.house()
  const world = await makeWorld(service, freshDomain())
  return {
    service,
    world,
    stranger: await service.partner({ approved: true }),
    outsider: await newPerson(service),
    otherToken: await newAccessToken(service, 'pricing:read domains:manage'),
    application: await newApplication(overInject(service)),
  }
}

/** A sample whose body is a form. */
export type HostedSample = Omit<Sample, 'body' | 'raw'> & { form?: Record<string, string> }
type MakeHosted = (stage: Stage) => HostedSample | Promise<HostedSample>

async function openCheckout({
  service,
  world,
}: Stage): Promise<{ params: Record<string, string>; query: string; page: Answer }> {
  const shop = openShop(service)
  const { domain } = await service.list('sandbox', freshDomain())
  const { session_id, checkout_url } = await shop.session(world.partner, domain)
  const query = new URL(checkout_url).search.slice(1)
  return { params: { session_id }, query, page: await shop.open(checkout_url) }
}

const checkout: MakeHosted = async (stage) => {
  const { params, query, page } = await openCheckout(stage)
  const shop = openShop(stage.service)
  const card = { ...shop.cardFields('4242424242424242'), email: 'ada@example.com', name: 'Ada', country: 'DE' }
  return { params, query, form: { form: shop.formToken(page), ...card } }
}

const authorize = ({ application: { clientId } }: Stage): HostedSample => ({
  query: new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 's',
    scope: 'pricing:read',
  }).toString(),
})

const consent: MakeHosted = async (stage) => {
  const { query = '' } = authorize(stage)
  const url = `/oauth/authorize?${query}`
  const page = await stage.service.send({ method: 'GET', url, headers: { cookie: stage.world.person.cookie } })
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
  return { form: { request: field('request').replaceAll('&amp;', '&'), ticket: field('ticket'), decision: 'allow' } }
}

const account: MakeHosted = ({ world }) => ({
  form: { email: world.person.email, password: world.person.password, next: '/account' },
})

const named: MakeHosted = async ({ service }) => ({
  params: { name: (await service.list('live', freshDomain())).domain },
})

/** Good input for pages and forms, by method and path; a page that is not here takes none. */
export const HOSTED_SAMPLES: Record<string, MakeHosted> = {
  'GET /sign-in': () => ({ query: 'next=/account&from=sign-up' }),
  'POST /sign-in': account,
  'POST /sign-up': () => ({
    form: { email: `${freshDomain()}@mail.example`, password: 'correct horse battery', next: '/' },
  }),
  'POST /sign-out': async ({ service }) => ({ headers: (await newPerson(service)).headers, form: {} }),
  'GET /oauth/authorize': authorize,
  'POST /oauth/authorize': consent,
  'GET /checkout/{session_id}': async (stage) => {
    const { params, query } = await openCheckout(stage)
    return { params, query }
  },
  'POST /checkout/{session_id}': checkout,
  'POST /checkout/{session_id}/confirm': async (stage) => ({ ...(await checkout(stage)), form: { answer: 'yes' } }),
  'POST /checkout/{session_id}/cancel': async (stage) => ({ ...(await checkout(stage)), form: {} }),
  'POST /api/payments/stripe/webhook': () => ({ form: { id: 'evt_1' } }),
  'GET /r/{code}': async ({ service, world }) => {
    const link = await service.signed(world.partner, 'POST', '/api/partner/v1/links', { kind: 'generic' })
    return { params: { code: new URL(link.json.url).pathname.slice(3) } }
  },
  'GET /brokerage/{case_id}': async ({ service, world }) => {
    const body = { domain: `taken-${freshDomain()}`, tier: 'managed', buyer_email: 'b@c.example', budget: 50_000 }
    const { json } = await service.signed(world.partner, 'POST', '/api/partner/v1/brokerage', body)
    return { params: { case_id: json.case_id }, query: new URL(json.progress_url).search.slice(1) }
  },
  'GET /domains/{name}': named,
  'POST /domains/{name}/buy': async (stage) => ({ ...(await named(stage)), form: {} }),
  'POST /domains/{name}/broker': () => ({
    params: { name: `taken-${freshDomain()}` },
    form: { tier: 'managed', email: 'b@c.example', budget: '900', notes: 'x' },
  }),
  'GET /brokerage': () => ({ query: 'q=taken-hostile.com' }),
  'GET /market': () => ({ query: 'q=a&tld=com&from=1&to=900&length=9&sort=price_asc&cursor=x' }),
  'GET /search': () => ({ query: 'q=matrix&plain=1' }),
  'GET /whois': () => ({ query: 'q=taken-matrix.com&plain=1' }),
  'GET /tlds': () => ({ query: 'q=co' }),
  'GET /tlds/{tld}': () => ({ params: { tld: 'com' } }),
  'POST /developers/start': () => ({
    form: { company: 'Hostile', email: `${freshDomain()}@mail.example`, password: 'correct horse battery' },
  }),
}

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

type DescribedSample = Sample & { form?: Record<string, string> }

/** Good input for the operations that are mounted by hand, by their ids in the OpenAPI document. */
export const DESCRIBED_SAMPLES: Record<string, (stage: Stage) => DescribedSample | Promise<DescribedSample>> = {
  'oauth.register': () => ({ body: { redirect_uris: ['https://app.example/back'], client_name: 'Hostile' } }),
  'oauth.authorize': authorize,
  'oauth.token': async ({ application, world }) => {
    const { code, verifier } = await application.obtainCode(world.owner)
    const given = { client_id: application.clientId, code, code_verifier: verifier, redirect_uri: CALLBACK }
    return { form: { grant_type: 'authorization_code', ...given, scope: '', refresh_token: '' } }
  },
  'oauth.revoke': ({ application: { clientId } }) => ({
    body: { token: 'x', token_type_hint: 'access_token', client_id: clientId },
  }),
  'mcp.call': () => ({
    headers: { accept: 'application/json, text/event-stream' },
    body: message('tools/call', { name: 'tld_requirements', arguments: { tld: 'com' } }),
  }),
}
