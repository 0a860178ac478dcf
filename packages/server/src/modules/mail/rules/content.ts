// A message before it is rendered: a subject and a few kinds of paragraph, so that the text and HTML parts say the same.

/** Where the secret of a link goes in a path. It is stored encrypted, apart from the content. */
export const SECRET_PLACE = '{secret}'
/** What readers see in its place when they may not know it. */
export const HIDDEN_SECRET = 'hidden'

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** A path of this service, with `{secret}` in place of its secret. */
  | { kind: 'button'; label: string; path: string }
  /** Text that someone else wrote, such as a note of the operator. */
  | { kind: 'quote'; text: string }

export type MailContent = {
  subject: string
  /** What an inbox shows after the subject. */
  preview: string
  blocks: readonly MailBlock[]
  /** Why the recipient gets this message; the last line. */
  reason: string
}

export const paragraph = (text: string): MailBlock => ({ kind: 'text', text })
export const facts = (...list: (readonly [string, string])[]): MailBlock => ({ kind: 'facts', facts: list })
export const button = (label: string, path: string): MailBlock => ({ kind: 'button', label, path })

/** Control characters, line separators, and characters that change the direction of the text around them. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** One line in its own direction: nothing in it can start another header or reorder the text around it. */
export const toLine = (text: string): string => text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim()

/** `USD 1,250.00`, `JPY 1,250`. */
export function formatAmount(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const { minimumFractionDigits: digits = 2 } = format.resolvedOptions()
  const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${currency} ${amount.format(cents / 10 ** digits)}`
}

/** A price for a buyer. */
export const formatPrice = (cents: number, currency: string, isTaxAdded: boolean): string =>
  `${formatAmount(cents, currency)}${isTaxAdded ? ' plus tax' : ''}`

/** `November 17, 2026, 14:05 UTC`. */
export const formatMoment = (at: Date): string =>
  `${at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })}, ${at
    .toISOString()
    .slice(11, 16)} UTC`

export const formatDate = (at: Date): string =>
  at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `October 2026`, or the days of a shorter period. It does not include its end. */
export function formatPeriod({ start, end }: { start: Date; end: Date }): string {
  const isMonth = [start, end].every((at) => at.toISOString().endsWith('-01T00:00:00.000Z'))
  if (isMonth) return start.toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const last = new Date(Math.max(start.getTime(), end.getTime() - 1))
  return `${formatDate(start)} to ${formatDate(last)}`
}
