// Operators and sellers: who sells, where payouts go, freezing and verification by hand.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, datesQuery, respondWithList } from '../../http/list-response.ts'
import { dateRange } from '../../http/query.ts'
import { EmailText, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import { ListingsPage, ListingsQuery, respondWithListings } from './http/listings.ts'
import { readSellers, respondWithSales, SalesPage, SalesQuery, viewList } from './http/money.ts'
import { payoutRoutes } from './http/operator-payouts.ts'
import { freezeSeller, openDestination, setDestination, unfreezeSeller } from './service/manage.ts'
import { verifyByHand } from './service/prove.ts'
import { hasSold, listSellerBalances } from './store/sales.ts'
import { findListedSeller } from './store/sellers.ts'
import { SellerListingView, sellerListingView } from './views/listings.ts'
import { SellerDetailView, SellerView, sellerDetailView, sellerView } from './views/money.ts'

const SellerPath = Strict({ user_id: Type.String() })
const Reason = Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'The reason, for operators.' })

async function readSeller(db: Db, userId: string) {
  const seller = isId('user', userId) ? await findListedSeller(db, userId) : undefined
  if (!seller) throw notFound('Seller not found.')
  return seller
}

async function showSeller(deps: Deps, db: Db, userId: string) {
  const seller = await readSeller(db, userId)
  const shown = sellerView(seller, deps.payments.connect !== null)
  return sellerDetailView(shown, await listSellerBalances(db, userId), openDestination(deps, seller))
}

const list = defineRoute({
  id: 'operator.sellers.list',
  area: 'operator',
  method: 'GET',
  path: '/sellers',
  summary: 'List sellers',
  description: 'Accounts that listed or sold a domain, newest first.',
  returns: 'A page of sellers.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    email: Type.Optional(EmailText()),
    frozen: Type.Optional(Type.Boolean({ description: 'True: only frozen sellers. False: only others.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ sellers: Type.Array(SellerView, { description: 'Sellers.' }), ...pageFields }),
  handle: ({ deps, db, headers }, { query }) => {
    const email = query.email === undefined ? undefined : (parseEmail(query.email) ?? query.email)
    const filters = { list: 'sellers', email, isFrozen: query.frozen, ...dateRange(query) }
    const isConnectOn = deps.payments.connect !== null
    const read = viewList(readSellers(db, filters, query.sort), (seller) => sellerView(seller, isConnectOn))
    const columns = Object.keys(SellerView.properties).filter((name) => name !== 'destination')
    return respondWithList({ headers, query }, { columns, read, toBody: (sellers) => ({ sellers }) })
  },
})

const get = defineRoute({
  id: 'operator.sellers.get',
  area: 'operator',
  method: 'GET',
  path: '/sellers/{user_id}',
  summary: 'Get a seller',
  description: 'Returns a seller with balances and the bank reference of payouts.',
  returns: 'The seller.',
  params: SellerPath,
  response: SellerDetailView,
  errors: ['not_found'],
  handle: ({ deps, db }, { params }) => showSeller(deps, db, params.user_id),
})

const destination = defineRoute({
  id: 'operator.sellers.destination',
  area: 'operator',
  recent: true,
  method: 'PUT',
  path: '/sellers/{user_id}/destination',
  operators: ['finance'],
  summary: 'Set where payouts go',
  description: "Stores the seller's bank reference, encrypted. The audit log does not contain it.",
  returns: 'The seller.',
  params: SellerPath,
  body: Strict({
    kind: OneOf(['manual'] as const, { description: '`manual`: an operator sends a bank transfer.' }),
    bank_reference: Type.String({
      minLength: 4,
      maxLength: 200,
      description: 'Account number, bank and name of the account, as you need them to send money.',
      examples: ['DE89370400440532013000'],
    }),
  }),
  response: SellerDetailView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const reference = body.bank_reference
    return showSeller(deps, tx, await setDestination(deps, tx, params.user_id, { kind: body.kind, reference }, now))
  },
})

const freeze = defineRoute({
  id: 'operator.sellers.freeze',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/sellers/{user_id}/freeze',
  operators: ['finance', 'support'],
  summary: 'Freeze a seller',
  description:
    'Stops new listings and payouts of the seller, and withdraws the listings that nobody has reserved. Sales that were made go on.',
  returns: 'The seller.',
  params: SellerPath,
  body: Strict({ reason: Reason }),
  response: SellerDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params, body }) =>
    showSeller(deps, tx, await freezeSeller(tx, params.user_id, body.reason, now)),
})

const unfreeze = defineRoute({
  id: 'operator.sellers.unfreeze',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/sellers/{user_id}/unfreeze',
  operators: ['finance', 'support'],
  summary: 'Unfreeze a seller',
  description: 'The seller can list domains and is paid again. Withdrawn listings stay withdrawn.',
  returns: 'The seller.',
  params: SellerPath,
  response: SellerDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params }) => showSeller(deps, tx, await unfreezeSeller(tx, params.user_id, now)),
})

const listings = defineRoute({
  id: 'operator.sellers.listings',
  area: 'operator',
  method: 'GET',
  path: '/sellers/{user_id}/listings',
  summary: 'List the listings of a seller',
  description: 'Newest first. Withdrawn listings are included only if `status` names them.',
  returns: 'A page of listings.',
  params: SellerPath,
  query: ListingsQuery,
  produces: ['text/csv'],
  response: ListingsPage,
  errors: ['not_found'],
  handle: async ({ db, now, headers }, { params, query }) => {
    const { userId } = await readSeller(db, params.user_id)
    return respondWithListings(db, userId, { headers, query }, now)
  },
})

const sales = defineRoute({
  id: 'operator.sellers.sales',
  area: 'operator',
  method: 'GET',
  path: '/sellers/{user_id}/sales',
  summary: 'List the sales of a seller',
  description:
    'Newest first, with what the seller earns; also of a seller whose account was deleted. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of sales.',
  params: SellerPath,
  query: SalesQuery,
  produces: ['text/csv'],
  response: SalesPage,
  errors: ['not_found'],
  handle: async ({ db, headers }, { params, query }) => {
    const sellerId = params.user_id
    if (!isId('user', sellerId) || !(await hasSold(db, sellerId))) await readSeller(db, sellerId)
    return respondWithSales(db, sellerId, { headers, query })
  },
})

const verify = defineRoute({
  id: 'operator.sellers.verify_listing',
  area: 'operator',
  method: 'POST',
  path: '/seller-listings/{listing_id}/verify',
  recent: true,
  operators: ['support'],
  summary: 'Verify a listing by hand',
  description:
    'Lists a domain whose seller proved control in another way than by TXT record, and emails the seller. The audit log has the reason.',
  returns: 'The listing.',
  params: Strict({ listing_id: Type.String() }),
  body: Strict({
    reason: Type.String({
      minLength: 1,
      maxLength: NOTE_LENGTH_MAX,
      description: 'How the seller proved control of the domain, for operators.',
      examples: ['Signed letter of the registrar'],
    }),
  }),
  response: SellerListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params }) =>
    sellerListingView(await verifyByHand(deps, tx, params.listing_id, now)),
})

export const operatorRoutes = [list, get, destination, freeze, unfreeze, listings, sales, verify, ...payoutRoutes]
