// Use cases of referred sales: attribute a sale, let its commission ripen, take it back, pay it out.
import type { Tx } from '../../../db/sql.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import { computeShare } from '../../../kernel/money.ts'
import type { Owner } from '../../../kernel/owner.ts'
import {
  post,
  type Referral,
  referralAccruedJournal,
  referralPendingJournal,
  referralReversedJournal,
} from '../../ledger/index.ts'
import {
  type CommissionCategory,
  computeEffect,
  type Dealing,
  isCode,
  MATURITY_SECONDS,
  maskEmail,
  noCommissionReason,
} from '../rules.ts'
import { insertEntry } from '../store/commission.ts'
import type { ReferredSale } from '../store/sales.ts'
import * as store from '../store/sales.ts'

const toReferral = (sale: Pick<ReferredSale, 'id' | 'partnerId' | 'currency' | 'commissionCents'>): Referral => ({
  saleId: sale.id,
  partnerId: sale.partnerId,
  currency: sale.currency,
  cents: sale.commissionCents,
})

/** The entry that a sale's commission takes next, and the same in the sale's own row. */
async function enter(
  tx: Tx,
  sale: Pick<ReferredSale, 'id' | 'partnerId' | 'environment' | 'currency' | 'commissionCents'>,
  category: CommissionCategory,
  at: Date,
  from?: 'accrued' | 'pending',
): Promise<void> {
  const { partnerId, environment, currency, commissionCents } = sale
  const effect = computeEffect(category, commissionCents, from)
  const id = newId('commissionEntry', at)
  await insertEntry(tx, {
    id,
    partnerId,
    environment,
    currency,
    category,
    effect,
    saleId: sale.id,
    payoutId: null,
    createdAt: at,
  })
}

export type NewSale = {
  /** Who sells: the order's partner and environment. */
  owner: Owner
  orderId: string
  amountCents: number
  currency: string
  buyer: { email: string; country?: string | null | undefined } | null
  /** The account that the buyer was signed in with at the checkout. */
  buyerUserId?: string | null | undefined
  /** The link that the checkout session names. It wins over the visitor's cookie. */
  linkId: string | null
  /** What the visitor's cookie says: the code of the link clicked last. */
  cookieCode: string | null
  /** Real time; records are stamped on the clock of the link's partner. */
  real: Date
}

function toLinkReference(sale: NewSale): { id: string } | { code: string } | null {
  if (sale.linkId !== null) return isId('link', sale.linkId) ? { id: sale.linkId } : null
  return sale.cookieCode !== null && isCode(sale.cookieCode) ? { code: sale.cookieCode } : null
}

/** Everyone who is known to be on a side of the sale. */
const toDealing = (sale: NewSale, link: store.Attribution): Dealing => ({
  affiliate: link.affiliate,
  ownLink: link.partnerId === sale.owner.partnerId,
  seller: {
    userIds: [...link.sellingPartner.userIds, ...link.domainSeller.userIds],
    emails: [...link.sellingPartner.emails, ...link.domainSeller.emails],
  },
  buyer: { userIds: sale.buyerUserId ? [sale.buyerUserId] : [], emails: sale.buyer ? [sale.buyer.email] : [] },
})

/**
 * Writes the referred sale, its accrued commission and the journal, in the transaction of the payment. A sale between the
 * affiliate and itself counts and earns no commission; the sale says why. An unknown or inactive link, and an order that was
 * attributed before, change nothing.
 */
