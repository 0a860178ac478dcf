// Delivery for the buyer of an order that the service collected: choose where the domain goes, and see the auth code.
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { REGISTRAR_ACCOUNT_LENGTH_MAX } from '../../../kernel/limits.ts'
import {
  type BuyerDelivery,
  type BuyerOrder,
  isBeforeTransfer,
  isDelivered,
  isReversed,
  lockOrder,
} from '../../orders/index.ts'
import { isChangeable } from '../rules/deliveries.ts'
import { KNOWN_REGISTRARS, nameRegistrar } from '../rules/registrars.ts'
import { type Delivery, findDelivery, type Target } from '../store/deliveries.ts'
import { revealAuthCode } from './auth-code.ts'
import { chooseForOrder } from './choose-target.ts'

const ACCOUNT = /^[!-~]+$/

function describeTarget({ method, registrarIanaId, registrarAccount }: Delivery): string {
  if (method === 'auth_code') return 'You transfer the domain with an auth code.'
  return `We transfer the domain to account ${registrarAccount} at ${nameRegistrar(registrarIanaId ?? 0)}.`
}

const readTarget = (given: { method: string; registrar: string; account: string }): Target => {
  const none = { registrarIanaId: null, registrarAccount: null }
  const target = { source: 'buyer' as const, contactEmail: null, nameservers: [] }
  if (given.method === 'auth_code') return { ...target, ...none, method: 'auth_code' }
  if (given.method !== 'push') throw invalidField('method', 'Choose an account or an auth code.')
  const known = KNOWN_REGISTRARS.find(({ ianaId }) => String(ianaId) === given.registrar)
  if (!known) throw invalidField('registrar', 'Choose your registrar. If it is not in the list, choose an auth code.')
  const account = given.account.trim()
  if (account === '' || account.length > REGISTRAR_ACCOUNT_LENGTH_MAX || !ACCOUNT.test(account))
    throw invalidField('account', 'Enter your account name or number at the registrar, without spaces.')
  return { ...target, method: 'push', registrarIanaId: known.ianaId, registrarAccount: account }
}

export const createBuyerDelivery = (deps: Deps): BuyerDelivery => ({
  async describe(order: BuyerOrder) {
    if (isDelivered(order.status) || isReversed(order.status)) return null
    const delivery = await findDelivery(deps.db, order.orderId)
    const isOpen = isBeforeTransfer(order) && (!delivery || isChangeable(delivery.state))
    if (!delivery && !isOpen) return null
    return {
      chosen: delivery ? describeTarget(delivery) : null,
      isByCode: delivery?.method === 'auth_code',
      problem: delivery?.state === 'refused' ? delivery.lastError : null,
      isOpen,
      isCodeReady: delivery?.method === 'auth_code' && delivery.authCodeExpiresAt !== null,
      registrars: isOpen ? KNOWN_REGISTRARS.map(({ ianaId, name }) => ({ value: String(ianaId), label: name })) : [],
    }
  },
  async choose({ orderId }, given) {
    const target = readTarget(given)
    await deps.db.tx(async (tx) => {
      const order = await lockOrder(tx, null, orderId)
      if (order.paymentModel !== 'service_collected')
        throw new ApiError('conflict', { message: 'Only the buyer of this marketplace chooses here.' })
      await chooseForOrder(tx, order, target, deps.clock.now())
    })
  },
  reveal: ({ orderId, partnerId, environment }, call) =>
    deps.db.tx(async (tx) => {
      const { offsetSeconds } = await lockOrder(tx, { partnerId, environment }, orderId)
      const now = addSeconds(deps.clock.now(), offsetSeconds)
      return (await revealAuthCode(deps, tx, orderId, call, now)).code
    }),
})
