// Delivery for partners: where their domains go, and the auth code of an order.
import { defineRoute } from '../../http/define-route.ts'
import { isoTime, Named, Nullable, Strict, Timestamp, Type } from '../../http/schema.ts'
import { ApiError, invalidField, invariant } from '../../kernel/errors.ts'
import { NAMESERVERS_MAX } from '../../kernel/limits.ts'
import { readNameservers } from '../domains/index.ts'
import {
  asOrderDetail,
  findOrderJson,
  lockOrder,
  OrderDeliveryInput,
  OrderDetailView,
  readOrderDelivery,
} from '../orders/index.ts'
import { DeliveryTargetView, deliveryTargetView, findDeliveryTarget, targetFields } from '../partners/index.ts'
import { revealAuthCode } from './service/auth-code.ts'
import { changeTarget, correctForOrder } from './service/choose-target.ts'

const DeliverySettingsView = Named('DeliverySettings', { delivery: Nullable(DeliveryTargetView) })

const get = defineRoute({
  id: 'delivery.get',
  area: 'partner',
  method: 'GET',
  path: '/delivery',
  scope: null,
  summary: 'Get your delivery target',
  description: 'Returns where your domains are delivered in this environment.',
  returns: 'The delivery target. Null if none is set.',
  response: DeliverySettingsView,
  readsAhead: true,
  handle: async ({ db, caller }) => {
    const target = await findDeliveryTarget(db, caller)
    return { delivery: target ? deliveryTargetView(target) : null }
  },
})

const change = defineRoute({
  id: 'delivery.change',
  area: 'partner',
  method: 'PATCH',
  path: '/delivery',
  scope: 'buy',
  summary: 'Set your delivery target',
  description:
    'Sets the registrar account that receives your domains in this environment. Fields you leave out keep their value. The ' +
    'first time, send `registrar_iana_id`, `registrar_account` and `contact_email`. It applies to orders whose transfer has ' +
    'not started. `delivery` in `POST /orders` overrides it for one order.',
  returns: 'The delivery target.',
  body: Strict(
    {
      registrar_iana_id: Type.Optional(targetFields.registrar_iana_id),
      registrar_account: Type.Optional(targetFields.registrar_account),
      contact_email: Type.Optional(targetFields.contact_email),
      nameservers: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
          maxItems: NAMESERVERS_MAX,
          description: 'Nameservers to set before the transfer, at least two. An empty list leaves them unchanged.',
        }),
      ),
    },
    { minProperties: 1 },
  ),
  response: DeliverySettingsView,
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const { nameservers } = body
    const hosts = nameservers === undefined ? undefined : readNameservers(nameservers)
    if (hosts === null || hosts?.length === 1)
      throw invalidField('nameservers', 'must be at least two distinct hostnames such as ns1.example.net')
    const target = await changeTarget(
      tx,
      caller,
      {
        registrarIanaId: body.registrar_iana_id,
        registrarAccount: body.registrar_account,
        contactEmail: body.contact_email,
        nameservers: hosts,
      },
      now,
    )
    return { delivery: deliveryTargetView(target) }
  },
})

const reveal = defineRoute({
  id: 'orders.auth_code',
  area: 'partner',
  method: 'POST',
  path: '/orders/{public_id}/auth-code',
  scope: 'buy',
  idempotencyKey: 'ignored',
  summary: 'Get the auth code of an order',
  description:
    'Returns the auth code while `transfer.auth_code_available` is true. Use it at a registrar to transfer the domain. Each ' +
    'call is recorded in the audit log, without the code. The response is not stored, so `Idempotency-Key` has no effect. ' +
    'Otherwise, and for live orders that the marketplace collected: 409 `auth_code_unavailable`.',
  returns: 'The auth code.',
  params: Strict({ public_id: Type.String() }),
  response: Named('AuthCode', {
    auth_code: Type.String({ description: 'The auth code. Treat it like a password.' }),
    auth_code_expires_at: Timestamp('When the auth code expires.'),
  }),
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now, requestId, path }, { params }) => {
    const { id, environment, paymentModel } = await lockOrder(tx, caller, params.public_id)
    if (environment === 'live' && paymentModel === 'service_collected')
      throw new ApiError('conflict', {
        message: 'The marketplace sold this domain. Its buyer gets the auth code on the order page.',
        reason: 'auth_code_unavailable',
      })
    const actor = caller.credential ? `key:${caller.credential.keyId}` : `partner:${caller.partnerId}`
    const call = { actor, requestId, method: 'POST', path }
    const { code, expiresAt } = await revealAuthCode(deps, tx, id, call, now)
    return { auth_code: code, auth_code_expires_at: isoTime(expiresAt) }
  },
})

const correct = defineRoute({
  id: 'orders.delivery',
  area: 'partner',
  method: 'PATCH',
  path: '/orders/{public_id}/delivery',
  scope: 'buy',
  summary: 'Correct where an order is delivered',
  description:
    'Sets the target of one order that you collected, before its transfer starts or after the registrar rejected it. It ' +
    'replaces `delivery` of `POST /orders`. 409 `delivery_started` while the transfer is in progress and after it.',
  returns: 'The order.',
  params: Strict({ public_id: Type.String() }),
  body: OrderDeliveryInput(),
  response: OrderDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { params, body }) => {
    const order = await lockOrder(tx, caller, params.public_id)
    const given = readOrderDelivery(body, '')
    invariant(given, 'the body is required')
    await correctForOrder(tx, order, given, now)
    const changed = await findOrderJson(tx, caller, order.id)
    invariant(changed, 'the order is locked')
    return asOrderDetail(changed)
  },
})

export const partnerRoutes = [get, change, reveal, correct]
