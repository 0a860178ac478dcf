// What the documents of registrations and renewals say: one line per domain, and credit notes for what the registry refused.
import type { CheckoutProduct } from '../../../kernel/contracts/checkout-products.ts'
import { getAddedTax, type SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { invariant } from '../../../kernel/errors.ts'
import { type BuyerFacts, type Content, type Issuer, type Line, toRecipient, toTaxLine, toTotals } from './content.ts'

export type PurchaseItem = { domain: string; domainUnicode: string; years: number; priceCents: number }

export type PurchaseFacts = {
  product: CheckoutProduct
  items: readonly PurchaseItem[]
  buyer: BuyerFacts
  tax: SaleTax | null
  issuer: Issuer
  paidAt: Date
}

/** Parts in proportion to the weights, which sum to the total. Each is rounded by less than one minor unit. */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  invariant(whole > 0n, 'there is something to split by')
  let sum = 0n
  let before = 0n
  return weights.map((weight) => {
    sum += BigInt(weight)
    const upTo = (2n * BigInt(totalCents) * sum + whole) / (2n * whole)
    const part = upTo - before
    before = upTo
    return Number(part)
  })
}

const NAMES: Record<CheckoutProduct, string> = { registration: 'Registration', renewal: 'Renewal' }
const describeItem = (product: CheckoutProduct, years: number): string =>
  `${NAMES[product]}, ${years} ${years === 1 ? 'year' : 'years'}`

/**
 * The lines are net. The tax of the whole purchase is rounded once; if the prices include it, it is taken off the lines in proportion.
 */
export function buildPurchaseContent(purchase: PurchaseFacts): Content {
  const { product, items, tax } = purchase
  const prices = items.map(({ priceCents }) => priceCents)
  const totals = toTotals(
    prices.reduce((sum, price) => sum + price, getAddedTax(tax)),
    tax?.taxCents ?? 0,
  )
  const amounts = splitCents(totals.net_cents, prices)
  return {
    version: 1,
    issuer: purchase.issuer,
    recipient: toRecipient(purchase.buyer),
    sold_through: null,
    supplied_at: purchase.paidAt.toISOString(),
    corrects: null,
    lines: items.map(({ domain, domainUnicode, years }, index) => ({
      description: describeItem(product, years),
      domain,
      domain_unicode: domainUnicode,
      amount_cents: amounts[index] ?? 0,
    })),
    tax: tax && toTaxLine(tax),
    totals,
    statement: null,
  }
}

export type PurchaseCreditFacts = {
  corrects: string
  /** What the registry refused. */
  domains: readonly string[]
  /** What the buyer gets back, with its tax. */
  refundedCents: number
  refundedAt: Date
  issuer: Issuer
}

/** Takes back whole lines of the sale, so each domain is credited with what it was charged. */
export function buildPurchaseCredit(sale: Content, refund: PurchaseCreditFacts): Content {
  const lines: Line[] = sale.lines
    .filter(({ domain }) => domain !== null && refund.domains.includes(domain))
    .map((line) => ({ ...line, description: `Refund: ${line.description}` }))
  const netCents = lines.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  return {
    ...sale,
    issuer: refund.issuer,
    supplied_at: refund.refundedAt.toISOString(),
    corrects: refund.corrects,
    lines,
    totals: toTotals(refund.refundedCents, refund.refundedCents - netCents),
  }
}
