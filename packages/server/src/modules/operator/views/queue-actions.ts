// What an operator can do with an item of the queue, by the rules of the module that owns it.
import { type Available, actionViews } from '../../../http/actions.ts'
import { CASE_REQUIRED_FIELDS, type CaseStatus, caseActions } from '../../brokerage/index.ts'
import { type OrderStatus, operatorActions } from '../../orders/index.ts'
import { partnerActions } from '../../partners/index.ts'
import { commandActions } from '../../registrations/index.ts'
import {
  type PayoutStatus,
  payoutActions,
  SETTLEMENT_REQUIRED_FIELDS,
  type SettlementStatus,
  settlementActions,
} from '../../settlement/index.ts'
import type { QueueGroupName } from '../rules/queue.ts'
import type { QueueItem } from '../store/queue-groups.ts'

type ListActions = (item: QueueItem) => ReturnType<typeof actionViews<string, string>>

const views = (actions: readonly Available<string, string>[], required = {}) => actionViews(actions, required)

const orders: ListActions = ({ status, paidOrder }) =>
  paidOrder ? views(operatorActions({ status: status as OrderStatus, ...paidOrder })) : []
const payouts: ListActions = ({ status }) => views(payoutActions(status as PayoutStatus))
/** No action: an operator has to find out what is wrong. */
const none: ListActions = () => []

const ACTIONS: Record<QueueGroupName, ListActions> = {
  held_orders: orders,
  transfers_to_start: orders,
  transfers_to_confirm: orders,
  failed_transfers: orders,
  deliveries_to_secure: none,
  registry_commands: () => views(commandActions('needs_operator')),
  withdrawn_listings: none,
  offers_to_review: none,
  brokerage_cases: ({ status }) => views(caseActions(status as CaseStatus), CASE_REQUIRED_FIELDS),
  partner_applications: () => views(partnerActions({ approvedAt: null, suspendedAt: null })),
  failing_webhooks: none,
  settlements_to_pay: ({ status }) => views(settlementActions(status as SettlementStatus), SETTLEMENT_REQUIRED_FIELDS),
  payouts_to_send: payouts,
  payouts_to_confirm: payouts,
  // They are sent, retried or ended on the page of the seller.
  seller_payouts_to_send: none,
  refused_payouts: none,
  // The evidence is written on the page of the dispute.
  disputed_payments: none,
  stuck_payments: none,
  failing_refunds: none,
}

export const queueItemActions = (name: QueueGroupName, item: QueueItem) => ACTIONS[name](item)
