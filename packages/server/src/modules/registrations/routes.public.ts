// What people buy at the registry, and see of the changes that go there.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { IdText, isoTime, pageQuery, Strict } from '../../http/schema.ts'
import { invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { readDomain } from '../catalog/index.ts'
import { listPurchaseDocuments } from '../documents/index.ts'
import { findRun, readNameservers } from '../domains/index.ts'
import { findCheckoutUrl } from './service/purchase.ts'
import { assertAvailable, openRegistration } from './service/register.ts'
import { listOfRun } from './store/commands.ts'
import { findOwnPurchase, listPurchaseCommands, listPurchases } from './store/purchases.ts'
import { BulkReportView, bulkReportView } from './views/commands.ts'
import {
  PurchasesView,
  PurchaseView,
  purchaseView,
  RegistrationInput,
  RegistrationStartView,
  toRegistrant,
} from './views/purchases.ts'

const readParts = async (db: Db, purchaseIds: readonly string[]) => ({
  commands: await listPurchaseCommands(db, purchaseIds),
  documents: await listPurchaseDocuments(db, purchaseIds),
})

const report = defineRoute({
  id: 'bulk.report',
  area: 'public',
  method: 'GET',
  path: '/account/bulk-runs/{bulk_id}',
  summary: 'Get a bulk run',
  description:
    'With a connector, changes reach the registry in the background. The report shows how far each domain is. ' +
    'Domains that needed no change at the registry are only in the response of the run itself.',
  returns: 'The bulk run with the progress of each domain.',
  signedIn: 'domains:manage',
  confirmed: true,
  params: Strict({ bulk_id: IdText('blk_') }),
  response: BulkReportView,
  errors: ['not_found'],
  handle: async ({ db, caller }, { params: { bulk_id: id } }) => {
    invariant(caller.user, 'only the signed-in come here')
    const run = isId('bulkRun', id) ? await findRun(db, caller.user.id, id) : undefined
    if (!run) throw notFound('Bulk run not found.')
    return bulkReportView(run, await listOfRun(db, run.id))
  },
})

const register = defineRoute({
  id: 'registrations.create',
  area: 'public',
  method: 'POST',
  path: '/registrations',
  summary: 'Register a domain',
  description:
    'Redirect the buyer to `checkout_url`. The domain is registered once it is paid, and comes to your account. If the ' +
    'registry refuses, the payment is refunded. 409 `domain_registered` if the domain is taken, 409 ' +
    '`registration_unavailable` if this marketplace does not register domains of the TLD.',
  returns: 'The checkout page.',
  limit: 'market_writes',
  signedIn: 'domains:manage',
  confirmed: true,
  body: RegistrationInput,
  status: 201,
  response: RegistrationStartView,
  errors: ['conflict', 'upstream_unavailable'],
  writes: true,
  prepare: async ({ deps }, { body }) => {
    const nameservers = readNameservers(body.nameservers ?? [])
    if (!nameservers) throw invalidField('nameservers', 'must be distinct hostnames such as ns1.example.net')
    const name = readDomain(body.domain, 'live')
    await assertAvailable(deps, name)
    return { name, nameservers, years: body.years, registrant: toRegistrant(body.registrant) }
  },
  handle: async ({ deps, tx, caller, prepared }) => {
    invariant(caller.user, 'only the signed-in come here')
    const opened = await openRegistration(deps, tx, caller.user.id, prepared)
    return {
      purchase_id: opened.id,
      checkout_url: opened.checkoutUrl,
      domain: prepared.name.domain,
      price_cents: opened.totalCents,
      currency: opened.currency as 'USD',
      expires_at: isoTime(opened.expiresAt),
    }
  },
})

const purchases = defineRoute({
  id: 'domain_purchases.list',
  area: 'public',
  method: 'GET',
  path: '/account/domain-purchases',
  summary: 'List your registrations and renewals',
  description: 'Registrations and renewals that you paid for or can pay for, newest first.',
  returns: 'A page of purchases.',
  signedIn: 'domains:manage',
  confirmed: true,
  query: Strict({ ...pageQuery }),
  response: PurchasesView,
  handle: async ({ deps, db, caller }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const limit = pageLimit(query.limit)
    const filters = { list: 'domain_purchases', user: caller.user.id }
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listPurchases(db, caller.user.id, { before, limit: limit + 1 })
    const page = toPage(rows, limit, filters, ({ id }) => [id])
    const parts = await readParts(
      db,
      page.rows.map(({ id }) => id),
    )
    return {
      domain_purchases: page.rows.map((purchase) => purchaseView(purchase, parts, findCheckoutUrl(deps, purchase))),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

const purchase = defineRoute({
  id: 'domain_purchases.get',
  area: 'public',
  method: 'GET',
  path: '/account/domain-purchases/{purchase_id}',
  summary: 'Get a registration or renewal',
  description: 'Returns how far the registry is with each domain of the purchase.',
  returns: 'The purchase.',
  signedIn: 'domains:manage',
  confirmed: true,
  params: Strict({ purchase_id: IdText('pur_') }),
  response: PurchaseView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller }, { params: { purchase_id: id } }) => {
    invariant(caller.user, 'only the signed-in come here')
    const found = isId('purchase', id) ? await findOwnPurchase(db, caller.user.id, id) : undefined
    if (!found) throw notFound('Purchase not found.')
    return purchaseView(found, await readParts(db, [found.id]), findCheckoutUrl(deps, found))
  },
})

export const publicRoutes = [report, register, purchases, purchase]
