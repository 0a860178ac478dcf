// Calendar days as `2026-01-31`, in UTC: the days that statements and charts are made of.

const DAY_MS = 86_400_000

export const formatDay = (moment: string | Date): string => new Date(moment).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => formatDay(new Date(Date.parse(day) + days * DAY_MS))

/** A range that people name by its last day ends before the next. */
export const dayAfter = (day: string): string | undefined => (day === '' ? undefined : addDays(day, 1))

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index))
}
