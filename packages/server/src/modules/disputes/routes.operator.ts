// Disputes for operators: see them, respond, and return the money of a delivered order.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { EnvironmentName, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { DISPUTE_STATUSES } from './rules/disputes.ts'
import { completeEvidence } from './service/complete-evidence.ts'
import { refundAfterDelivery } from './service/refund.ts'
import { acceptDispute, closeSandboxDispute, submitEvidence } from './service/respond.ts'
import { findDispute, listDisputes, type ShownDispute } from './store/disputes.ts'
import {
  CloseInput,
  DISPUTE_COLUMNS,
  EvidenceInput,
  OperatorDisputeView,
  operatorDisputeView,
} from './views/disputes.ts'

const DisputePath = Strict({ dispute_id: Type.String() })

async function requireDispute(db: Db, id: string): Promise<ShownDispute> {
  const dispute = isId('dispute', id) ? await findDispute(db, id) : undefined
  if (!dispute) throw notFound('Dispute not found.')
  return dispute
}

const showDispute = async (db: Db, id: string) => operatorDisputeView(await requireDispute(db, id))

const list = defineRoute({
  id: 'operator.disputes.list',
  area: 'operator',
  method: 'GET',
  path: '/disputes',
  summary: 'List disputes',
  description: 'Disputes of payments, newest first. `Accept: text/csv` returns all matching disputes as CSV.',
  returns: 'A page of disputes.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    status: Type.Optional(
      Type.String({ description: `Statuses, separated by commas: ${DISPUTE_STATUSES.join(', ')}.` }),
    ),
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    environment: Type.Optional(EnvironmentName()),
    order_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only disputes of this order.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ disputes: Type.Array(OperatorDisputeView), ...pageFields }),
  handle: ({ db, headers }, { query }) => {
    const statuses = commaList('status', query.status, DISPUTE_STATUSES)
    const { partner_id: partnerId, environment, order_id: orderId } = query
    const filters = { list: 'operator.disputes', statuses, partnerId, environment, orderId, ...dateRange(query) }
    const read = async (cursor: string | undefined, limit: number) => {
      const page = await pageSorted(
        { sort: query.sort, fallback: NEWEST, cursor, limit, filters },
        BY_AGE,
        ({ id }: ShownDispute) => id,
        (keyset, room) => listDisputes(db, filters, keyset, room),
      )
      return { ...page, rows: page.rows.map(operatorDisputeView) }
    }
    return respondWithList({ headers, query }, { columns: DISPUTE_COLUMNS, read, toBody: (disputes) => ({ disputes }) })
  },
})

const get = defineRoute({
  id: 'operator.disputes.get',
  area: 'operator',
  method: 'GET',
  path: '/disputes/{dispute_id}',
  summary: 'Get a dispute',
  description: 'Returns a dispute with its deadline, the response, and what the payment processor did.',
  returns: 'The dispute.',
  params: DisputePath,
  response: OperatorDisputeView,
  errors: ['not_found'],
  handle: ({ db }, { params }) => showDispute(db, params.dispute_id),
})

const submit = defineRoute({
  id: 'operator.disputes.submit',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/disputes/{dispute_id}/submit',
  operators: ['finance'],
  summary: 'Submit evidence for a dispute',
  description:
    'Sends evidence to the bank, once. What the order shows is filled in: the domain, the buyer, the delivery and the timeline. The bank then decides. With the sandbox processor, the text `winning_evidence` or `losing_evidence` decides the dispute immediately.',
  returns: 'The dispute.',
  params: DisputePath,
  body: EvidenceInput,
  response: OperatorDisputeView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => {
    const { orderId } = await requireDispute(tx, params.dispute_id)
    const evidence = await completeEvidence(tx, orderId, body)
    await submitEvidence(deps, tx, params.dispute_id, { actor: caller.actor, evidence })
    return showDispute(tx, params.dispute_id)
  },
})

const accept = defineRoute({
  id: 'operator.disputes.accept',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/disputes/{dispute_id}/accept',
  operators: ['finance'],
  summary: 'Accept a dispute',
  description:
    'The buyer keeps the money. The dispute is lost when the payment processor confirms it: an undelivered order is canceled, and the commission, the proceeds of the seller and the referral commission are taken back. Of an inquiry, this refunds the order, and the bank closes the inquiry without a loss.',
  returns: 'The dispute.',
  params: DisputePath,
  response: OperatorDisputeView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params }) => {
    await acceptDispute(deps, tx, params.dispute_id, caller.actor)
    return showDispute(tx, params.dispute_id)
  },
})

const close = defineRoute({
  id: 'operator.disputes.close',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/disputes/{dispute_id}/close',
  operators: ['finance'],
  summary: 'Close a test dispute',
  description:
    "The bank's decision, for disputes of the sandbox processor. Disputes of Stripe are closed by Stripe: 409 `illegal_transition`.",
  returns: 'The dispute.',
  params: DisputePath,
  body: CloseInput,
  response: OperatorDisputeView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx }, { params, body }) => {
    await closeSandboxDispute(deps, tx, null, params.dispute_id, body.outcome)
    return showDispute(tx, params.dispute_id)
  },
})

const refund = defineRoute({
  id: 'operator.orders.refund_after_delivery',
  area: 'operator',
  recent: true,
  method: 'POST',
  path: '/orders/{public_id}/refund_after_delivery',
  operators: ['finance'],
  summary: 'Refund a delivered order',
  description:
    'Returns the payment of a delivered order that the marketplace collected. The order stays delivered. The commission, the proceeds of the seller and the referral commission are taken back: from what is payable, else from later sales. A credit note is issued. 409 `order_not_refundable` or `dispute_open`.',
  returns: 'The ID of the refund.',
  params: Strict({ public_id: Type.String() }),
  body: Strict({
    reason: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'The reason. The partner sees it.' }),
  }),
  response: Strict({ refund_id: Type.String({ description: 'ID of the refund.' }) }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller }, { params, body }) => ({
    refund_id: await refundAfterDelivery(deps, tx, params.public_id, { actor: caller.actor, note: body.reason }),
  }),
})

export const operatorRoutes = [list, get, submit, accept, close, refund]
