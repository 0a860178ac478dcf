// How deliveries and their steps look to operators.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import { type OrderStatus, TransferMethodName } from '../../orders/index.ts'
import {
  DELIVERY_STATES,
  explainOperator,
  OPERATOR_ACTIONS,
  operatorActions,
  STEP_NAMES,
  STEP_OUTCOMES,
} from '../rules/deliveries.ts'
import type { Delivery } from '../store/deliveries.ts'
import type { StoredMessage } from '../store/messages.ts'
import type { DeliveryStep } from '../store/steps.ts'
import type { Watch } from '../store/watch.ts'

const STATES = { values: DELIVERY_STATES, title: 'DeliveryState' }

export const DeliveryView = Named('Delivery', {
  order_id: IdText('ord_'),
  state: OneOf(STATES.values, { title: STATES.title }),
  method: TransferMethodName(),
  source: OneOf(['partner', 'order', 'buyer', 'operator'], { description: 'Who chose the delivery target.' }),
  registrar_iana_id: Nullable(Type.Integer({ description: 'IANA ID of the registrar that receives the domain.' })),
  registrar_account: Nullable(Type.String({ description: 'Account at the registrar that receives the domain.' })),
  contact_email: Nullable(Type.String({ description: 'Contact for questions about the delivery.' })),
  nameservers: Type.Array(Type.String(), { description: 'Nameservers set before the transfer. Empty: unchanged.' }),
  attempts: Type.Integer({ description: 'Commands sent to the registrar.' }),
  last_error: Nullable(Type.String({ description: 'The last error of the registrar.' })),
  reason: Nullable(Type.String({ description: 'Why an operator must act. Null if none must.' })),
  auth_code_expires_at: Nullable(Timestamp('When the auth code expires.')),
  registrar_of_record: Nullable(
    Named('RegistrarOfRecord', {
      registrar_iana_id: Nullable(Type.Integer({ description: 'IANA ID of the registrar.' })),
      name: Nullable(Type.String({ description: 'Name of the registrar.' })),
      checked_at: Timestamp('When RDAP was asked.'),
      arrived_at: Nullable(
        Timestamp('When RDAP first named the expected registrar. Null: the domain has not arrived there.'),
      ),
    }),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  steps: Type.Array(
    Named('DeliveryStep', {
      step: OneOf(STEP_NAMES, { title: 'DeliveryStepName', description: 'What the command does.' }),
      transaction: Type.String({ description: 'Our ID of the command at the registrar (clTRID).' }),
      server_transaction: Nullable(Type.String({ description: 'ID the registrar gave the command (svTRID).' })),
      outcome: OneOf(STEP_OUTCOMES, {
        title: 'DeliveryStepOutcome',
        description:
          '`sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the ' +
          'registrar before it sends another command.',
      }),
      message: Nullable(Type.String({ description: 'What the registrar said.' })),
      sent_at: Timestamp('When the command was sent.'),
      finished_at: Nullable(Timestamp('When its outcome was recorded.')),
    }),
    { description: 'Commands sent to the registrar, oldest first.' },
  ),
  messages: Type.Array(
    Named('RegistryMessage', {
      text: Type.String({ description: 'What the registry says.' }),
      transfer_state: Nullable(
        Type.String({ description: 'State of the transfer at the registry, such as `clientApproved`.' }),
      ),
      at: Timestamp('When the registry wrote it.'),
    }),
    { description: 'Messages from the registry about the domain (EPP poll), oldest first.' },
  ),
  actions: ActionsView('DeliveryAction', OPERATOR_ACTIONS, STATES),
})

const REQUIRED_FIELDS = { set_auth_code: ['auth_code'] } as const

type History = {
  steps: readonly DeliveryStep[]
  watch: Watch | undefined
  messages: readonly StoredMessage[]
}

export const deliveryView = (
  delivery: Delivery,
  { steps, watch, messages }: History,
  { orderStatus, hasConnector, now }: { orderStatus: OrderStatus; hasConnector: boolean; now: Date },
): Static<typeof DeliveryView> => ({
  order_id: delivery.orderId,
  state: delivery.state,
  method: delivery.method,
  source: delivery.source,
  registrar_iana_id: delivery.registrarIanaId,
  registrar_account: delivery.registrarAccount,
  contact_email: delivery.contactEmail,
  nameservers: delivery.nameservers,
  attempts: delivery.attempts,
  last_error: delivery.lastError,
  reason: explainOperator(delivery, hasConnector, now),
  auth_code_expires_at: isoTimeOrNull(delivery.authCodeExpiresAt),
  registrar_of_record: watch?.registrarSeenAt
    ? {
        registrar_iana_id: watch.registrarSeen,
        name: watch.registrarSeenName,
        checked_at: isoTime(watch.registrarSeenAt),
        arrived_at: isoTimeOrNull(watch.arrivedAt),
      }
    : null,
  created_at: isoTime(delivery.createdAt),
  updated_at: isoTime(delivery.updatedAt),
  steps: steps.map((step) => ({
    step: step.step,
    transaction: step.transaction,
    server_transaction: step.serverTransaction,
    outcome: step.outcome,
    message: step.message,
    sent_at: isoTime(step.sentAt),
    finished_at: isoTimeOrNull(step.finishedAt),
  })),
  messages: messages.map(({ text, transferState, at }) => ({ text, transfer_state: transferState, at: isoTime(at) })),
  actions: actionViews(operatorActions(delivery, orderStatus), REQUIRED_FIELDS),
})
