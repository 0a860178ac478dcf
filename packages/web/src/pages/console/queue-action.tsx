// The action that a queue item needs.
import type {
  AvailableBrokerageAction,
  OrderAction,
  PartnerAction,
  PayoutAction,
  SettlementAction,
} from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { CaseActions } from '../../features/brokerage/case-actions.tsx'
import { moveCase } from '../../features/brokerage/move-case.ts'
import { QUEUE_GROUPS, type QueueGroupName, type QueueItem } from '../../features/operator/queue-groups.ts'
import { OrderActions } from '../../features/orders/order-actions.tsx'
import { PartnerActions } from '../../features/partners/partner-status.tsx'
import { PayoutActions } from '../../features/settlement/payout-actions.tsx'
import { MarkPaid } from '../../features/settlement/statement-actions.tsx'

type Props = { name: QueueGroupName; item: QueueItem }

/** The actions shown in the queue, in this order; the order's page has all of them. */
const ORDER_MOVES: Partial<Record<QueueGroupName, readonly OrderAction[]>> = {
  held_orders: ['clear', 'refund'],
  transfers_to_start: ['start_transfer', 'hold'],
  transfers_to_confirm: ['complete_transfer', 'fail_transfer'],
  failed_transfers: ['start_transfer', 'cancel'],
}

/** The queue holds items of several kinds; their group says whose actions they are. Only those that are wanted here. */
function offered<Action extends string>(item: QueueItem, wanted: readonly Action[]): Action[] {
  const names = item.actions.map(({ action }) => action)
  return wanted.filter((action) => names.includes(action))
}

/** The step that the case waits for; the ways to give it up are on its own page. */
const isStep = ({ action }: { action: string }): boolean => action === 'advance' || action === 'complete'
const PARTNER_MOVES: readonly PartnerAction[] = ['approve']

export function QueueAction({ name, item }: Props) {
  const call = useCall()
  const may = useMay()
  const moves = ORDER_MOVES[name]
  if (moves)
    return (
      <OrderActions
        small
        actions={offered(item, moves).filter((action) => may(`POST /api/operator/v1/orders/{public_id}/${action}`))}
        order={{ domain_unicode: item.title }}
        returned={
          item.amount_cents === null || item.currency === null
            ? null
            : {
                cents: item.amount_cents,
                currency: item.currency,
                recipient: `The buyer, who bought from ${item.partner_name}`,
              }
        }
        act={(action, note) =>
          call(`POST /api/operator/v1/orders/{public_id}/${action}`, {
            params: { public_id: item.id },
            body: note ? { note } : {},
          })
        }
      />
    )
  switch (name) {
    case 'brokerage_cases':
      return (
        <CaseActions
          small
          actions={
            may('POST /api/operator/v1/brokerage/{case_id}/advance')
              ? (item.actions.filter(isStep) as AvailableBrokerageAction[])
              : []
          }
          of={toCase(item)}
          act={(action, input) => moveCase(call, item.id, action, input)}
        />
      )
    case 'partner_applications':
      return (
        <PartnerActions
          small
          actions={may('POST /api/operator/v1/partners/{partner_id}/approve') ? offered(item, PARTNER_MOVES) : []}
          partner={{ name: item.title }}
          act={(action) =>
            call(`POST /api/operator/v1/partners/{partner_id}/${action}`, { params: { partner_id: item.partner_id } })
          }
        />
      )
    case 'settlements_to_pay':
      return offered<SettlementAction>(item, ['paid']).length === 0 ||
        !may('POST /api/operator/v1/settlements/{settlement_id}/paid') ? null : (
        <MarkPaid
          small
          of={`${item.partner_name}, ${item.title}`}
          owed={{ cents: item.amount_cents ?? 0, currency: item.currency ?? 'USD', partner: item.partner_name }}
          markPaid={(reference) =>
            call('POST /api/operator/v1/settlements/{settlement_id}/paid', {
              params: { settlement_id: item.id },
              body: reference ? { reference } : {},
            })
          }
        />
      )
    case 'payouts_to_send':
    case 'payouts_to_confirm':
      return (
        <PayoutActions
          payout={{
            payout_id: item.id,
            amount_cents: item.amount_cents ?? 0,
            currency: item.currency ?? 'USD',
            partner_name: item.partner_name,
          }}
          actions={item.actions
            .map(({ action }) => action as PayoutAction)
            .filter((action) => may(`POST /api/operator/v1/payouts/{payout_id}/${action}`))}
          act={(action, body) =>
            call(`POST /api/operator/v1/payouts/{payout_id}/${action}`, { params: { payout_id: item.id }, body })
          }
        />
      )
    default:
      return <Link href={QUEUE_GROUPS[name].toHref(item)}>View</Link>
  }
}

const toCase = (item: QueueItem) => ({
  domain_unicode: item.title,
  currency: item.currency ?? 'USD',
  budget_cents: item.amount_cents ?? 0,
})
