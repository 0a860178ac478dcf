// Runs the Postman collection with Newman against a started service: every request gets a documented response, and IDs flow.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizationUrl,
  createPkce,
  discover,
  exchangeCode,
  readCallback,
  registerClient,
} from '../packages/sdk/src/index.ts'
import { openBrowser, overNetwork } from '../packages/server/test/browser.ts'
import { startReceiver } from '../packages/server/test/receiver.ts'
import { ensureNewman } from '../scripts/api/newman.mjs'
import { readWholeDocument } from '../scripts/api/openapi-documents.mjs'
import { cleanUp, finish, newFolder, project, type Service } from './process.ts'
import { startUsed } from './used-service.ts'

/** Requests that the service refuses in a run from top to bottom, and why. */
const REFUSED: Record<string, number> = {
  // An earlier request has moved the order, case or payout to a status that forbids the action.
  'sandbox.orders.fail_transfer': 409,
  'orders.delivery': 409,
  'operator.orders.complete_transfer': 409,
  'operator.orders.cancel': 409,
  'operator.brokerage.complete': 409,
  'operator.brokerage.no_deal': 409,
  'operator.brokerage.cancel': 409,
  'operator.payouts.failed': 409,
  // Its sample has a header that keeps a run from deleting everything.
  'sandbox.reset': 400,
  // An earlier request has removed the endpoint.
  'operator.webhooks.deliveries.redeliver': 404,
  // The sandbox has caused no message yet.
  'sandbox.mail.get': 404,
  // The orders have no delivery target.
  'orders.auth_code': 409,
  'operator.deliveries.get': 404,
  'operator.deliveries.confirm': 404,
  'operator.deliveries.set_auth_code': 404,
  'operator.deliveries.retry': 404,
  'operator.deliveries.take_over': 404,
  'operator.deliveries.cancel': 404,
  // The service withdrew no listing.
  'operator.listings.relist': 409,
  'operator.listings.accept_withdrawal': 409,
  // Only live orders have a claim link.
  'operator.orders.claim_link': 409,
  // The only operator is the last admin.
  'operator.operators.remove': 409,
  // Needs a browser session, an existing purchase, or a code from the consent page.
  'account.password': 401,
  'seller.payout_account.open': 401,
  'account.email': 401,
  'account.confirmation': 401,
  'account.sessions': 401,
  'account.sessions.end': 401,
  'account.grants': 401,
  'account.grants.revoke': 401,
  'account.export': 401,
  'account.delete': 401,
  'account.factors': 401,
  'account.totp_start': 401,
  'account.totp_confirm': 401,
  'account.totp_remove': 401,
  'account.recovery_codes': 401,
  'account.passkey_options': 401,
  'account.passkey_add': 401,
  'account.passkey_rename': 401,
  'account.passkey_remove': 401,
  'account.reauthenticate_options': 401,
  'account.reauthenticate': 401,
  'account.views': 401,
  'account.views.save': 401,
  'account.views.remove': 401,
  'account.watches': 401,
  'account.watches.add': 401,
  'account.watches.remove': 401,
  'account.order': 404,
  'bulk.report': 404,
  // Needs a connector.
  'registrations.create': 409,
  'domain_purchases.get': 404,
  // Need a disputed payment.
  'sandbox.disputes.close': 404,
  'operator.disputes.get': 404,
  'operator.disputes.submit': 404,
  'operator.disputes.accept': 404,
  'operator.disputes.close': 404,
  'operator.orders.refund_after_delivery': 409,
  // Need a seller with sales.
  'operator.sellers.get': 404,
  'operator.sellers.listings': 404,
  'operator.sellers.sales': 404,
  'operator.sellers.destination': 404,
  'operator.sellers.freeze': 404,
  'operator.sellers.unfreeze': 404,
  'operator.sellers.pay_out': 404,
  'operator.sellers.verify_listing': 404,
  'operator.seller_payouts.paid': 404,
  'operator.seller_payouts.failed': 404,
  'operator.seller_payouts.returned': 404,
  'operator.seller_payouts.retry': 404,
  'seller.payouts.create': 409,
  // Need payouts through Stripe.
  'seller.payout_account.refresh': 409,
  // Need an offer, and a listing that accepts offers.
  'market.offers.create': 409,
  'market.offers.get': 404,
  'market.offers.counter': 404,
  'market.offers.accept': 404,
  'market.offers.decline': 404,
  'market.offers.withdraw': 404,
  'seller.offers.get': 404,
  'seller.offers.counter': 404,
  'seller.offers.accept': 404,
  'seller.offers.decline': 404,
  'seller.offers.withdraw': 404,
  'operator.offers.get': 404,
  'operator.offers.counter': 404,
  'operator.offers.accept': 404,
  'operator.offers.decline': 404,
  'operator.offers.withdraw': 404,
  'seller.statements.get': 404,
  'operator.registry_commands.get': 404,
  'operator.registry_commands.retry': 404,
  'operator.registry_commands.confirm': 404,
  'operator.registry_commands.fail': 404,
  'operator.registry_commands.take_over': 404,
  'account.document': 404,
  'oauth.token': 400,
  // Needs a person who accepted an invitation.
  'operator.members.remove': 404,
}

