// Good input for hosted pages and forms, OAuth and MCP.
import { sql } from '../../src/db/sql.ts'
import { openBrowser, overInject } from '../browser.ts'
import { computeCode, newFactorPerson, readPasskeyRequest } from '../factors.ts'
import { readInvitationPath } from '../invitations.ts'
import { findLink, readLink } from '../mailbox.ts'
import { CALLBACK } from '../oauth.ts'
import { readMailedSecret } from '../operators.ts'
import { newPerson } from '../person.ts'
import { findReceipt, freshDomain } from '../route-sample-records.ts'
import { GOOD_CARD, openShop } from '../shop.ts'
import { postNotice } from '../stripe-double.ts'
import { challenged, checkout, openCheckout, started } from './checkout-samples.ts'
import { type Make, PAGE_SAMPLES } from './page-samples.ts'
import type { Sample, Stage } from './stage.ts'

const authorize = ({ application: { clientId }, world }: Stage): Sample => ({
  headers: { cookie: world.person.cookie },
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

const consent: Make = async (stage) => {
  const { query = '' } = authorize(stage)
  const url = `/oauth/authorize?${query}`
  const page = await stage.service.send({ method: 'GET', url, headers: { cookie: stage.world.person.cookie } })
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
  return {
    form: { request: field('request').replaceAll('&amp;', '&'), ticket: field('ticket'), decision: 'allow' },
    leadsTo: `${CALLBACK}?code=`,
  }
}

/** Signing in ends the session that the browser had before. */
const signIn: Make = async ({ service }) => {
  const { email, password, headers } = await newPerson(service)
  return { caller: headers, form: { email, password, next: '/portal' }, leadsTo: '/portal' }
}

const signOut: Make = async ({ service }) => ({ caller: (await newPerson(service)).headers, form: {}, leadsTo: '/' })

async function newInvitation({ service }: Stage): Promise<{ secret: string }> {
  const email = `${freshDomain()}@mail.example`
  const { partnerId } = await service.partner()
  await service.operator('POST', `/partners/${partnerId}/members`, { email, role: 'member' })
  const path = await readInvitationPath(service, email)
  return { secret: path.slice('/invitations/'.length) }
}

/** A browser that knows the password, before the code. */
const secondStep: Make = async ({ service }) => {
  const { account, addApp } = await newFactorPerson(service)
  const { secret } = await addApp()
  const browser = openBrowser(overInject(service))
  await browser.signIn(account)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const caller = { cookie, origin: service.deps.config.baseUrl }
  return { caller, form: { code: computeCode(secret, service.clock.now()), next: '/portal' }, leadsTo: '/portal' }
}

const passkeySignIn: Make = async ({ service }) => {
  const { authenticator } = await (await newFactorPerson(service)).addPasskey()
  const page = await openBrowser(overInject(service)).open('/sign-in')
  const passkey = JSON.stringify(authenticator.signIn(readPasskeyRequest(page.text)))
  const caller = { origin: service.deps.config.baseUrl }
  return { caller, form: { passkey, next: '/portal' }, leadsTo: '/portal' }
}

/** The secret of the newest link to an address. */
async function secretFor({ service }: Stage, email: string, template: string): Promise<string> {
  const link = await readLink(service, email, template)
  return link.slice(link.lastIndexOf('/') + 1)
}

/** Someone whose address is not confirmed, and the link that confirms it. */
async function unconfirmed(stage: Stage) {
  const account = { email: `${freshDomain()}@mail.example`, password: 'correct horse battery' }
  await openBrowser(overInject(stage.service)).post('/sign-up', account)
  return { account, params: { token: await secretFor(stage, account.email, 'confirm_address') } }
}

async function forgotten(stage: Stage) {
  const { email } = await newPerson(stage.service)
  await openBrowser(overInject(stage.service)).post('/forgot-password', { email })
  return { params: { token: await secretFor(stage, email, 'reset_password') } }
}

async function moving(stage: Stage) {
  const { email, password, headers } = await newPerson(stage.service)
  await stage.service.send({
    method: 'POST',
    url: '/api/account/email',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ new_email: `new-${email}`, current_password: password }),
  })
  return { params: { token: await secretFor(stage, email, 'change_address') } }
}

/** A visitor of whom nothing is known. */
const nobody = ({ service }: Stage) => ({ origin: service.deps.config.baseUrl })

