// Parses typed amounts of money into integers in minor units.

/** The number of decimal places of a currency: two for USD, none for JPY. */
export const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `12.5` with two digits is 1250. Spaces may separate thousands; the decimal separator is a comma or a point. */
export function parseScaled(text: string, digits: number): number | null {
  const match = /^(-?)(\d{1,12})(?:[.,](\d+))?$/.exec(text.replaceAll(/[\s'’]/g, ''))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return sign && value !== 0 ? -value : value
}

/** `1,250`, `1,250,000.50` or `1.250,50`: groups of three digits, and decimals behind the other separator. Not `1.250`, which could be less. */
const GROUPED = /^(-?[1-9]\d{0,2})((?:,\d{3})+(?=$|\.)|(?:\.\d{3})+(?=,))/

/** Three digits behind a comma can only be thousands, unless the currency has as many decimal places. */
const withoutGroups = (text: string): string =>
  text.replace(GROUPED, (_, first: string, rest: string) => first + rest.replaceAll(/[.,]/g, ''))

/** Converts a typed amount to minor units: `1,250.50` in USD is 125050, `1250` in JPY is 1250. Null if it cannot be parsed. */
export function parseCents(text: string, currency: string): number | null {
  const digits = fractionDigits(currency)
  return parseScaled(digits < 3 ? withoutGroups(text.trim()) : text, digits)
}
