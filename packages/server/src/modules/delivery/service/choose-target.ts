// Where domains go: a partner's setting for all its orders, and a buyer's choice for one.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { isBeforeTransfer, type Order } from '../../orders/index.ts'
import { type DeliveryTarget, findDeliveryTarget } from '../../partners/index.ts'
import { putTarget, replanRefused, type Target } from '../store/deliveries.ts'
import { saveTarget } from '../store/targets.ts'
import { wakeEngine } from './wake.ts'

const REQUIRED = ['registrarIanaId', 'registrarAccount', 'contactEmail'] as const
const FIELDS = {
  registrarIanaId: 'registrar_iana_id',
  registrarAccount: 'registrar_account',
  contactEmail: 'contact_email',
} as const

export type TargetChange = { [Field in keyof DeliveryTarget]?: DeliveryTarget[Field] | undefined }

/** Fields that are left out keep their value. The first time, all but the nameservers are needed. */
export async function changeTarget(tx: Tx, owner: Owner, change: TargetChange, now: Date): Promise<DeliveryTarget> {
  const current = await findDeliveryTarget(tx, owner)
  const missing = REQUIRED.find((field) => change[field] === undefined && current === undefined)
  if (missing) throw invalidField(FIELDS[missing], 'is required, because no delivery target is set yet')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const target = { nameservers: [], ...current, ...given, updatedAt: now } as DeliveryTarget
  await saveTarget(tx, owner, target)
  await replanRefused(tx, owner, now)
  tx.afterCommit(wakeEngine)
  return target
}

type Given = {
  method: string
  registrar_iana_id: number | null
  registrar_account: string | null
  contact_email: string | null
  nameservers: string[]
}

/** A partner's choice for one order that it collected. The buyer chooses for the others. */
export async function correctForOrder(tx: Tx, order: Order, given: Given, now: Date): Promise<void> {
  if (order.paymentModel !== 'partner_collected')
    throw new ApiError('conflict', {
      message: 'The marketplace sold this domain. Its buyer chooses on the order page where to receive it.',
    })
  const target = {
    source: 'order' as const,
    method: given.method === 'auth_code' ? ('auth_code' as const) : ('push' as const),
    registrarIanaId: given.registrar_iana_id,
    registrarAccount: given.registrar_account,
    contactEmail: given.contact_email,
    nameservers: given.nameservers,
  }
  await chooseForOrder(tx, order, target, now)
}

export async function chooseForOrder(tx: Tx, order: Order, target: Target, now: Date): Promise<void> {
  if (!isBeforeTransfer(order) || !(await putTarget(tx, order, target, now)))
    throw new ApiError('conflict', {
      message: 'The transfer of this domain has started, or the order has ended. Its target cannot change now.',
      reason: 'delivery_started',
    })
  tx.afterCommit(wakeEngine)
}
