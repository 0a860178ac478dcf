// Operators and sellers: who sells, where payouts go, freezing, verification by hand, and payouts.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, respondWithList } from '../../http/list-response.ts'
import { commaList } from '../../http/query.ts'
import { CurrencyCode, EmailText, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { parseEmail } from '../../kernel/email-address.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { ListingsPage, ListingsQuery, respondWithListings } from './http/listings.ts'
import { readPayouts, readSellers, viewList } from './http/money.ts'
import { SELLER_PAYOUT_STATUSES } from './rules/payouts.ts'
import { freezeSeller, openDestination, setDestination, unfreezeSeller } from './service/manage.ts'
import { movePayout, requestPayouts } from './service/pay-out.ts'
import { verifyByHand } from './service/prove.ts'
import { listSellerBalances } from './store/sales.ts'
import { findListedSeller } from './store/sellers.ts'
import { SellerListingView, sellerListingView } from './views/listings.ts'
import {
  OperatorSellerPayoutView,
  operatorSellerPayoutView,
  SELLER_PAYOUT_COLUMNS,
  SellerDetailView,
  SellerView,
  sellerDetailView,
  sellerView,
} from './views/money.ts'

const SellerPath = Strict({ user_id: Type.String() })
const PayoutPath = Strict({ payout_id: Type.String() })
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
  }),
  produces: ['text/csv'],
  response: Strict({ sellers: Type.Array(SellerView, { description: 'Sellers.' }), ...pageFields }),
  handle: ({ deps, db, headers }, { query }) => {
    const email = query.email === undefined ? undefined : (parseEmail(query.email) ?? query.email)
    const filters = { list: 'sellers', email, isFrozen: query.frozen }
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

const verify = defineRoute({
  id: 'operator.sellers.verify_listing',
  area: 'operator',
  method: 'POST',
  path: '/seller-listings/{listing_id}/verify',
  operators: ['support'],
  summary: 'Verify a listing by hand',
  description: 'Lists a domain whose seller proved control in another way than by TXT record.',
  returns: 'The listing.',
  params: Strict({ listing_id: Type.String() }),
  response: SellerListingView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params }) => sellerListingView(await verifyByHand(tx, params.listing_id, now)),
})

const payouts = defineRoute({
  id: 'operator.seller_payouts.list',
  area: 'operator',
  method: 'GET',
  path: '/seller-payouts',
  summary: 'List payouts to sellers',
  description: 'Payouts to all sellers or one, newest first. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of payouts.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    user_id: Type.Optional(Type.String()),
    status: Type.Optional(
      Type.String({ description: `Statuses, separated by commas: ${SELLER_PAYOUT_STATUSES.join(', ')}.` }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ payouts: Type.Array(OperatorSellerPayoutView), ...pageFields }),
  handle: ({ db, headers }, { query }) => {
    const statuses = commaList('status', query.status, SELLER_PAYOUT_STATUSES)
    const filters = { list: 'operator_seller_payouts', sellerId: query.user_id, statuses }
    const read = viewList(readPayouts(db, filters, query.sort), operatorSellerPayoutView)
    const columns = [...SELLER_PAYOUT_COLUMNS, 'user_id']
    return respondWithList({ headers, query }, { columns, read, toBody: (rows) => ({ payouts: rows }) })
  },
})

const payOut = defineRoute({
  id: 'operator.sellers.pay_out',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/sellers/{user_id}/payouts',
  operators: ['finance'],
  summary: 'Create payouts to a seller',
  description:
    'Takes everything that is payable to the seller, one payout per currency. To a Stripe account, Stripe sends it. 409 `nothing_to_pay`, `no_payout_destination`, `payout_destination_disabled` or `seller_frozen`.',
  returns: 'The created payouts.',
  params: SellerPath,
  body: Strict({ currency: Type.Optional(CurrencyCode()) }),
  bodyOptional: true,
  status: 201,
  response: Strict({ payouts: Type.Array(OperatorSellerPayoutView) }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const seller = isId('user', params.user_id) ? await findListedSeller(tx, params.user_id) : undefined
    if (!seller) throw notFound('Seller not found.')
    const made = await requestPayouts(deps, tx, seller.userId, { by: 'operator', currency: body?.currency }, now)
    return { payouts: made.map(operatorSellerPayoutView) }
  },
})

const payoutMove = {
  area: 'operator',
  recent: true,
  method: 'POST',
  operators: ['finance'],
  returns: 'The updated payout.',
  params: PayoutPath,
  response: OperatorSellerPayoutView,
  errors: ['not_found', 'conflict'],
} as const

const paid = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.paid',
  path: '/seller-payouts/{payout_id}/paid',
  summary: 'Record that a payout to a seller was sent',
  description:
    'Posts the payout to the ledger and emails the seller. Only for payouts by bank transfer: 409 for a payout through Stripe. To send its money by bank, record it as failed, set where payouts go, and create a new payout.',
  body: Strict({
    reference: Type.String({
      minLength: 1,
      maxLength: EXTERNAL_REF_LENGTH_MAX,
      description: 'Reference of the bank transfer. The seller sees it.',
    }),
  }),
  handle: async ({ deps, tx, now }, { params, body }) =>
    operatorSellerPayoutView(await movePayout(deps, tx, params.payout_id, 'paid', body, now)),
})

const failed = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.failed',
  path: '/seller-payouts/{payout_id}/failed',
  summary: 'Record that a payout to a seller failed',
  description:
    'The amount is payable again, and Stripe does not send the payout any more. 409 `payout_being_sent` while Stripe may have sent it.',
  body: Strict({ reason: Reason }),
  handle: async ({ deps, tx, now }, { params, body }) =>
    operatorSellerPayoutView(await movePayout(deps, tx, params.payout_id, 'failed', body, now)),
})

const retry = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.retry',
  path: '/seller-payouts/{payout_id}/retry',
  summary: 'Retry a payout to a seller',
  description: 'Has Stripe try a payout again now, for example after it was refused.',
  handle: async ({ deps, tx, now }, { params }) =>
    operatorSellerPayoutView(await movePayout(deps, tx, params.payout_id, 'retry', {}, now)),
})

export const operatorRoutes = [
  list,
  get,
  destination,
  freeze,
  unfreeze,
  payOut,
  listings,
  verify,
  payouts,
  paid,
  failed,
  retry,
]
