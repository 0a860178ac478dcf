// Operators and payouts to sellers: the list, new ones, and what became of one.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { defineRoute } from '../../../http/define-route.ts'
import { ageQuery, respondWithList } from '../../../http/list-response.ts'
import { commaList } from '../../../http/query.ts'
import { CurrencyCode, pageFields, pageQuery, Strict, Type } from '../../../http/schema.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { EXTERNAL_REF_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../../kernel/limits.ts'
import { SELLER_PAYOUT_STATUSES, type SellerPayoutAction } from '../rules/payouts.ts'
import { movePayout, type PayoutNote, requestPayouts } from '../service/pay-out.ts'
import { readListed } from '../store/payouts.ts'
import { findListedSeller } from '../store/sellers.ts'
import { OperatorSellerPayoutView, operatorSellerPayoutView, SELLER_PAYOUT_COLUMNS } from '../views/money.ts'
import { readPayouts, viewList } from './money.ts'

const showPayout = async (tx: Tx, id: string) => operatorSellerPayoutView(await readListed(tx, id))

async function moveAndShow(deps: Deps, tx: Tx, id: string, action: SellerPayoutAction, note: PayoutNote, now: Date) {
  const moved = await movePayout(deps, tx, id, action, note, now)
  return showPayout(tx, moved.id)
}

const PayoutPath = Strict({ payout_id: Type.String() })

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
    const columns = [...SELLER_PAYOUT_COLUMNS, 'user_id', 'hold']
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
  params: Strict({ user_id: Type.String() }),
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
    return { payouts: await Promise.all(made.map(({ id }) => showPayout(tx, id))) }
  },
})

const ReasonBody = Strict({
  reason: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'The reason. The seller sees it.' }),
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
  handle: async ({ deps, tx, now }, { params, body }) => moveAndShow(deps, tx, params.payout_id, 'paid', body, now),
})

const failed = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.failed',
  path: '/seller-payouts/{payout_id}/failed',
  summary: 'Record that a payout to a seller failed',
  description:
    'The amount is payable again, and Stripe does not send the payout any more. 409 `payout_being_sent` while Stripe may have sent it.',
  body: ReasonBody,
  handle: async ({ deps, tx, now }, { params, body }) => moveAndShow(deps, tx, params.payout_id, 'failed', body, now),
})

const returned = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.returned',
  path: '/seller-payouts/{payout_id}/returned',
  summary: 'Record that the bank returned a payout to a seller',
  description:
    'For a payout that was sent by bank transfer and came back. The amount is payable again, and the seller gets an email. 409 for a payout through Stripe.',
  body: ReasonBody,
  handle: async ({ deps, tx, now }, { params, body }) => moveAndShow(deps, tx, params.payout_id, 'returned', body, now),
})

const retry = defineRoute({
  ...payoutMove,
  writes: true,
  id: 'operator.seller_payouts.retry',
  path: '/seller-payouts/{payout_id}/retry',
  summary: 'Retry a payout to a seller',
  description: 'Has Stripe try a payout again now, for example after it was refused.',
  handle: async ({ deps, tx, now }, { params }) => moveAndShow(deps, tx, params.payout_id, 'retry', {}, now),
})

export const payoutRoutes = [payOut, payouts, paid, failed, returned, retry]
