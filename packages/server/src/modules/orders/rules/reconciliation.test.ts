// Reconciling: sums per currency, what counts as zero, and what is a difference.
import { describe, expect, it } from 'vitest'
import { type Asked, findRepeated, type ReconciledOrder, reconcile } from './reconciliation.ts'

let serial = 0
const order = (reference: string, over: Partial<ReconciledOrder> = {}): ReconciledOrder => ({
  id: `ord_${serial++}`,
  reference,
  domain: 'a.com',
  salePriceCents: 100,
  currency: 'USD',
  status: 'EXTERNALLY_PAID',
  ...over,
})
const bare = (reference: string): Asked => ({ reference, expected: null })
const charged = (reference: string, amountCents: number, currency = 'USD'): Asked => ({
  reference,
  expected: { amountCents, currency },
})
const brief = ({ reference, currency, amountCents, orders }: ReturnType<typeof reconcile>['matched'][number]) => [
  reference,
  currency,
  amountCents,
  orders.length,
]

describe('a reference without an amount', () => {
  it('is matched with a row for each currency, or missing', () => {
    const orders = [order('cart'), order('cart', { salePriceCents: 250 }), order('cart', { currency: 'EUR' })]
    const { matched, missing, mismatched } = reconcile([bare('gone'), bare('cart')], orders)
    expect(matched.map(brief)).toEqual([
      ['cart', 'USD', 350, 2],
      ['cart', 'EUR', 100, 1],
    ])
    expect([missing, mismatched]).toEqual([['gone'], []])
  })

  it.each(['REFUNDED', 'CANCELLED'] as const)('shows an order that is %s and counts it as zero', (status) => {
    expect(reconcile([bare('c')], [order('c', { status }), order('c')]).matched.map(brief)).toEqual([
      ['c', 'USD', 100, 2],
    ])
  })
})

describe('a reference with an amount', () => {
  it('is matched to the cent and mismatched otherwise', () => {
    expect(reconcile([charged('c', 200)], [order('c'), order('c')]).matched.map(brief)).toEqual([['c', 'USD', 200, 2]])
    for (const amount of [199, 201, 0])
      expect(reconcile([charged('c', amount)], [order('c'), order('c')]).mismatched).toMatchObject([
        { expectedCents: amount, amountCents: 200 },
      ])
  })

  it('is mismatched when its orders are in another currency, in both', () => {
    const { matched, mismatched } = reconcile([charged('c', 100, 'EUR')], [order('c')])
    expect(matched).toEqual([])
    expect(mismatched.map((sum) => [sum.currency, sum.expectedCents, sum.amountCents, sum.orders.length])).toEqual([
      ['USD', 0, 100, 1],
      ['EUR', 100, 0, 0],
    ])
  })

  it('may be asked in each of its currencies', () => {
    const asked = [charged('c', 100), charged('c', 70, 'EUR')]
    const orders = [order('c'), order('c', { currency: 'EUR', salePriceCents: 70 })]
    expect(reconcile(asked, orders)).toMatchObject({ matched: [{}, {}], mismatched: [], missing: [] })
  })

  it('is missing, not mismatched, when there is no order at all, whatever the amount', () => {
    expect(reconcile([charged('c', 0), charged('d', 5), charged('d', 5, 'EUR')], []).missing).toEqual(['c', 'd'])
  })

  it('does not complain of an unnamed currency in which everything was taken back', () => {
    const orders = [order('c'), order('c', { currency: 'EUR', status: 'REFUNDED' })]
    expect(reconcile([charged('c', 100)], orders).mismatched).toEqual([])
  })
})

it('finds a question that was asked before', () => {
  expect(findRepeated([bare('a'), bare('b')])).toBe(-1)
  expect(findRepeated([charged('a', 1), charged('a', 1, 'EUR')])).toBe(-1)
  expect(findRepeated([bare('a'), bare('b'), bare('a')])).toBe(2)
  expect(findRepeated([charged('a', 1), charged('a', 2)])).toBe(1)
  expect(findRepeated([bare('a'), charged('a', 2)])).toBe(1)
  expect(findRepeated([charged('a', 2), bare('a')])).toBe(1)
})