export async function attributeSale(tx: Tx, input: NewSale): Promise<void> {
  const by = toLinkReference(input)
  const link = by && (await store.findAttribution(tx, input, by))
  if (!link) return
  const reason = noCommissionReason(toDealing(input, link))
  const commissionBps = reason === null ? link.referralBps : 0
  const commissionCents = computeShare(input.amountCents, commissionBps)
  const at = addSeconds(input.real, link.offsetSeconds)
  const sale = {
    id: newId('sale', at),
    partnerId: link.partnerId,
    environment: input.owner.environment,
    linkId: link.linkId,
    orderId: input.orderId,
    amountCents: input.amountCents,
    currency: input.currency,
    commissionBps,
    commissionCents,
    category: commissionCents > 0 ? ('accrued' as const) : null,
    noCommissionReason: reason,
    buyerEmail: input.buyer ? maskEmail(input.buyer.email) : null,
    buyerCountry: input.buyer?.country ?? null,
    createdAt: at,
  }
  if (!(await store.insertSale(tx, sale)) || sale.category === null) return
  await post(tx, sale, referralAccruedJournal(toReferral(sale)), at)
  await enter(tx, sale, 'accrued', at)
}

/** The order was delivered: from now on its commission ripens. `at` is on the seller's clock. */
export async function onDelivered(tx: Tx, orders: readonly { orderId: string; at: Date }[]): Promise<void> {
  const times = new Map(orders.map(({ orderId, at }) => [orderId, at]))
  for (const sale of await store.lockSalesByOrders(tx, [...times.keys()])) {
    const at = times.get(sale.orderId)
    if (!at || sale.deliveredAt !== null) continue
    const deliveredAt = addSeconds(at, sale.aheadSeconds)
    await store.setDelivered(tx, sale.id, deliveredAt, addSeconds(deliveredAt, MATURITY_SECONDS))
  }
}

/**
 * The order was refunded or cancelled. What had only accrued is simply taken back; what was payable, on its way or paid
 * becomes a negative line that the next payout nets.
 */
export async function onReversed(tx: Tx, orderId: string, at: Date): Promise<void> {
  const sale = await store.lockSaleByOrder(tx, orderId)
  if (!sale || sale.category === null || sale.category === 'reversed') return
  const from = sale.category === 'accrued' ? 'accrued' : 'pending'
  const stamped = addSeconds(at, sale.aheadSeconds)
  await post(tx, sale, referralReversedJournal(toReferral(sale), from), stamped)
  await enter(tx, sale, 'reversed', stamped, from)
  await store.setCategory(tx, sale.id, 'reversed')
}

/** Commission whose time has come is payable. Answers how many; of one owner, or of everybody. */
export async function matureCommissions(tx: Tx, owner: Owner | null, real: Date, limit: number): Promise<number> {
  const sales = await store.lockMatured(tx, owner, real, limit)
  for (const sale of sales) {
    const at = sale.availableAt ?? real
    await post(tx, sale, referralPendingJournal(toReferral(sale)), at)
    await enter(tx, sale, 'pending', at)
    await store.setCategory(tx, sale.id, 'pending')
  }
  return sales.length
}

// ---------------------------------------------------------------- payouts

export type ReferralPayout = Owner & { payoutId: string; currency: string; cents: number }

/** A payout of kind referral was made: what was payable travels with it. Its journal is the payout's own. */
export const onPayoutCreated = (tx: Tx, payout: ReferralPayout): Promise<void> =>
  store.bindToPayout(tx, payout, payout.currency, payout.payoutId)

/** The money arrived: one entry for the payout, and its sales are paid out. `at` is on the partner's clock. */
export async function onPayoutPaid(tx: Tx, payout: ReferralPayout, at: Date): Promise<void> {
  const { partnerId, environment, currency, payoutId, cents } = payout
  await store.setPaidOut(tx, payoutId)
  const effect = computeEffect('paid_out', cents)
  const id = newId('commissionEntry', at)
  await insertEntry(tx, {
    id,
    partnerId,
    environment,
    currency,
    category: 'paid_out',
    effect,
    saleId: null,
    payoutId,
    createdAt: at,
  })
}

/** It did not arrive: everything is payable again, with the next one. */
export const onPayoutFailed = (tx: Tx, payoutId: string): Promise<void> => store.freeFromPayout(tx, payoutId)
