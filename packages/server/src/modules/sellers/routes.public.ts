// What sellers do: list, prove, change, withdraw, import and export listings; follow sales, balance and payouts.
import { Readable } from 'node:stream'
import { isPlainUtf8 } from '../../http/body.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, respondWithList } from '../../http/list-response.ts'
import { CurrencyCode, DomainText, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { ApiError, invariant } from '../../kernel/errors.ts'
import { SELLER_IMPORT_LINES_MAX, SELLER_PAYOUT_CENTS_MIN } from '../../kernel/limits.ts'
import { ListingsPage, ListingsQuery, readLine, respondWithListings } from './http/listings.ts'
import { readPayouts, respondWithSales, SalesPage, SalesQuery, viewList } from './http/money.ts'
import { importOwnListings } from './service/import.ts'
import { changeOwnListing, getOwnListing, listDomain, withdrawOwnListing } from './service/list.ts'
import { requestPayouts } from './service/pay-out.ts'
import { findOwnProof, lookUpProof, verifyOwnListing } from './service/prove.ts'
import { listSellerBalances } from './store/sales.ts'
import { findSeller } from './store/sellers.ts'
import {
  SellerChange,
  SellerImportView,
  SellerListingView,
  SellerTerms,
  sellerListingView,
  toNewTerms,
  toTerms,
} from './views/listings.ts'
import {
  SELLER_PAYOUT_COLUMNS,
  SellerBalanceView,
  SellerPayoutView,
  sellerBalanceView,
  sellerPayoutView,
} from './views/money.ts'

const access = { area: 'public', signedIn: 'domains:manage', confirmed: true } as const
const ListingPath = Strict({ listing_id: Type.String() })

const create = defineRoute({
  ...access,
  id: 'seller.listings.create',
  method: 'POST',
  path: '/seller/listings',
  summary: 'List a domain for sale',
  description:
    'A domain that you own on this marketplace is listed immediately. For any other domain, publish the TXT record of ' +
    '`verification`. We look it up every 10 minutes for 7 days, and when you ask. 409 `already_listed` or `domain_sold` if the domain is taken.',
  returns: 'The created listing.',
  body: Strict({ domain: DomainText(), ...SellerTerms }),
  status: 201,
  response: SellerListingView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { body: { domain, ...terms } }) => {
    invariant(caller.user, 'only the signed-in come here')
    return sellerListingView(await listDomain(tx, caller.user.id, { domain, ...toNewTerms(terms) }, now))
  },
})

const list = defineRoute({
  ...access,
  id: 'seller.listings.list',
  method: 'GET',
  path: '/seller/listings',
  summary: 'List your listings',
  description:
    'Your listings, newest first. Withdrawn listings are included only if `status` names them. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of listings.',
  query: ListingsQuery,
  produces: ['text/csv'],
  response: ListingsPage,
  handle: ({ db, caller, now, headers }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    return respondWithListings(db, caller.user.id, { headers, query }, now)
  },
})

const get = defineRoute({
  ...access,
  id: 'seller.listings.get',
  method: 'GET',
  path: '/seller/listings/{listing_id}',
  summary: 'Get your listing',
  description: 'Returns one of your listings with the state of its verification.',
  returns: 'The listing.',
  params: ListingPath,
  response: SellerListingView,
  errors: ['not_found'],
  handle: async ({ db, caller, now }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    return sellerListingView(await getOwnListing(db, caller.user.id, params.listing_id, now))
  },
})

const change = defineRoute({
  ...access,
  id: 'seller.listings.change',
  method: 'PATCH',
  path: '/seller/listings/{listing_id}',
  summary: 'Update your listing',
  description: 'Changes only the fields you send. Active quotes keep their price. 409 once the domain is sold.',
  returns: 'The updated listing.',
  params: ListingPath,
  body: SellerChange,
  response: SellerListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params, body }) => {
    invariant(caller.user, 'only the signed-in come here')
    return sellerListingView(await changeOwnListing(tx, caller.user.id, params.listing_id, toTerms(body), now))
  },
})

const withdraw = defineRoute({
  ...access,
  id: 'seller.listings.withdraw',
  method: 'DELETE',
  path: '/seller/listings/{listing_id}',
  summary: 'Withdraw your listing',
  description: 'Removes the domain from sale, or ends its verification. 409 while a buyer has reserved the domain.',
  returns: 'The withdrawn listing.',
  params: ListingPath,
  response: SellerListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    return sellerListingView(await withdrawOwnListing(tx, caller.user.id, params.listing_id, now))
  },
})

const verify = defineRoute({
  ...access,
  id: 'seller.listings.verify',
  method: 'POST',
  path: '/seller/listings/{listing_id}/verify',
  summary: 'Verify your listing now',
  description:
    'Looks up the TXT record. If it is right, the domain is listed. Otherwise the listing stays pending, and `verification.last_result` says what was found.',
  returns: 'The listing.',
  limit: 'whois',
  params: ListingPath,
  response: SellerListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  prepare: async ({ deps, db, caller }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    const proof = await findOwnProof(db, caller.user.id, params.listing_id)
    return { proof, found: proof.state === 'pending' ? await lookUpProof(deps, proof) : 'missing' } as const
  },
  handle: async ({ tx, now, prepared: { proof, found } }) =>
    sellerListingView(await verifyOwnListing(tx, proof, found, now)),
})

