// Messages to the buyer of a service-collected order, queued in the transaction of the change that they report.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { isEmail } from '../../../kernel/text/email-address.ts'
import { type OrderStep, queueMail } from '../../mail/index.ts'
import { findHouse } from '../../partners/index.ts'
import { joinClaimLink } from '../rules/purchases.ts'
import type { BuyerOrder } from '../store/claims.ts'
import { buildOrderSecret } from './order-link.ts'

type Needed = Pick<Deps, 'secrets'>

const describe = (order: BuyerOrder) => ({
  domain: order.domainUnicode,
  orderId: order.orderId,
  priceCents: order.priceCents,
  currency: order.currency,
})

/**
 * What a sandbox order causes belongs to its partner, who can read it, and is never sent. A sale of the marketplace belongs to the
 * partner whose link brought the buyer. A live message belongs to its buyer alone: its links open the purchase.
 */
async function address(tx: Tx, order: BuyerOrder): Promise<{ to: string; owner?: Owner }> {
  const { buyerEmail: to, environment, partnerId, referrerId } = order
  if (environment === 'live') return { to }
  const isReferred = referrerId !== null && partnerId === (await findHouse(tx))
  return { to, owner: { partnerId: isReferred ? referrerId : partnerId, environment } }
}

const getFlags = ({ claimedAt, environment }: BuyerOrder) => ({
  isClaimed: claimedAt !== null,
  isTest: environment === 'sandbox',
})

/** The secret that a message carries: with a claim token it opens both the order's page and the claim. */
const buildSecret = (deps: Needed, { orderId }: BuyerOrder, claimToken: string | null): string => {
  const secret = buildOrderSecret(deps, orderId)
  return claimToken === null ? secret : joinClaimLink(secret, claimToken)
}

export async function sendReceipt(
  deps: Needed,
  tx: Tx,
  order: BuyerOrder,
  claimToken: string | null,
  now: Date,
): Promise<void> {
  if (!isEmail(order.buyerEmail)) return
  const data = { ...describe(order), ...getFlags(order), paidAt: order.createdAt, seller: order.sellerName }
  const secret = buildSecret(deps, order, claimToken)
  await queueMail(deps, tx, { ...(await address(tx, order)), template: 'receipt', data, secret }, now)
}

export async function sendClaimLink(
  deps: Needed,
  tx: Tx,
  order: BuyerOrder,
  claimToken: string,
  now: Date,
): Promise<void> {
  if (!isEmail(order.buyerEmail)) return
  const secret = buildSecret(deps, order, claimToken)
  await queueMail(deps, tx, { ...(await address(tx, order)), template: 'claim', data: describe(order), secret }, now)
}

export async function sendProgress(deps: Needed, tx: Tx, order: BuyerOrder, step: OrderStep, now: Date): Promise<void> {
  if (!isEmail(order.buyerEmail)) return
  const data = { ...describe(order), ...getFlags(order), step }
  const secret = buildSecret(deps, order, null)
  await queueMail(deps, tx, { ...(await address(tx, order)), template: 'order_progress', data, secret }, now)
}
