// What a document says: parties, lines, tax and totals. It is frozen when the document is issued.
import { getAddedTax, type SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import type { DocumentKind } from './numbers.ts'

/** Who issues documents: the marketplace. */
export type Issuer = {
  name: string
  /** Lines of the postal address. */
  address: string[]
  country: string | null
  tax_id: string | null
  email: string | null
}

export type Recipient = {
  name: string | null
  company: string | null
  email: string | null
  country: string | null
  vat_id: string | null
}

export type Line = { description: string; domain: string | null; domain_unicode: string | null; amount_cents: number }

/** The tax of a sale. A VAT ID is recorded as the buyer typed it. */
export type TaxLine = {
  country: string
  rate_bps: number
  reverse_charge: boolean
  vat_id: string | null
  vat_id_verified: false
  /** Whether it was charged on top of the price. Absent in documents from before there were net prices: the price included it. */
  added?: boolean
}

export type StatementTotals = {
  period_start: string
  period_end: string
  due_at: string | null
  orders_count: number
  gross_sold_cents: number
  commission_retained_cents: number
  adjustments_cents: number
  amount_owed_cents: number
  commission_earned_cents: number
}

export type Content = {
  version: 1
  issuer: Issuer
  recipient: Recipient
  /** The partner whose shop or checkout link sold the domain; null if the marketplace did. */
  sold_through: string | null
  /** When the sale was paid, the refund made, or the statement closed. */
  supplied_at: string
  /** The number of the document that a credit note corrects. */
  corrects: string | null
  lines: Line[]
  tax: TaxLine | null
  totals: { net_cents: number; tax_cents: number; gross_cents: number }
  statement: StatementTotals | null
}

export type BuyerFacts = {
  email: string
  name: string | null
  country: string | null
  company?: string
  vat_id?: string
} | null

export type SaleFacts = {
  domain: string
  domainUnicode: string
  priceCents: number
  paidAt: Date
  buyer: BuyerFacts
  tax: SaleTax | null
  issuer: Issuer
  soldThrough: string | null
}

export const toRecipient = (buyer: BuyerFacts): Recipient => ({
  name: buyer?.name ?? null,
  company: buyer?.company ?? null,
  email: buyer?.email ?? null,
  country: buyer?.country ?? null,
  vat_id: buyer?.vat_id ?? null,
})

export const toTotals = (grossCents: number, taxCents: number): Content['totals'] => ({
  net_cents: grossCents - taxCents,
  tax_cents: taxCents,
  gross_cents: grossCents,
})

/** A business needs an invoice, and so does a sale with tax. Anyone else gets a receipt. */
export const chooseSaleKind = ({ buyer, tax }: Pick<SaleFacts, 'buyer' | 'tax'>): 'receipt' | 'invoice' =>
  tax !== null || buyer?.company !== undefined || buyer?.vat_id !== undefined ? 'invoice' : 'receipt'

export const toTaxLine = ({ country, rateBps, reverseCharge, vatId, isAdded }: SaleTax): TaxLine => ({
  country,
  rate_bps: rateBps,
  reverse_charge: reverseCharge,
  vat_id: vatId,
  vat_id_verified: false,
  added: isAdded,
})

export function buildSaleContent(sale: SaleFacts): Content {
  const { domain, domainUnicode, priceCents, tax } = sale
  const totals = toTotals(priceCents + getAddedTax(tax), tax?.taxCents ?? 0)
  const line = { description: 'Domain', domain, domain_unicode: domainUnicode, amount_cents: totals.net_cents }
  return {
    version: 1,
    issuer: sale.issuer,
    recipient: toRecipient(sale.buyer),
    sold_through: sale.soldThrough,
    supplied_at: sale.paidAt.toISOString(),
    corrects: null,
    lines: [line],
    tax: tax && toTaxLine(tax),
    totals,
    statement: null,
  }
}

/** The tax in a part of what was paid, rounded once. All of it is all of the tax. */
export const taxOfPart = (
  { gross_cents: grossCents, tax_cents: taxCents }: Content['totals'],
  partCents: number,
): number => {
  if (grossCents === 0) return 0
  const [gross, tax, part] = [BigInt(grossCents), BigInt(taxCents), BigInt(partCents)]
  return Number((2n * tax * part + gross) / (2n * gross))
}

export type CreditFacts = {
  /** The number of the sale's document. */
  corrects: string
  refundedCents: number
  /** What earlier credit notes of the same sale gave back. */
  creditedCents: number
  refundedAt: Date
  issuer: Issuer
}

/**
 * A refund of all or part of a sale, to the same parties. Amounts are positive: they are what the buyer gets back. The tax of several
 * parts adds up to the tax of the sale.
 */
export function buildCreditContent(sale: Content, refund: CreditFacts): Content {
  const { refundedCents, creditedCents } = refund
  const taxCents = taxOfPart(sale.totals, creditedCents + refundedCents) - taxOfPart(sale.totals, creditedCents)
  const totals = toTotals(refundedCents, taxCents)
  return {
    ...sale,
    issuer: refund.issuer,
    supplied_at: refund.refundedAt.toISOString(),
    corrects: refund.corrects,
    lines: sale.lines.slice(0, 1).map((line) => ({ ...line, description: 'Refund', amount_cents: totals.net_cents })),
    totals,
  }
}

export type StatementFacts = {
  partnerName: string
  issuer: Issuer
  closedAt: Date
  totals: StatementTotals
}

/** Lines that add up to the amount owed. The orders of a statement are its lines in the settlement, which never change either. */
export function buildStatementContent({ partnerName, issuer, closedAt, totals }: StatementFacts): Content {
  const line = (description: string, cents: number): Line => ({
    description,
    domain: null,
    domain_unicode: null,
    amount_cents: cents,
  })
  return {
    version: 1,
    issuer,
    recipient: { name: partnerName, company: null, email: null, country: null, vat_id: null },
    sold_through: null,
    supplied_at: closedAt.toISOString(),
    corrects: null,
    lines: [
      line('Sales you collected', totals.gross_sold_cents),
      line('Commission you kept', -totals.commission_retained_cents),
      line('Adjustments', totals.adjustments_cents),
    ],
    tax: null,
    totals: toTotals(totals.amount_owed_cents, 0),
    statement: totals,
  }
}

export type SellerStatementFacts = {
  email: string | null
  issuer: Issuer
  openingCents: number
  /** Movements of the balance, oldest first. */
  lines: readonly Line[]
  statedAt: Date
}

/** Lines that add up to the balance. The first one is the balance of the statement before. */
export function buildSellerContent({ email, issuer, openingCents, lines, statedAt }: SellerStatementFacts): Content {
  const opening = { description: 'Balance before', domain: null, domain_unicode: null, amount_cents: openingCents }
  const all = [opening, ...lines]
  return {
    version: 1,
    issuer,
    recipient: { name: null, company: null, email, country: null, vat_id: null },
    sold_through: null,
    supplied_at: statedAt.toISOString(),
    corrects: null,
    lines: all,
    tax: null,
    totals: toTotals(
      all.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
      0,
    ),
    statement: null,
  }
}

export const DOCUMENT_TITLES: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  commission_statement: 'Commission statement',
  seller_statement: 'Seller statement',
}
