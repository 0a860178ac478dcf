// Money: whole minor units beside an ISO 4217 code; shares in basis points. No fractions anywhere.
import { invariant } from './errors.ts'

export type Money = { cents: number; currency: string }

/** Currencies that a listing may be priced in. All have two decimal places but JPY and KRW, which have none. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'CAD',
  'AUD',
  'JPY',
  'KRW',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'INR',
  'BRL',
  'MXN',
  'SGD',
  'HKD',
  'NZD',
  'ZAR',
] as const

/** `(price · bps + 5000) div 10000`, once per sale; BigInt because the product can exceed 2^53. */
export function shareOf(cents: number, basisPoints: number): number {
  invariant(Number.isSafeInteger(cents) && Number.isInteger(basisPoints), 'money is whole minor units')
  return Number((BigInt(cents) * BigInt(basisPoints) + 5000n) / 10_000n)
}
