// Reconciling: a partner's payment references against the orders that carry them.
import type { OrderStatus } from './orders.ts'
import { isReversed } from './statuses.ts'

/** What the partner asks about; with an amount it also says what it charged in that currency. */
export type Asked = { reference: string; expected: { amountCents: number; currency: string } | null }

export type ReconciledOrder = {
  id: string
  reference: string
  domain: string
  salePriceCents: number
  currency: string
  status: OrderStatus
}

/** The orders of one reference in one currency, and what they come to. */
export type Sum = { reference: string; currency: string; amountCents: number; orders: readonly ReconciledOrder[] }

export type Reconciled = {
  matched: readonly Sum[]
  missing: readonly string[]
  mismatched: readonly (Sum & { expectedCents: number })[]
}

const countedCents = ({ status, salePriceCents }: ReconciledOrder): number => (isReversed(status) ? 0 : salePriceCents)

const groupBy = <Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(getKey(item))
    if (group) group.push(item)
    else groups.set(getKey(item), [item])
  }
  return groups
}

/** Where a question stands that repeats an earlier one: a cart in two currencies is asked for in each, others once. */
export function findRepeated(asked: readonly Asked[]): number {
  const seen = new Map<string, Set<string | null>>()
  return asked.findIndex(({ reference, expected }) => {
    const currencies = seen.get(reference) ?? new Set()
    const currency = expected?.currency ?? null
    const repeated = currencies.has(currency) || currencies.has(null) || (currency === null && currencies.size > 0)
    seen.set(reference, currencies.add(currency))
    return repeated
  })
}

function computeSums(reference: string, orders: readonly ReconciledOrder[]): Sum[] {
  return [...groupBy(orders, ({ currency }) => currency)].map(([currency, group]) => ({
    reference,
    currency,
    amountCents: group.reduce((sum, order) => sum + countedCents(order), 0),
    orders: group,
  }))
}

/** What was recorded in a currency that the partner does not name is a difference too, if it comes to anything. */
function compare(sums: readonly Sum[], questions: readonly Asked[]): Pick<Reconciled, 'matched' | 'mismatched'> {
  const expected = new Map(questions.flatMap((one) => (one.expected ? [[one.expected.currency, one.expected]] : [])))
  if (expected.size === 0) return { matched: sums, mismatched: [] }
  const { reference } = questions[0] as Asked
  const unrecorded = [...expected.keys()]
    .filter((currency) => !sums.some((sum) => sum.currency === currency))
    .map((currency): Sum => ({ reference, currency, amountCents: 0, orders: [] }))
  const compared = [...sums, ...unrecorded]
    .map((sum) => ({ ...sum, expectedCents: expected.get(sum.currency)?.amountCents ?? 0 }))
    .filter((sum) => expected.has(sum.currency) || sum.amountCents > 0)
  const agrees = (sum: (typeof compared)[number]) => sum.amountCents === sum.expectedCents
  return { matched: compared.filter(agrees), mismatched: compared.filter((sum) => !agrees(sum)) }
}

/** Questions in their own order, orders oldest first; `orders` are all that carry one of the references. */
export function reconcile(asked: readonly Asked[], orders: readonly ReconciledOrder[]): Reconciled {
  const byAge = [...orders].sort((a, b) => (a.id < b.id ? -1 : 1))
  const recorded = groupBy(byAge, ({ reference }) => reference)
  const missing: string[] = []
  const compared = [...groupBy(asked, ({ reference }) => reference)].map(([reference, questions]) => {
    const found = recorded.get(reference)
    if (!found) missing.push(reference)
    return found ? compare(computeSums(reference, found), questions) : { matched: [], mismatched: [] }
  })
  return {
    matched: compared.flatMap(({ matched }) => matched),
    missing,
    mismatched: compared.flatMap(({ mismatched }) => mismatched),
  }
}
