// Money, numbers and times as text, in a given language.

/** Whole minor units as people write them: `$1,234.50`, `$900`, `¥5,000`. */
export function moneyText(cents: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const isWhole = cents % 10 ** digits === 0
  const short = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
  return (isWhole ? short : format).format(cents / 10 ** digits)
}

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
export function momentText(iso: string, locale: string, precision: Precision, timeZone?: 'UTC'): string {
  const format = new Intl.DateTimeFormat(locale, { ...FORMATS[precision], ...(timeZone ? { timeZone } : {}) })
  return format.format(new Date(iso)) + (timeZone && precision !== 'day' ? ' UTC' : '')
}
