// Amounts of money as people type them. Whole minor units inside, never fractions.

/** How many digits a currency has behind its point: two of dollars, none of yen. */
export const fractionDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `12.5` with two digits is 1250. Spaces may part thousands; a comma or a point stands before the fraction. */
export function parseScaled(text: string, digits: number): number | null {
  const match = /^(-?)(\d{1,12})(?:[.,](\d+))?$/.exec(text.replaceAll(/[\s'’]/g, ''))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return sign && value !== 0 ? -value : value
}

/** Typed in major units, in minor units: `1250.50` dollars are 125050, `1250` yen are 1250. Null when it cannot be read. */
export const parseCents = (text: string, currency: string): number | null => parseScaled(text, fractionDigits(currency))
