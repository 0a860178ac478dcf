// The secret links of a buyer: the order's page, and the link that claims the purchase.
import type { Deps } from '../../../deps.ts'
import type { Id } from '../../../kernel/ids.ts'
import { orderSecret, readOrderSecret } from '../rules/purchases.ts'

type Needed = Pick<Deps, 'secrets'>

/** Deriving is slow enough to do it once. */
const keys = new WeakMap<Deps['secrets'], Buffer>()

function getKey(secrets: Deps['secrets']): Buffer {
  let key = keys.get(secrets)
  if (!key) {
    key = secrets.deriveKey('order-link')
    keys.set(secrets, key)
  }
  return key
}

export const buildOrderSecret = ({ secrets }: Needed, orderId: Id<'order'>): string =>
  orderSecret(getKey(secrets), orderId)

/** The order's page, for the buyer alone. */
export const buildOrderPath = (deps: Needed, orderId: Id<'order'>): string =>
  `/orders/${buildOrderSecret(deps, orderId)}`

export const parseOrderSecret = ({ secrets }: Needed, text: string): Id<'order'> | null =>
  readOrderSecret(getKey(secrets), text)
