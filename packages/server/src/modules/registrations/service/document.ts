// Documents of purchases: the receipt or invoice with the payment, the credit note with the refund, and those that are missing.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { newId } from '../../../kernel/ids.ts'
import { DOCUMENT_REPAIR_SECONDS, PURCHASE_OPEN_SECONDS } from '../../../kernel/limits.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { toUnicodeDomain } from '../../../kernel/text/domain-name.ts'
import { issuePurchaseCredit, issuePurchaseDocument } from '../../documents/index.ts'
import { requireHouse } from '../../partners/index.ts'
import { computeIncludedTax, findTaxSettings } from '../../tax/index.ts'
import type { Command } from '../store/commands.ts'
import * as store from '../store/purchases.ts'

const BATCH = 100

export const toOwner = async (tx: Tx): Promise<Owner> => ({ partnerId: await requireHouse(tx), environment: 'live' })

const describePurchase = ({ id: purchaseId, userId, currency }: store.Purchase, owner: Owner) => ({
  purchaseId,
  userId,
  currency,
  owner,
})

/** Call it late: the next number of the series stays locked until the transaction ends. */
export async function documentPayment(
  tx: Tx,
  owner: Owner,
  purchase: store.Purchase,
  { commands, tax, paidAt }: { commands: readonly Command[]; tax: SaleTax | null; paidAt: Date },
): Promise<void> {
  const items = commands.map(({ domain, params, priceCents }) => ({
    domain,
    domainUnicode: toUnicodeDomain(domain),
    years: params.years ?? 1,
    priceCents: priceCents ?? 0,
  }))
  const buyer = await store.findBuyer(tx, purchase.sessionId)
  await issuePurchaseDocument(tx, describePurchase(purchase, owner), {
    product: purchase.product,
    items,
    buyer,
    tax,
    paidAt,
  })
}

/** One line for each domain that the registry refused. */
export async function documentRefund(
  tx: Tx,
  owner: Owner,
  purchase: store.Purchase,
  commands: readonly Command[],
  refundedAt: Date,
): Promise<void> {
  const refundedCents = purchase.refundedCents + purchase.refundedTaxCents
  if (refundedCents === 0) return
  const domains = commands.flatMap(({ state, domain }) => (state === 'failed' ? [domain] : []))
  await issuePurchaseCredit(tx, describePurchase(purchase, owner), { domains, refundedCents, refundedAt })
}

/** One transaction each; the lock of the purchase makes two processes take turns, and the second finds nothing missing. */
async function issueOne(deps: Pick<Deps, 'db'>, id: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const purchase = await store.lockPurchase(tx, id)
    const missing = await store.findUndocumented(tx, id)
    if (!purchase || !missing) return
    const owner = await toOwner(tx)
    const commands = await store.listPurchaseCommands(tx, [id])
    if (!missing.hasSaleDocument) {
      const buyer = await store.findBuyer(tx, purchase.sessionId)
      const tax = computeIncludedTax(await findTaxSettings(tx), buyer, purchase.totalCents)
      await documentPayment(tx, owner, purchase, { commands, tax, paidAt: missing.paidAt })
    }
    if (!missing.hasCreditNote) await documentRefund(tx, owner, purchase, commands, purchase.updatedAt)
  })
}

/** During a rollout, processes of the release before book payments without documents. */
export async function issueMissingDocuments(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const seconds = DOCUMENT_REPAIR_SECONDS + PURCHASE_OPEN_SECONDS
  const from = newId('purchase', addSeconds(deps.clock.now(), -seconds))
  for (const id of await store.listUndocumented(deps.db, from, BATCH)) await issueOne(deps, id)
}
