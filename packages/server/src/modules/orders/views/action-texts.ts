// What the API reference says about each action on an order.
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
    description: 'Records that the domain is being transferred to the partner’s registrar.',
    returns: 'The order in transfer.',
  },
  fail_transfer: {
    summary: 'Mark the transfer as failed',
    description: 'The order returns to its paid status. You can restart the transfer.',
    returns: 'The order in its paid status.',
  },
  complete_transfer: {
    summary: 'Complete the transfer of an order',
    description: 'Confirms the delivery to the partner’s registrar. The settlement period starts.',
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
