// Amounts as people read and type them: money in major units, shares in percent. Whole numbers inside, never fractions.
import { fractionDigits, parseScaled } from '@freehold/sdk/money'

/** 1250 with two digits is `12.50`. */
function unscaled(value: number, digits: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const cut = text.length - digits
  const sign = value < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, cut)}.${text.slice(cut)}`
}

export const amountText = (cents: number, currency: string): string => unscaled(cents, fractionDigits(currency))

/** A share of an amount, rounded once to the nearest minor unit, as the service computes fees. */
export const computeShare = (cents: number, bps: number): number =>
  Number((BigInt(cents) * BigInt(bps) + 5000n) / 10_000n)

/** Shares are basis points: `12.5` percent is 1250. */
export const parseBps = (text: string): number | null => parseScaled(text, 2)
export const percentText = (bps: number): string => unscaled(bps, 2).replace(/\.00$|(?<=\.\d)0$/, '')
