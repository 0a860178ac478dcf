// The transfer of an order on the wire, and the order's own target of the delivery. `transfer_view` renders the former.
import { Named, Nullable, OneOf, type Static, Strict, Timestamp, Type } from '../../../http/schema.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { readNameservers } from '../../domains/index.ts'
import { NameserversInput, targetFields } from '../../partners/index.ts'
import { TRANSFER_STATES } from '../rules/orders.ts'
import { TRANSFER_METHODS } from '../rules/transfers.ts'

const ACTING = ['marketplace', 'partner', 'buyer', 'registrar'] as const

export const TransferMethodName = () =>
  OneOf(TRANSFER_METHODS, {
    title: 'TransferMethod',
    description:
      '`push`: to an account at a registrar. `auth_code`: the buyer transfers the domain with an auth code. ' +
      '`registrar_transfer`: from another registrar first, then to the account.',
  })

export const TransferStateName = (options: { $comment?: string } = {}) =>
  OneOf(TRANSFER_STATES, { title: 'OrderTransferState', ...options })

export const TransferView = Named('OrderTransfer', {
  state: TransferStateName(),
  started_at: Nullable(Timestamp()),
  completed_at: Nullable(Timestamp()),
  method: Nullable(TransferMethodName()),
  registrar: Nullable(Type.Integer({ description: 'IANA ID of the registrar that receives the domain.' })),
  account: Nullable(Type.String({ description: 'Account at the registrar that receives the domain.' })),
  auth_code_available: Type.Boolean({
    description:
      'True if you can get an auth code: a partner with `POST /orders/{public_id}/auth-code`, a buyer on the order page.',
  }),
  auth_code_expires_at: Nullable(Timestamp('When the auth code expires.')),
  attempts: Type.Integer({ minimum: 0, description: 'Commands sent to the registrar for this transfer.' }),
  last_error: Nullable(
    Type.String({ description: 'The last error of the registrar. Null once the domain is delivered.' }),
  ),
  next_step: Nullable(
    Named('NextStep', {
      who: OneOf(ACTING, { title: 'NextStepActor', description: 'Who must act next.' }),
      what: Type.String({ description: 'What they must do.' }),
    }),
  ),
})

export const OrderDeliveryInput = () =>
  Strict(
    {
      method: Type.Optional(
        OneOf(['push', 'auth_code'], {
          description: '`push` (default) needs the registrar and account. `auth_code` needs neither.',
        }),
      ),
      registrar_iana_id: Type.Optional(targetFields.registrar_iana_id),
      registrar_account: Type.Optional(targetFields.registrar_account),
      contact_email: Type.Optional(targetFields.contact_email),
      nameservers: Type.Optional(NameserversInput()),
    },
    { description: 'Where to deliver the domain. Default: the target of `PATCH /delivery`.' },
  )

/** As plan_delivery() stores it; null when the partner's own target applies. */
export function readOrderDelivery(
  delivery: Static<ReturnType<typeof OrderDeliveryInput>> | undefined,
  place = 'delivery.',
) {
  if (delivery === undefined) return null
  const { method = 'push', nameservers } = delivery
  for (const field of ['registrar_iana_id', 'registrar_account'] as const) {
    if (method === 'push' && delivery[field] === undefined)
      throw invalidField(`${place}${field}`, 'is required for a push')
    if (method === 'auth_code' && delivery[field] !== undefined)
      throw invalidField(`${place}${field}`, 'cannot be sent with method auth_code')
  }
  const hosts = nameservers === undefined ? [] : readNameservers(nameservers)
  if (!hosts) throw invalidField(`${place}nameservers`, 'must be distinct hostnames such as ns1.example.net')
  return {
    method,
    registrar_iana_id: delivery.registrar_iana_id ?? null,
    registrar_account: delivery.registrar_account ?? null,
    contact_email: delivery.contact_email ?? null,
    nameservers: hosts,
  }
}
