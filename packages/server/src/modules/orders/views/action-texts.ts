// What the API reference says about each action on an order.
import { ORDERS_PER_RUN_MAX } from '../../../kernel/limits.ts'
import type { OperatorAction, SandboxAction } from '../rules/orders.ts'

type ActionText = { summary: string; description: string; returns: string }

export const OPERATOR_ACTION_TEXTS: Record<OperatorAction, ActionText> = {
  hold: {
    summary: 'Hold an order for manual review',
    description: 'Stops a paid order before its transfer starts.',
    returns: 'The held order.',
  },
  clear: {
    summary: 'Clear a held order',
    description: 'The order passed the manual review and returns to its paid status. Start the transfer next.',
    returns: 'The cleared order.',
  },
  start_transfer: {
    summary: 'Start the transfer of an order',
    description: 'Records that the transfer of the domain to its buyer has started.',
    returns: 'The order in transfer.',
  },
  fail_transfer: {
    summary: 'Mark the transfer as failed',
    description: 'The order returns to its paid status. You can restart the transfer.',
    returns: 'The order in its paid status.',
  },
  complete_transfer: {
    summary: 'Complete the transfer of an order',
    description: 'Confirms that the domain was delivered. The settlement period starts.',
    returns: 'The delivered order.',
  },
  refund: {
    summary: 'Refund an order',
    description: 'Possible before delivery. The domain is listed again.',
    returns: 'The refunded order.',
  },
  cancel: {
    summary: 'Cancel an order',
    description: 'For an order that cannot be delivered. The domain is listed again.',
    returns: 'The canceled order.',
  },
}

const LIVE = 'In live mode an operator does this.'

export const SANDBOX_ACTION_TEXTS: Record<SandboxAction, ActionText> = {
  hold: { ...OPERATOR_ACTION_TEXTS.hold, summary: 'Hold an order (sandbox)', description: LIVE },
  clear: { ...OPERATOR_ACTION_TEXTS.clear, summary: 'Clear a held order (sandbox)', description: LIVE },
  start_transfer: { ...OPERATOR_ACTION_TEXTS.start_transfer, summary: 'Start a transfer (sandbox)', description: LIVE },
  fail_transfer: {
    ...OPERATOR_ACTION_TEXTS.fail_transfer,
    summary: 'Fail a transfer (sandbox)',
    description: `The order returns to its paid status. ${LIVE}`,
  },
  complete_transfer: {
    ...OPERATOR_ACTION_TEXTS.complete_transfer,
    summary: 'Complete a transfer (sandbox)',
    description: `For \`transfer-fails.test\` the transfer fails instead. ${LIVE}`,
  },
}

export const BULK_TEXTS: ActionText = {
  summary: 'Apply an action to many orders',
  description:
    `Applies one action to up to ${ORDERS_PER_RUN_MAX} orders, each in its own transaction with its own audit row. An order that does ` +
    'not accept the action is reported as `failed`; the others are not affected. The action needs the same role as for a ' +
    'single order. If the connection breaks, send the same request again: with the same `idempotency_key`, finished orders ' +
    'keep their outcome and the run continues with the rest. With `Accept: application/x-ndjson` the response streams ' +
    'progress: `{"kind":"start",…}`, `{"kind":"row",…}` for each order, then `{"kind":"summary",…}`. Closing the connection ' +
    'stops the run. 409 `idempotency_key_reused` if the key belongs to a different bulk action.',
  returns: 'The run with the outcome of each order.',
}