/** A live order that a guest paid, and the secret links in its receipt. */
export async function receiptLinks(stage: Stage): Promise<{ order: string; claim: string }> {
  const { service, stripe } = stage
  const email = `${freshDomain()}@mail.example`
  const session = await openShop(service).session(stage.world.live)
  if (stripe) {
    const { intent } = await started(stage, session.checkout_url, email)
    const timestamp = Math.floor(service.clock.now().getTime() / 1000)
    await postNotice(service, stripe.notice('payment_intent.succeeded', intent.id, { timestamp }))
  } else await openShop(service).payForm(session.checkout_url, GOOD_CARD, { email })
  const claim = (await findLink(service, email, '/claim/')).slice('/claim/'.length)
  return { order: claim.split('.')[0]!, claim }
}

const toOrderId = (secret: string): string => `ord_${secret.replace('fh_or_', '').slice(0, 26)}`

/** A guest's order, given to the world's person. */
async function purchased(stage: Stage): Promise<string> {
  const id = toOrderId((await receiptLinks(stage)).order)
  const { email } = stage.world.person
  await stage.service.db.run(sql`
    update purchases set account_id = (select id from users where email = ${email}), claimed_at = now(), claim_hash = null, claim_expires_at = null
    where order_id = ${id}`)
  return id
}

const orderSecret = async (stage: Stage): Promise<Sample> => ({ params: { secret: (await receiptLinks(stage)).order } })
/** The URL of a form, opened: it leads to the page. */
const orderForm = async (stage: Stage): Promise<Sample> => ({ ...(await orderSecret(stage)), leadsTo: '/orders/' })
const claimLink = async (stage: Stage): Promise<Sample> => ({ params: { secret: (await receiptLinks(stage)).claim } })

/** Good input for pages and forms, by method and path; a page that is not here takes none. */
async function invitation({ service }: Stage): Promise<Sample> {
  const email = `${freshDomain()}@mail.example`
  await service.operator('POST', '/operators', { email, role: 'viewer' })
  return { params: { token: await readMailedSecret(service, email, 'operator_invitation') } }
}

