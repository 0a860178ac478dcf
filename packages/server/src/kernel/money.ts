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

/** Characters that people put between thousands. */
const PARTED = /[\s'’]/g
/** Groups of three digits, and decimals behind the other separator. Not `1.250`, which could be less. */
const GROUPED = /^([1-9]\d{0,2})((?:,\d{3})+(?=$|\.)|(?:\.\d{3})+(?=,))/
const TYPED = /^(\d{1,12})(?:[.,](\d{1,2}))?$/
const TYPED_LENGTH_MAX = 40

/** With two decimal places. */
function parseHundredths(text: string): number | null {
  if (text.length > TYPED_LENGTH_MAX) return null
  const plain = text.trim().replace(GROUPED, (_, first: string, rest: string) => first + rest.replaceAll(/[.,]/g, ''))
  const [, whole, fraction = ''] = TYPED.exec(plain.replace(PARTED, '')) ?? []
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'))
}

const WITHOUT_DECIMALS: readonly string[] = ['JPY', 'KRW']

/**
 * An amount as people type it in forms, in minor units: `1250`, `1,250.5` and `1 250,50`; null for anything else. A currency without
 * decimal places has whole amounts only. For forms that work without JavaScript: pages and CLI use `parseCents` of the SDK, and a test
 * compares the two.
 */
export function parseAmount(text: string, currency: string): number | null {
  const cents = parseHundredths(text)
  if (cents === null || !WITHOUT_DECIMALS.includes(currency)) return cents
  return cents % 100 === 0 ? cents / 100 : null
}

/** Minor units as a plain decimal for files: `3495.00`, `-0.50`, and `5000` for a currency without decimal places. */
export function formatDecimal(cents: number, currency: string): string {
  invariant(Number.isSafeInteger(cents), 'money is whole minor units')
  if (WITHOUT_DECIMALS.includes(currency)) return String(cents)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const SIGNS = /[\s'’]|[$€£¥]|usd|us/gi
/** A limit may be read generously: nobody pays it. */
const DOTTED = /^\d{1,3}(?:\.\d{3}){1,3}$/
const THOUSANDS = /^(\d{1,6})(?:[.,](\d))?([km])$/

/** A price limit as people type it: `1000`, `$1,000`, `1.000`, `1,000.50` and `1.5k` as cents; null for anything else. */
export function parsePriceLimit(text: string): number | null {
  if (text.length > TYPED_LENGTH_MAX) return null
  const bare = text.toLowerCase().replace(SIGNS, '')
  if (DOTTED.test(bare)) return Number(bare.replaceAll('.', '')) * 100
  const [, whole, tenth = '0', unit] = THOUSANDS.exec(bare) ?? []
  if (whole !== undefined) return (Number(whole) * 10 + Number(tenth)) * (unit === 'k' ? 10_000 : 10_000_000)
  return parseHundredths(bare)
}

/** `(price · bps + 5000) div 10000`, once per sale; BigInt because the product can exceed 2^53. */
export function computeShare(cents: number, basisPoints: number): number {
  invariant(Number.isSafeInteger(cents) && Number.isInteger(basisPoints), 'money is whole minor units')
  return Number((BigInt(cents) * BigInt(basisPoints) + 5000n) / 10_000n)
}
