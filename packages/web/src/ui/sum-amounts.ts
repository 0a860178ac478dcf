// Sums of amounts of money. Pure.

export type Amount = { cents: number; currency: string }

/** The total of each currency, the largest first. */
export function sumAmounts(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, number>()
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].map(([currency, cents]) => ({ currency, cents })).sort((a, b) => b.cents - a.cents)
}
