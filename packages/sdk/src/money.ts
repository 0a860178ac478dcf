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

/** Converts a typed amount to minor units: `1250.50` in USD is 125050, `1250` in JPY is 1250. Null if it cannot be parsed. */
export const parseCents = (text: string, currency: string): number | null => parseScaled(text, fractionDigits(currency))
