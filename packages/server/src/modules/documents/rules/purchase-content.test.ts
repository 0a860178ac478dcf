// Documents of registrations and renewals: lines, tax and credit notes add up to the minor unit.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeRefundedTax } from '../../registrations/rules/purchases.ts'
import { addTax, extractTax } from '../../tax/rules.ts'
import type { Issuer } from './content.ts'
import { buildPurchaseContent, buildPurchaseCredit, splitCents } from './purchase-content.ts'

const issuer: Issuer = { name: 'Freehold', address: [], country: 'DE', tax_id: null, email: null }
const paidAt = new Date('2026-03-01T00:00:00Z')

it.each([
  [100, [1, 1, 1], [33, 34, 33]],
  [84, [50, 50], [42, 42]],
  [0, [5, 7], [0, 0]],
])('splits %d by %j into %j', (total, weights, parts) => {
  expect(splitCents(total, weights)).toEqual(parts)
})

it('lines, tax and credit notes of any purchase sum to what was paid and refunded', () => {
  const items = fc.array(fc.record({ priceCents: fc.integer({ min: 1, max: 1_000_000 }), failed: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 5000 }), fc.boolean(), (rows, rateBps, isAdded) => {
      const named = rows.map((row, index) => ({
        ...row,
        domain: `d${index}.com`,
        domainUnicode: `d${index}.com`,
        years: 1,
      }))
      const total = rows.reduce((sum, { priceCents }) => sum + priceCents, 0)
      const taxCents = isAdded ? addTax(total, rateBps) : extractTax(total, rateBps)
      const addedTaxCents = isAdded ? taxCents : 0
      const tax = { country: 'DE', rateBps, reverseCharge: false, vatId: null, taxCents, isAdded }
      const sale = buildPurchaseContent({ product: 'renewal', items: named, buyer: null, tax, issuer, paidAt })
      const gross = total + addedTaxCents
      expect(sale.totals).toEqual({ gross_cents: gross, tax_cents: taxCents, net_cents: gross - taxCents })
      expect(sale.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(sale.totals.net_cents)
      const failed = named.filter((row) => row.failed)
      const priceCents = failed.reduce((sum, row) => sum + row.priceCents, 0)
      const refundedCents = priceCents + computeRefundedTax({ totalCents: total, addedTaxCents }, priceCents)
      const domains = failed.map(({ domain }) => domain)
      const credit = buildPurchaseCredit(sale, { corrects: 'I-1', domains, refundedCents, refundedAt: paidAt, issuer })
      expect(credit.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(credit.totals.net_cents)
      expect(credit.totals.gross_cents).toBe(refundedCents)
      expect(credit.totals.tax_cents).toBeGreaterThanOrEqual(0)
      expect(credit.totals.tax_cents).toBeLessThanOrEqual(sale.totals.tax_cents)
      if (failed.length === named.length) expect(credit.totals).toEqual(sale.totals)
    }),
  )
})
