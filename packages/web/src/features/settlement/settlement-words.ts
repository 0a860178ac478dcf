// Labels for statement and payout statuses, and periods. Pure.
import type { PayoutStatus, SettlementStatus } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

type Words = { text: string; tone: Tone }

export const STATEMENT_STATUSES: Record<SettlementStatus, Words> = {
  open: { text: 'Open', tone: 'neutral' },
  closed: { text: 'Awaiting payment', tone: 'warn' },
  paid: { text: 'Paid', tone: 'good' },
}

export const PAYOUT_STATUSES: Record<PayoutStatus, Words> = {
  pending: { text: 'Not sent', tone: 'warn' },
  in_transit: { text: 'Sent', tone: 'info' },
  paid: { text: 'Paid', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
}

const toOptions = (words: Record<string, Words>) =>
  Object.entries(words).map(([value, { text }]) => ({ value, label: text }))
export const STATEMENT_STATUS_OPTIONS = toOptions(STATEMENT_STATUSES)
export const PAYOUT_STATUS_OPTIONS = toOptions(PAYOUT_STATUSES)

/** A month by its name: `2026-01` is `January 2026`. */
export const monthText = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))

/** A whole month by its name, `January 2026`; any other period by its first and last day. The end is the first moment after. */
export function periodText(start: string, end: string, locale: string): string {
  const [from, to] = [new Date(start), new Date(end)]
  const isMonth = [from, to].every((moment) => /-01T00:00:00/.test(moment.toISOString()))
  if (isMonth) return monthText(start, locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return days.formatRange(from, new Date(Math.max(from.getTime(), to.getTime() - 1)))
}
