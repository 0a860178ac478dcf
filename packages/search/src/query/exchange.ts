// Owns comparing prices across currencies, for wishes such as "under 300 euros".

/**
 * US dollars for one unit, rounded, as of November 2026. Fixed, so that a query finds the same domains from day to day: a price wish is
 * rarely meant to the cent.
 */
const DOLLARS: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 1.15,
  GBP: 1.3,
  CHF: 1.25,
  CAD: 0.72,
  AUD: 0.65,
  JPY: 0.0067,
  KRW: 0.0007,
  SEK: 0.105,
  NOK: 0.1,
  DKK: 0.155,
  PLN: 0.27,
  CZK: 0.047,
  INR: 0.0115,
  BRL: 0.185,
  MXN: 0.054,
  SGD: 0.77,
  HKD: 0.128,
  NZD: 0.58,
  ZAR: 0.057,
}
const WITHOUT_CENTS = new Set(['JPY', 'KRW'])

export interface PriceLimits {
  minPriceCents?: number
  maxPriceCents?: number
  /** The currency of the limits. Without one they bind as numbers, in any currency. */
  priceCurrency?: string
}

/** Dollar cents for one minor unit. */
function findRate(currency: string): number | undefined {
  const dollars = DOLLARS[currency]
  return dollars === undefined ? undefined : dollars * (WITHOUT_CENTS.has(currency) ? 100 : 1)
}

/** The limits in the currency of a price; as they are where no rate is known. */
export function convertLimits(limits: PriceLimits, currency: string): { min: number; max: number } {
  const { minPriceCents: min = 0, maxPriceCents: max = Number.POSITIVE_INFINITY, priceCurrency } = limits
  if (priceCurrency === undefined || priceCurrency === currency) return { min, max }
  const [from, to] = [findRate(priceCurrency), findRate(currency)]
  if (from === undefined || to === undefined) return { min, max }
  return { min: Math.round((min * from) / to), max: Math.round((max * from) / to) }
}

/** Currencies that limits can be converted to. */
export const CONVERTED_CURRENCIES: readonly string[] = Object.keys(DOLLARS)
