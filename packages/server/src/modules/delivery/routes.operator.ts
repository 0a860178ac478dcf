// Deliveries for operators: every step, and what people do when a connector cannot.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { defineRoute } from '../../http/define-route.ts'
import { type Static, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { AUTH_CODE_LENGTH_MAX, NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { findOrderJson, type OrderStatus } from '../orders/index.ts'
import { targetFields } from '../partners/index.ts'
import { OPERATOR_ACTIONS, type OperatorAction } from './rules/deliveries.ts'
import { actOnDelivery } from './service/act.ts'
import { hasConnector } from './service/follow.ts'
import { findDelivery } from './store/deliveries.ts'
import { listMessages } from './store/messages.ts'
import { steps } from './store/steps.ts'
import { findWatch } from './store/watch.ts'
import { DeliveryView, deliveryView } from './views/deliveries.ts'

const OrderPath = Strict({ public_id: Type.String() })

async function readDelivery(
  { clock, registrars }: Pick<Deps, 'clock' | 'registrars'>,
  db: Db,
  id: string,
): Promise<Static<typeof DeliveryView>> {
  const order = isId('order', id) ? await findOrderJson(db, null, id) : undefined
  const delivery = order && (await findDelivery(db, id))
  if (!delivery) throw notFound('This order does not exist, or has no delivery yet.')
  const [watch, messages] = [await findWatch(db, id), await listMessages(db, id)]
  return deliveryView(
    delivery,
    { steps: await steps.list(db, id), watch, messages },
    {
      orderStatus: order.status as OrderStatus,
      hasConnector: hasConnector(registrars, delivery.environment),
      now: clock.now(),
    },
  )
}

const get = defineRoute({
  id: 'operator.deliveries.get',
  area: 'operator',
  method: 'GET',
  path: '/orders/{public_id}/delivery',
  summary: 'Get the delivery of an order',
  description:
    'Returns where the domain is delivered, and each command sent to the registrar. 404 if no target is set yet.',
  returns: 'The delivery with its steps.',
  params: OrderPath,
  response: DeliveryView,
  errors: ['not_found'],
  handle: ({ deps, db }, { params }) => readDelivery(deps, db, params.public_id),
})

const note = Type.Optional(
  Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, description: 'Note added to the timeline.' }),
)
const NoteBody = Strict({ note })
const RetryBody = Strict({
  note,
  registrar_iana_id: Type.Optional(targetFields.registrar_iana_id),
  registrar_account: Type.Optional(targetFields.registrar_account),
  auth_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: AUTH_CODE_LENGTH_MAX,
      description: 'Auth code of a domain at another registrar. The service transfers the domain with it first.',
    }),
  ),
})

const CodeBody = Strict({
  note,
  auth_code: Type.String({
    minLength: 1,
    maxLength: AUTH_CODE_LENGTH_MAX,
    description: 'The auth code that you set at the registrar.',
  }),
})
type Body = typeof RetryBody
const BODIES: Partial<Record<OperatorAction, Body>> = { retry: RetryBody, set_auth_code: CodeBody as unknown as Body }

const TEXTS: Record<OperatorAction, { summary: string; description: string; returns: string }> = {
  confirm: {
    summary: 'Confirm a delivery',
    description: 'Records that the domain arrived. The order is delivered, and its settlement period starts.',
    returns: 'The completed delivery.',
  },
  set_auth_code: {
    summary: 'Enter the auth code of a delivery',
    description:
      'For a delivery by auth code that needs an operator: set the code at the registrar, then enter it here. The buyer or ' +
      'partner gets it, for 30 days. Confirm the delivery when the domain has left.',
    returns: 'The delivery, still waiting for an operator.',
  },
  retry: {
    summary: 'Retry a delivery',
    description:
      'Starts the steps again, with another target if one is sent. The service asks the registrar where the domain is ' +
      'before it sends a command. 409 if no registrar is connected.',
    returns: 'The queued delivery.',
  },
  take_over: {
    summary: 'Take over a delivery',
    description: 'The service sends no further command. Then confirm, retry or cancel the delivery.',
    returns: 'The delivery, waiting for an operator.',
  },
  cancel: {
    summary: 'Cancel a delivery',
    description:
      'The order returns to its paid status. Take over a delivery that is under way first. If the order was refunded or ' +
      'canceled, this records that the domain is secured at the registrar.',
    returns: 'The canceled delivery.',
  },
}

const actions = OPERATOR_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.deliveries.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/orders/{public_id}/delivery/${action}`,
    operators: ['support'],
    ...TEXTS[action],
    params: OrderPath,
    body: BODIES[action] ?? (NoteBody as Body),
    ...(action === 'set_auth_code' ? {} : { bodyOptional: true }),
    response: DeliveryView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, caller }, { params, body }) => {
      const target = {
        registrarIanaId: body?.registrar_iana_id,
        registrarAccount: body?.registrar_account,
        authCode: body?.auth_code,
      }
      const acting = { action, actor: caller.actor, note: body?.note, target }
      return readDelivery(deps, tx, await actOnDelivery(deps, tx, params.public_id, acting))
    },
  }),
)

export const operatorRoutes = [get, ...actions]
