// Issuing the documents of registrations and renewals, in the transaction that books their payment or their refund.
import type { Tx } from '../../../db/sql.ts'
import type { CheckoutProduct } from '../../../kernel/contracts/checkout-products.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { post, taxJournal, taxReversedJournal } from '../../ledger/index.ts'
import { findTaxSettings } from '../../tax/index.ts'
import { type BuyerFacts, chooseSaleKind } from '../rules/content.ts'
import { formatNumber } from '../rules/numbers.ts'
import { buildPurchaseContent, buildPurchaseCredit, type PurchaseItem } from '../rules/purchase-content.ts'
import { insertDocument } from '../store/documents.ts'
import { findPurchaseDocument } from '../store/facts.ts'
import { findIssuer } from './issue.ts'

export type DocumentedPurchase = {
  purchaseId: Id<'purchase'>
  userId: Id<'user'>
  owner: Owner
  currency: string
}

/** The receipt or invoice, with one line per domain. Its tax is booked with it. */
export async function issuePurchaseDocument(
  tx: Tx,
  { purchaseId, userId, owner, currency }: DocumentedPurchase,
  paid: {
    product: CheckoutProduct
    items: readonly PurchaseItem[]
    buyer: BuyerFacts
    tax: SaleTax | null
    paidAt: Date
  },
): Promise<void> {
  const { buyer, tax, paidAt } = paid
  const settings = await findTaxSettings(tx)
  const issuer = { ...(await findIssuer(tx)), country: settings?.sellerCountry ?? null }
  await insertDocument(tx, {
    id: newId('document', paidAt),
    owner,
    kind: chooseSaleKind({ buyer, tax }),
    journal: `${purchaseId}:paid`,
    subject: { purchaseId, userId },
    currency,
    content: buildPurchaseContent({ ...paid, issuer }),
    issuedAt: paidAt,
  })
  if (tax !== null && tax.taxCents > 0) {
    const { country, taxCents: cents, isAdded } = tax
    await post(tx, owner, taxJournal(purchaseId, { country, currency, cents, isAdded }, 'purchase'), paidAt)
  }
}

/** The credit note of what the registry refused. A purchase from before there were documents has nothing to correct. */
export async function issuePurchaseCredit(
  tx: Tx,
  { purchaseId, userId, owner, currency }: DocumentedPurchase,
  refund: { domains: readonly string[]; refundedCents: number; refundedAt: Date },
): Promise<void> {
  const sale = await findPurchaseDocument(tx, purchaseId)
  if (!sale) return
  const { refundedAt } = refund
  const issuer = await findIssuer(tx)
  const content = buildPurchaseCredit(sale.content, { ...refund, corrects: formatNumber(sale), issuer })
  await insertDocument(tx, {
    id: newId('document', refundedAt),
    owner,
    kind: 'credit_note',
    journal: `${purchaseId}:settled`,
    subject: { purchaseId, userId },
    currency,
    content,
    issuedAt: refundedAt,
  })
  const { tax, totals } = content
  if (tax !== null && totals.tax_cents > 0) {
    const taxed = { country: tax.country, currency, cents: totals.tax_cents, isAdded: tax.added === true }
    const journal = taxReversedJournal(purchaseId, taxed, { owedFor: purchaseId, taxed: 'purchase' })
    await post(tx, owner, journal, refundedAt)
  }
}