type Sent = { name: string; status: number; body: string }
type Report = {
  run: {
    executions: { item: { name: string }; response?: { code: number; stream: { data: number[] } } }[]
    failures: { error: { message: string } }[]
  }
}
type Document = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> }

const document = readWholeDocument() as unknown as Document
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

async function accessToken(base: string, user: { email: string; password: string }): Promise<string> {
  const server = await discover(base)
  const redirectUri = 'http://127.0.0.1:7777/callback'
  const { client_id: clientId } = await registerClient(server, { client_name: 'Newman', redirect_uris: [redirectUri] })
  const { verifier, challenge } = await createPkce()
  const scope = 'pricing:read domains:manage'
  const url = new URL(authorizationUrl(server, { clientId, redirectUri, challenge, state: 'newman-state', scope }))
  const back = await openBrowser(overNetwork(base)).decide(`${url.pathname}${url.search}`, user)
  const code = readCallback(server, back.left?.href ?? '', 'newman-state')
  return (await exchangeCode(server, { clientId, code, verifier })).access_token
}

let service: Service
let sent: Sent[]
let failures: string[]

beforeAll(async () => {
  service = await startUsed({ RATE_LIMITS: 'off' })
  const { partner, operator, user } = service.credentials()
  const base = `http://localhost:${service.port}`
  const receiver = await startReceiver()
  const report = path.join(newFolder(), 'report.json')
  const variables = {
    base_url: base,
    key_id: partner.key_id,
    secret: partner.secret,
    operator_token: operator.token,
    access_token: await accessToken(base, user),
    webhook_url: receiver.url,
  }
  const done = await finish(
    [
      process.execPath,
      ensureNewman(),
      'run',
      path.join(project, 'docs/collection/freehold.postman_collection.json'),
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ...['--reporters', 'json', '--reporter-json-export', report, '--ignore-redirects'],
      // What the sandbox does by itself after a request is done before the requests that need it.
      ...['--delay-request', '40'],
    ],
    {},
  )
  await receiver.stop()
  const { run } = JSON.parse(readFileSync(report, 'utf8')) as Report
  failures = [done.stderr, ...run.failures.map(({ error }) => error.message)].filter(Boolean)
  sent = run.executions.map(({ item, response }) => ({
    name: item.name,
    status: response?.code ?? 0,
    body: Buffer.from(response?.stream.data ?? []).toString(),
  }))
})
afterAll(cleanUp)

describe('a run of the whole collection', () => {
  it('sends every request, and no script fails', () => {
    expect(failures).toEqual([])
    expect(sent.length).toBeGreaterThan(120)
  })

  it('gets a documented status for every request', () => {
    const undocumented = sent.filter(({ name, status }) => {
      const responses = operations.find(({ operationId }) => operationId === name)?.responses ?? {}
      return !(status in responses)
    })
    expect(undocumented).toEqual([])
  })

  it('succeeds, except where the state of an earlier request forbids it', () => {
    const refused = sent.filter(({ status }) => status >= 400).map(({ name, status }) => [name, status])
    expect(Object.fromEntries(refused)).toEqual(REFUSED)
  })
})
