// Amounts as people type them, and back: money in major units, shares in percent. Whole numbers inside, never fractions.

/** How many digits a currency has behind its point: 2, or 0 for the yen. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** `12.5` with two digits is 1250. Blanks may part thousands; a comma or a point stands before the fraction. */
export function scaled(text: string, digits: number): number | null {
  const match = /^(-?)(\d{1,12})(?:[.,](\d+))?$/.exec(text.replaceAll(/[\s'’]/g, ''))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return null
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return sign && value !== 0 ? -value : value
}

/** 1250 with two digits is `12.50`. */
export function unscaled(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const cut = text.length - digits
  const sign = value < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, cut)}.${text.slice(cut)}`
}

export const centsOf = (text: string, currency: string): number | null => scaled(text, digitsOf(currency))
export const amountText = (cents: number, currency: string): string => unscaled(cents, digitsOf(currency))

/** Shares are basis points: `12.5` percent is 1250. */
export const bpsOf = (text: string): number | null => scaled(text, 2)
export const percentText = (bps: number): string => unscaled(bps, 2).replace(/\.00$|(?<=\.\d)0$/, '')