export const HOSTED_SAMPLES: Record<string, Make> = {
  'GET /sign-in': () => ({ query: 'next=/account&from=sign-up' }),
  'POST /sign-in': signIn,
  'POST /sign-up': (stage) => ({
    caller: nobody(stage),
    form: { email: `${freshDomain()}@mail.example`, password: 'correct horse battery', next: '/' },
    leadsTo: '/sign-in?from=sign-up',
  }),
  'GET /operator-invitations/{token}': invitation,
  'POST /operator-invitations/{token}': async (stage) => ({
    ...(await invitation(stage)),
    caller: nobody(stage),
    form: { password: 'correct horse battery' },
    leadsTo: '/console',
  }),
  'POST /sign-out': signOut,
  'GET /invitations/{secret}': async (stage) => ({ params: await newInvitation(stage) }),
  'POST /invitations/{secret}': async (stage) => ({
    caller: nobody(stage),
    params: await newInvitation(stage),
    form: { action: 'create_account', password: 'correct horse battery' },
    leadsTo: '/portal?partner=',
  }),
  'POST /confirm': (stage) => ({ caller: nobody(stage), form: { email: `${freshDomain()}@mail.example` } }),
  'GET /confirm/{token}': async (stage) => ({ params: (await unconfirmed(stage)).params }),
  'POST /confirm/{token}': async (stage) => {
    const { account, params } = await unconfirmed(stage)
    const form = { how: 'password', password: account.password, new_password: '' }
    return { caller: nobody(stage), params, form, leadsTo: '/account' }
  },
  'POST /forgot-password': (stage) => ({ caller: nobody(stage), form: { email: `${freshDomain()}@mail.example` } }),
  'GET /reset-password/{token}': forgotten,
  'POST /reset-password/{token}': async (stage) => ({
    ...(await forgotten(stage)),
    caller: nobody(stage),
    form: { new_password: 'correct horse staple' },
    leadsTo: '/sign-in?from=reset',
  }),
  'GET /change-email/{token}': moving,
  'POST /change-email/{token}': async (stage) => ({ ...(await moving(stage)), caller: nobody(stage), form: {} }),
  'GET /reauthenticate': () => ({ query: 'next=/account' }),
  'POST /reauthenticate': async ({ service }) => {
    const { headers, password } = await newPerson(service)
    return { caller: headers, form: { password, next: '/account' }, leadsTo: '/account' }
  },
  'GET /sign-in/verify': () => ({ query: 'next=/account' }),
  'POST /sign-in/verify': secondStep,
  'POST /sign-in/passkey': passkeySignIn,
  'POST /oauth/authorize': consent,
  'GET /checkout/{session_id}': async (stage) => {
    const { params, query } = await openCheckout(stage)
    return { params, query }
  },
  'POST /checkout/{session_id}': (stage) => checkout(stage),
  'POST /checkout/{session_id}/confirm': challenged,
  'POST /checkout/{session_id}/cancel': async (stage) => ({
    ...(await checkout(stage)),
    form: {},
    leadsTo: 'https://shop.example/back',
  }),
  'GET /r/{code}': async ({ service, world }) => {
    const link = await service.signed(world.partner, 'POST', '/api/partner/v1/links', { kind: 'generic' })
    return { params: { code: new URL(link.json.url).pathname.slice(3) } }
  },
  'GET /brokerage/{case_id}': async ({ service, world }) => {
    const body = { domain: `taken-${freshDomain()}`, tier: 'managed', buyer_email: 'b@c.example', budget: 50_000 }
    const { json } = await service.signed(world.partner, 'POST', '/api/partner/v1/brokerage', body)
    return { params: { case_id: json.case_id }, query: new URL(json.progress_url).search.slice(1) }
  },
  'GET /account/orders/{id}/page': async (stage) => ({ params: { id: await purchased(stage) }, leadsTo: '/orders/' }),
  'GET /orders/{secret}': async (stage) => ({ ...(await orderSecret(stage)), query: 'paid=1&sent=1' }),
  'GET /orders/{secret}/documents/{document_id}': async (stage) => {
    const { params } = await orderSecret(stage)
    const receipt = await findReceipt(stage.service, toOrderId(params!.secret!))
    return { params: { ...params, ...receipt.params } }
  },
  'GET /orders/{secret}/delivery': orderForm,
  'GET /orders/{secret}/auth-code': orderForm,
  'GET /orders/{secret}/claim-link': orderForm,
  'POST /orders/{secret}/delivery': async (stage) => ({
    ...(await orderSecret(stage)),
    form: { method: 'push', registrar: '146', account: 'ACME-1' },
    leadsTo: '/orders/',
  }),
  'POST /orders/{secret}/auth-code': async (stage) => {
    const { order } = await receiptLinks(stage)
    const id = toOrderId(order)
    const code = stage.service.deps.secrets.seal('hostile-code', `auth-code:${id}`)
    await stage.service.db.run(sql`
      insert into domain_deliveries (order_id, partner_id, environment, state, method, source, auth_code,
                                     auth_code_expires_at, created_at, updated_at)
      select id, partner_id, environment, 'planned', 'auth_code', 'buyer', ${code}, '2099-01-01', now(), now()
      from orders where id = ${id}`)
    return { params: { secret: order }, form: {} }
  },
  'POST /orders/{secret}/claim-link': async (stage) => ({
    ...(await orderSecret(stage)),
    form: {},
    leadsTo: '/orders/',
  }),
  'GET /claim/{secret}': claimLink,
  'POST /claim/{secret}': async (stage) => ({ ...(await claimLink(stage)), form: {}, leadsTo: '/account/orders/' }),
  'POST /claim/{secret}/sign-up': async (stage) => ({
    ...(await claimLink(stage)),
    caller: nobody(stage),
    form: { email: 'x', password: 'correct horse battery' },
    leadsTo: '/account/orders/',
  }),
  ...PAGE_SAMPLES,
  'GET /account/{page}/{item}': async (stage) => ({ params: { page: 'orders', item: await purchased(stage) } }),
  'POST /developers/start': (stage) => ({
    caller: nobody(stage),
    form: { company: 'Hostile', email: `${freshDomain()}@mail.example`, password: 'correct horse battery' },
  }),
}

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

/** Good input for the operations that are mounted by hand, by their ids in the OpenAPI document. */
export const DESCRIBED_SAMPLES: Record<string, Make> = {
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