const importRoute = defineRoute({
  ...access,
  id: 'seller.listings.import',
  method: 'POST',
  path: '/seller/listings/import',
  summary: 'Import your listings',
  description:
    `Reads a CSV file with up to ${SELLER_IMPORT_LINES_MAX} lines. Columns: domain, price_cents, floor_price_cents, currency, description, ` +
    'categories (separated by |), accepts_offers, auto_accept_offers. Other columns are ignored, so you can change an exported file and send it back. ' +
    'Each line works like a single request: a new domain is listed or waits for its verification, and a domain that you listed gets the new terms.',
  returns: 'The result for each line.',
  streamed: true,
  consumes: ['text/csv'],
  response: SellerImportView,
  errors: ['unsupported_media_type'],
  handle: async ({ deps, caller, headers }, { stream }) => {
    invariant(caller.user, 'only the signed-in come here')
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
    if (type !== 'text/csv' || !isPlainUtf8(headers))
      throw new ApiError('unsupported_media_type', {
        message: 'Unsupported content type or encoding. Send text/csv in UTF-8, uncompressed.',
      })
    const lines = await importOwnListings(deps, caller.user.id, stream ?? Readable.from([]), readLine)
    const count = (status: string) => lines.filter((line) => line.status === status).length
    return {
      lines: lines.length,
      created: count('created'),
      updated: count('updated'),
      rejected: count('rejected'),
      results: lines.map(({ listing, ...line }) => ({ ...line, listing: listing && sellerListingView(listing) })),
    }
  },
})

const sales = defineRoute({
  ...access,
  id: 'seller.sales.list',
  method: 'GET',
  path: '/seller/sales',
  summary: 'List your sales',
  description:
    'Sales of your domains, newest first, with what you earn. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of sales.',
  query: SalesQuery,
  produces: ['text/csv'],
  response: SalesPage,
  handle: ({ db, caller, headers }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    return respondWithSales(db, caller.user.id, { headers, query })
  },
})

const balance = defineRoute({
  ...access,
  id: 'seller.balance',
  method: 'GET',
  path: '/seller/balance',
  summary: 'Get your balance',
  description: 'What you earned and what can be paid out, by currency, and whether something blocks payouts.',
  returns: 'The balance.',
  response: SellerBalanceView,
  handle: async ({ deps, db, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    const isConnectOn = deps.payments.connect !== null
    const terms = { minimumCents: SELLER_PAYOUT_CENTS_MIN, feeBps: deps.config.sellers.feeBps, isConnectOn }
    const seller = await findSeller(db, caller.user.id)
    return sellerBalanceView(seller, await listSellerBalances(db, caller.user.id), terms)
  },
})

const payouts = defineRoute({
  ...access,
  id: 'seller.payouts.list',
  method: 'GET',
  path: '/seller/payouts',
  summary: 'List your payouts',
  description: 'Your payouts, newest first. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of payouts.',
  query: Strict({ ...pageQuery, ...ageQuery }),
  produces: ['text/csv'],
  response: Strict({ payouts: Type.Array(SellerPayoutView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const filters = { list: 'seller_payouts', sellerId: caller.user.id, statuses: undefined }
    const read = viewList(readPayouts(db, filters, query.sort), sellerPayoutView)
    return respondWithList(
      { headers, query },
      { columns: SELLER_PAYOUT_COLUMNS, read, toBody: (rows) => ({ payouts: rows }) },
    )
  },
})

const requestPayout = defineRoute({
  ...access,
  id: 'seller.payouts.create',
  recent: true,
  method: 'POST',
  path: '/seller/payouts',
  summary: 'Request a payout',
  description:
    `Pays out everything that is payable, one payout per currency, from ${SELLER_PAYOUT_CENTS_MIN} minor units on. 409 \`nothing_to_pay\` below that, ` +
    '409 `no_payout_destination` without a bank account, 409 `payout_destination_disabled` while Stripe accepts no payouts to it, 409 `seller_frozen` while an operator paused your payouts.',
  returns: 'The created payouts.',
  body: Strict({ currency: Type.Optional(CurrencyCode()) }),
  bodyOptional: true,
  status: 201,
  response: Strict({ payouts: Type.Array(SellerPayoutView) }),
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    invariant(caller.user, 'only the signed-in come here')
    const made = await requestPayouts(deps, tx, caller.user.id, { by: 'seller', currency: body?.currency }, now)
    return { payouts: made.map(sellerPayoutView) }
  },
})

const listingRoutes = [create, list, importRoute, get, change, withdraw, verify]
export const publicRoutes = [...listingRoutes, sales, balance, payouts, requestPayout]
