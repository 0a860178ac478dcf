// Money, numbers and times as text, in a given language.

/** Whole minor units as people write them: `$1,234.50`, `$900`, `¥5,000`; `exact` also where there are no cents. */
export function moneyText(cents: number, currency: string, locale: string, style: 'short' | 'exact' = 'short'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const isWhole = style === 'short' && cents % 10 ** digits === 0
  const short = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
  return (isWhole ? short : format).format(cents / 10 ** digits)
}

/** A price for a buyer, exact: `$1,234.50 plus tax` where the checkout adds tax. */
export const priceText = (cents: number, currency: string, locale: string, isTaxAdded: boolean): string =>
  `${moneyText(cents, currency, locale, 'exact')}${isTaxAdded ? ' plus tax' : ''}`

export const numberText = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value)

/** Basis points as a percentage: 1250 is `12.5%`. */
export const shareText = (bps: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000)

export type Precision = 'day' | 'minute' | 'second'

const FORMATS: Record<Precision, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
}

/** Without a zone, the reader's own. */
export function momentText(iso: string, locale: string, precision: Precision, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, { ...FORMATS[precision], ...(timeZone ? { timeZone } : {}) })
  return format.format(new Date(iso)) + (timeZone === 'UTC' && precision !== 'day' ? ' UTC' : '')
}

export const pluralText = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** A number with its noun: `1 order`, `2 orders`, `2 deliveries`. */
export const countText = (count: number, noun: string): string => `${count} ${count === 1 ? noun : pluralText(noun)}`

/** An API value as people read it: `in_transit` is `In transit`. Texts have American spelling; some API values do not. */
export function wordText(word: string): string {
  const text = word.replaceAll(/[_.]/g, ' ').toLowerCase().replace('cancelled', 'canceled')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Options of a select, from API values. */
export const wordOptions = (words: readonly string[]): { value: string; label: string }[] =>
  words.map((value) => ({ value, label: wordText(value) }))

const NAMED = 3
/** The first names, and how many more there are. */
export const listFirst = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ')
