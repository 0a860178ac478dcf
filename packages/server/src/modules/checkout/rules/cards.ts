// Reads the expiry date of a card as people type it, paste it, or as browsers fill it in.

export type Expiry = { month: number; year: number }

const EXPIRY_LENGTH_MAX = 20
const MONTH_FIRST = /^(\d{1,2})[/.-](\d{2}|\d{4})$/
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})$/
const DIGITS = /^(\d{2})(\d{2})(\d{2})?$/

function toExpiry(month: string, year: string): Expiry | null {
  const number = Number(month)
  return number >= 1 && number <= 12 ? { month: number, year: Number(year.length === 2 ? `20${year}` : year) } : null
}

/** `05/28`, `5/2028`, `05 - 28`, `2028-05`, `0528`, `052028` and `202805`; null for anything else. */
export function parseExpiry(text: string): Expiry | null {
  if (text.length > EXPIRY_LENGTH_MAX) return null
  const bare = text.replace(/\s+/g, '')
  const [, month, year] = MONTH_FIRST.exec(bare) ?? []
  if (month !== undefined) return toExpiry(month, year!)
  const [, fullYear, itsMonth] = YEAR_FIRST.exec(bare) ?? []
  if (fullYear !== undefined) return toExpiry(itsMonth!, fullYear)
  const [, first, second, third] = DIGITS.exec(bare) ?? []
  if (first === undefined) return null
  if (third === undefined) return toExpiry(first, second!)
  return Number(first) > 12 ? toExpiry(third, first + second!) : toExpiry(first, second! + third)
}
