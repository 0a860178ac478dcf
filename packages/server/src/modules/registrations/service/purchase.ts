// Purchases: opened with their checkout, paid, and settled once the registry has ended every command that they pay for.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { CheckoutProduct, CheckoutProducts } from '../../../kernel/contracts/checkout-products.ts'
import { getAddedTax } from '../../../kernel/contracts/sale-tax.ts'
import { invariant } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { PURCHASE_OPEN_SECONDS } from '../../../kernel/limits.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { checkoutUrl, createPurchaseSession } from '../../checkout/index.ts'
import { oweAfterDisputes } from '../../disputes/index.ts'
import { post, purchasePaidJournal, purchaseSettledJournal } from '../../ledger/index.ts'
import type { CommandKind, CommandParams } from '../rules/commands.ts'
import { computeRefundedTax, PURCHASE_CURRENCY, PURCHASE_MACHINE } from '../rules/purchases.ts'
import { insertCommands } from '../store/commands.ts'
import * as store from '../store/purchases.ts'
import { documentPayment, documentRefund, toOwner } from './document.ts'
import { type Mailing, sendReceipt, sendResult } from './notify-buyer.ts'
import { wakeEngine } from './wake.ts'

export type PurchaseDeps = Pick<Deps, 'clock' | 'config' | 'payments' | 'secrets'>

export type Item = { domain: string; kind: CommandKind; params: CommandParams; priceCents: number }

export type NewPurchase = {
  userId: Id<'user'>
  /** Fills in the form of the checkout. */
  buyer: { email: string; name: string | null; country: string | null }
  product: CheckoutProduct
  bulkId: Id<'bulkRun'> | null
  items: readonly [Item, ...Item[]]
  /** Where the buyer goes on after paying, and without paying: paths of our own pages. */
  returnPath: string
  cancelPath: string
}

export type OpenedPurchase = {
  id: Id<'purchase'>
  checkoutUrl: string
  totalCents: number
  currency: string
  expiresAt: Date
}

export async function openPurchase(deps: PurchaseDeps, tx: Tx, input: NewPurchase): Promise<OpenedPurchase> {
  const { userId, product, bulkId, items } = input
  const { baseUrl } = deps.config
  const now = deps.clock.now()
  const id = newId('purchase', now)
  const totalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const expiresAt = addSeconds(now, PURCHASE_OPEN_SECONDS)
  const session = await createPurchaseSession(deps, tx, {
    purchaseId: id,
    product,
    domain: items[0].domain,
    title: items.length === 1 ? items[0].domain : `${items.length} domains`,
    priceCents: totalCents,
    currency: PURCHASE_CURRENCY,
    buyer: input.buyer,
    returnUrl: `${baseUrl}${input.returnPath}`,
    cancelUrl: `${baseUrl}${input.cancelPath}`,
    expiresAt,
  })
  const purchase = { id, userId, product, currency: PURCHASE_CURRENCY, totalCents, sessionId: session.id, bulkId }
  await store.insertPurchase(tx, purchase, now)
  const commands = items.map((item) => ({
    ...item,
    id: newId('registryCommand', now),
    ownerId: userId,
    state: 'unpaid' as const,
    bulkId,
    purchaseId: id,
  }))
  await insertCommands(tx, commands, now)
  return { id, checkoutUrl: session.url, totalCents, currency: PURCHASE_CURRENCY, expiresAt }
}

/** Where an open purchase is paid; null when that is no longer possible. The checkout was opened with the purchase. */
export function findCheckoutUrl(deps: PurchaseDeps, purchase: store.Purchase): string | null {
  const expiresAt = addSeconds(purchase.createdAt, PURCHASE_OPEN_SECONDS)
  if (purchase.state !== 'open' || expiresAt <= deps.clock.now()) return null
  return checkoutUrl(deps, { id: purchase.sessionId, expiresAt })
}

type Paid = Parameters<CheckoutProducts<Db, Tx>['paid']>[1]

async function payPurchase(deps: Mailing, tx: Tx, paid: Paid, now: Date): Promise<boolean> {
  const purchase = await store.lockPurchase(tx, paid.purchaseId)
  if (!purchase || nextState(PURCHASE_MACHINE, purchase.state, 'pay') === null) return false
  if (purchase.totalCents !== paid.priceCents || purchase.currency !== paid.currency) return false
  const commands = await store.listPurchaseCommands(tx, [purchase.id])
  const names = commands.flatMap(({ kind, domain }) => (kind === 'register' ? [domain] : []))
  if (names.length > 0 && (await store.isNameTaken(tx, names))) return false
  const addedTaxCents = getAddedTax(paid.tax)
  const change = { state: PURCHASE_MACHINE.pay.to, paymentId: paid.paymentId, addedTaxCents }
  await store.savePurchase(tx, purchase.id, change, now)
  await store.queueCommands(tx, purchase.id, now)
  const owner = await toOwner(tx)
  await post(tx, owner, purchasePaidJournal(purchase.id, purchase.currency, purchase.totalCents), now)
  await sendReceipt(deps, tx, { ...purchase, addedTaxCents }, commands, now)
  await documentPayment(tx, owner, purchase, { commands, tax: paid.tax, paidAt: now })
  tx.afterCommit(wakeEngine)
  return true
}

export const createCheckoutProducts = (getDeps: () => Mailing): CheckoutProducts<Db, Tx> => ({
  async listLines(db, purchaseId) {
    const commands = await store.listPurchaseCommands(db, [purchaseId])
    return commands.map(({ domain, params, priceCents }) => ({
      domain,
      years: params.years ?? 1,
      priceCents: priceCents ?? 0,
    }))
  },
  paid: (tx, paid, now) => payPurchase(getDeps(), tx, paid, now),
})

/** After each command that ended: with the last one, what was done is earned, and the rest goes back to the buyer. */
export async function settlePurchase(deps: Mailing, tx: Tx, id: Id<'purchase'>, now: Date): Promise<void> {
  const purchase = await store.lockPurchase(tx, id)
  invariant(purchase && purchase.paymentId !== null, 'a command of a purchase runs once it is paid')
  const { open, doneCents } = await store.sumCommands(tx, id)
  if (open > 0 || nextState(PURCHASE_MACHINE, purchase.state, 'settle') === null) return
  const { totalCents, currency, paymentId } = purchase
  const refundedCents = totalCents - doneCents
  const refundedTaxCents = computeRefundedTax(purchase, refundedCents)
  const owner = await toOwner(tx)
  await store.savePurchase(tx, id, { state: PURCHASE_MACHINE.settle.to, refundedCents, refundedTaxCents }, now)
  await post(tx, owner, purchaseSettledJournal(id, currency, { totalCents, refundedCents }), now)
  const amountCents = refundedCents + refundedTaxCents
  const owed = { subject: id, paymentId, ...owner, amountCents, currency }
  const disputedCents = amountCents > 0 ? await oweAfterDisputes(tx, owed, now) : 0
  const commands = await store.listPurchaseCommands(tx, [id])
  const settled = { ...purchase, refundedCents, refundedTaxCents }
  await sendResult(deps, tx, settled, { commands, disputedCents }, now)
  await documentRefund(tx, owner, settled, commands, now)
}
